//! Oracle of avoidance in double precision. Its formulas are written from the documentation alone,
//! over all triangles.

use super::scene::Scene;
use crate::{
    geometry::Geometry,
    math::Vec3,
    settings::{Growth, Plane},
    state::boids::Boid,
};
use nalgebra::Vector3;
use std::f64::consts::PI;

pub(super) type Vec64 = Vector3<f64>;

pub(super) fn double(vector: Vec3) -> Vec64 {
    vector.map(f64::from)
}

/// Distance from a point to the nearest triangle.
pub(super) fn distance(geometry: &Geometry, point: Vec64) -> f64 {
    let distances = geometry.triangles().iter().map(|triangle| {
        let [a, b, c] = triangle.map(double);
        to_triangle(point, a, b, c)
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// Distance from a point to a triangle, by the nearest feature: face, edge or corner.
fn to_triangle(point: Vec64, a: Vec64, b: Vec64, c: Vec64) -> f64 {
    let normal = (b - a).cross(&(c - a)).normalize();
    let inside = |p: Vec64, q: Vec64| normal.dot(&(q - p).cross(&(point - p))) >= 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) {
        return normal.dot(&(point - a)).abs();
    }
    let edges = [(a, b), (b, c), (c, a)].map(|(p, q)| {
        let share = ((point - p).dot(&(q - p)) / (q - p).norm_squared()).clamp(0.0, 1.0);
        (point - p - (q - p) * share).norm()
    });
    edges.into_iter().fold(f64::INFINITY, f64::min)
}

/// Distance that a ball can travel along a unit direction before it touches a surface; `None` if it
/// can travel `view`. Sphere tracing by the exact distance.
pub(super) fn surface(
    geometry: &Geometry,
    start: Vec64,
    direction: Vec64,
    radius: f64,
    view: f64,
) -> Option<f64> {
    let mut way = 0.0;
    while way < view {
        let room = distance(geometry, start + direction * way) - radius;
        if room < 1e-7 {
            return Some(way);
        }
        way += room;
    }
    None
}

/// View of a boid: its axes and its range.
pub(super) struct View {
    pub(super) ahead: Vec64,
    pub(super) length: f64,
    side: Vec64,
    over: Vec64,
    is_planar: bool,
    rays: u32,
}

impl View {
    pub(super) fn new(scene: &Scene, boid: &Boid) -> Self {
        let settings = &scene.settings;
        let turn = scene.placement.rotation;
        let axis = |axis: Vec3| double(turn * axis);
        let up = match settings.motion.plane {
            Plane::All | Plane::Xz => axis(Vec3::y()),
            Plane::Xy => axis(Vec3::z()),
            Plane::Yz => axis(Vec3::x()),
        };
        let velocity = double(boid.velocity);
        let ahead = velocity.normalize();
        // A boid that moves up or down takes another up axis.
        let level = up.cross(&ahead);
        let side = if level.norm() < 0.1 {
            axis(Vec3::z()).cross(&ahead)
        } else {
            level
        }
        .normalize();
        Self {
            ahead,
            length: f64::from(settings.avoidance.look_ahead) * velocity.norm(),
            side,
            over: ahead.cross(&side),
            is_planar: settings.motion.plane != Plane::All,
            rays: settings.avoidance.rays,
        }
    }

    /// Directions within an angle in degrees, in order; the last ones may lie exactly at the angle.
    pub(super) fn directions(&self, angle: f32) -> Vec<Vec64> {
        let half = f64::from(angle).to_radians() / 2.0;
        let all = (0..self.rays).map(|k| self.direction(k));
        all.filter(|direction| direction.dot(&self.ahead).clamp(-1.0, 1.0).acos() <= half + 1e-6)
            .collect()
    }

    fn direction(&self, k: u32) -> Vec64 {
        let n = f64::from(self.rays);
        if self.is_planar {
            let angle = 2.0 * PI / n * f64::from(k.div_ceil(2));
            let angle = if k % 2 == 1 { angle } else { -angle };
            return self.ahead * angle.cos() + self.side * angle.sin();
        }
        let inclination = (1.0 - 2.0 * f64::from(k) / n).acos();
        let azimuth = 2.0 * PI * ((1.0 + 5.0_f64.sqrt()) / 2.0) * f64::from(k);
        self.ahead * inclination.cos()
            + (self.side * azimuth.cos() + self.over * azimuth.sin()) * inclination.sin()
    }
}

/// Force at a nearness, as a share of the weight.
pub(super) fn growth(growth: Growth, nearness: f64) -> f64 {
    match growth {
        Growth::Constant => 1.0,
        Growth::Linear => nearness,
        Growth::Quadratic => nearness.powi(2),
    }
}
