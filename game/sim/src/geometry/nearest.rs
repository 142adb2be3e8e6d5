//! The surface that is nearest to a point.

use super::{bvh::Ball, triangle::Triangle, Geometry, Vec3d};
use crate::Vec3;
use std::ops::ControlFlow;

/// The part of a geometry that is nearest to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// In metres.
    pub(super) distance: f64,
    /// By its number in the hierarchy.
    pub(super) triangle: u32,
}

impl Nearest {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: Self = Self {
        distance: f64::INFINITY,
        triangle: 0,
    };

    /// Of a geometry that has triangles. `guess` is a triangle that is probably near: the nearer, the faster the search.
    pub(super) fn to(place: Vec3, geometry: &Geometry, guess: u32) -> Self {
        let origin = place.cast();
        let distance = |triangle: u32| {
            let triangle = &geometry.ordered[triangle as usize];
            Triangle::relative_to(triangle, &origin).distance_from_origin()
        };
        let mut nearest = Self {
            distance: distance(guess),
            triangle: guess,
        };
        let ball = Ball::new(place, nearest.distance as f32);
        geometry.bvh.for_each(&ball, |triangle| {
            let distance = distance(triangle);
            if distance < nearest.distance {
                nearest = Self { distance, triangle };
                ball.shrink(distance as f32);
            }
            ControlFlow::Continue(())
        });
        nearest
    }

    /// The vector to the place from the nearest point of a surface.
    pub(super) fn offset_to(&self, place: Vec3, geometry: &Geometry) -> Vec3d {
        let triangle = &geometry.ordered[self.triangle as usize];
        Triangle::relative_to(triangle, &place.cast()).offset_to(&Vec3d::zeros())
    }
}
