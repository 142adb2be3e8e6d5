//! Static geometry: the triangles that no boid ever crosses.

use crate::Vec3;

/// The triangles that boids collide with.
#[derive(Debug, Default)]
pub struct Geometry;

/// What became of the triangles that a [`Geometry`] was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeometryReport;

/// Where a moving ball first meets the geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Fraction of the displacement at which the ball touches.
    pub fraction: f32,
    /// Unit normal of the surface.
    pub normal: Vec3,
    /// Index of the triangle.
    pub triangle: u32,
}

impl Geometry {
    /// No triangles.
    pub fn empty() -> Self {
        Self
    }

    /// Keeps nothing.
    pub fn new(_triangles: &[[Vec3; 3]]) -> (Self, GeometryReport) {
        (Self, GeometryReport)
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        0
    }

    /// The first contact of a moving ball.
    pub fn sweep(&self, _start: Vec3, _displacement: Vec3, _radius: f32) -> Option<Contact> {
        None
    }

    /// Whether a ball touches nothing.
    pub fn is_clear(&self, _center: Vec3, _radius: f32) -> bool {
        true
    }
}
