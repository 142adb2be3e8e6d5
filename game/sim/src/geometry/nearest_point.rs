//! The triangle that is nearest to a position.

use super::{bvh::SphereQuery, triangle::Triangle, triangle_mesh::TriangleMesh};
use crate::math::{Vec3, Vec3d};
use std::ops::ControlFlow;

/// The triangle of a geometry that is nearest to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestPoint {
    /// Distance, in metres.
    pub(super) distance: f64,
    /// Number of the triangle in the BVH.
    pub(super) triangle: u32,
}

impl NearestPoint {
    /// Initial value of a search.
    pub(super) const UNKNOWN: Self = Self {
        distance: f64::INFINITY,
        triangle: 0,
    };

    /// Nearest triangle within a distance, in metres; `None` if all are farther away.
    pub(super) fn within(place: Vec3, mesh: &TriangleMesh, reach: f32) -> Option<Self> {
        let mut nearest = Self {
            distance: f64::from(reach),
            ..Self::UNKNOWN
        };
        let mut is_found = false;
        let origin = place.cast();
        let query = SphereQuery::new(place, reach);
        mesh.bvh.for_each(&query, |triangle| {
            let corners = &mesh.ordered[triangle as usize];
            let distance = Triangle::relative_to(corners, &origin).distance_from_origin();
            if distance < nearest.distance {
                nearest = Self { distance, triangle };
                is_found = true;
                query.shrink(distance as f32);
            }
            ControlFlow::Continue(())
        });
        is_found.then_some(nearest)
    }

    /// Nearest triangle of a geometry that is not empty. `guess` is the number of a triangle that
    /// is probably near: the nearer it is, the faster the search.
    pub(super) fn to(place: Vec3, mesh: &TriangleMesh, guess: u32) -> Self {
        let origin = place.cast();
        let distance = |triangle: u32| {
            let triangle = &mesh.ordered[triangle as usize];
            Triangle::relative_to(triangle, &origin).distance_from_origin()
        };
        let mut nearest = Self {
            distance: distance(guess),
            triangle: guess,
        };
        let query = SphereQuery::new(place, nearest.distance as f32);
        mesh.bvh.for_each(&query, |triangle| {
            let distance = distance(triangle);
            if distance < nearest.distance {
                nearest = Self { distance, triangle };
                query.shrink(distance as f32);
            }
            ControlFlow::Continue(())
        });
        nearest
    }

    /// Vector from the nearest point of the triangle to the position.
    pub(super) fn offset_to(&self, place: Vec3, mesh: &TriangleMesh) -> Vec3d {
        let triangle = &mesh.ordered[self.triangle as usize];
        Triangle::relative_to(triangle, &place.cast()).offset_to(&Vec3d::zeros())
    }
}
