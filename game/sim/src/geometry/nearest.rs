//! The surface that is nearest to a point.

use super::{bvh::Aabb, triangle::Triangle, Geometry, Vec3d};
use std::{cell::Cell, ops::ControlFlow};

/// The part of a geometry that is nearest to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// In metres.
    pub(super) distance: f64,
    pub(super) triangle: u32,
}

impl Nearest {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: Self = Self {
        distance: f64::INFINITY,
        triangle: 0,
    };

    /// Of a geometry that has triangles. `guess` is a triangle that is probably near: the nearer, the faster the search.
    pub(super) fn to(point: &Vec3d, geometry: &Geometry, guess: u32) -> Self {
        let distance = |triangle: u32| {
            let triangle = &geometry.triangles[triangle as usize];
            Triangle::relative_to(triangle, point).distance_from_origin()
        };
        let mut nearest = Self {
            distance: distance(guess),
            triangle: guess,
        };
        let reach = Cell::new(nearest.distance);
        let is_near = |bounds: &Aabb| bounds.distance_squared(point) <= reach.get() * reach.get();
        geometry.bvh.for_each(is_near, |triangle| {
            let distance = distance(triangle);
            if distance < nearest.distance {
                nearest = Self { distance, triangle };
                reach.set(distance);
            }
            ControlFlow::Continue(())
        });
        nearest
    }
}
