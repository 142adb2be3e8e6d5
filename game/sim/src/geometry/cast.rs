//! Sphere cast against the whole geometry.

use super::{
    bvh::SegmentQuery,
    candidates::Candidates,
    cast_sphere_triangle::{cast_sphere_triangle, SphereCast},
    impact_bound::SpherePath,
    triangle_mesh::TriangleMesh,
};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// Approach that is allowed without a contact, as a share of the radius and of the largest
/// coordinate. The sweep uses the same values.
pub(crate) const SKIN: f64 = 5e-5;
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// See [`Geometry::cast`](crate::Geometry::cast).
#[inline(always)]
pub(super) fn cast(
    mesh: &TriangleMesh,
    start: Vec3,
    displacement: Vec3,
    radius: f32,
) -> Option<f32> {
    let mut search = CastSearch::new(mesh, start, displacement, radius);
    let segment = SegmentQuery::new(start, displacement, search.reach);
    mesh.bvh.for_each_along(&segment, |number| {
        if search.add(number) {
            segment.shrink(search.latest as f32);
        }
        ControlFlow::Continue(())
    });
    search.finish()
}

/// A cast that is built from the triangles that may stop it.
pub(super) struct CastSearch<'a> {
    triangles: &'a [[Vec3; 3]],
    cast: SphereCast,
    /// Length of the displacement, in metres.
    length: f64,
    /// Distance, in metres, within which triangles must be added.
    reach: f32,
    candidates: Candidates<'a>,
    /// Distance of the first contact found so far, in metres.
    first: Option<f64>,
    /// Fraction of the displacement up to this contact; 1 without a contact.
    latest: f64,
}

impl<'a> CastSearch<'a> {
    pub(super) fn new(
        mesh: &'a TriangleMesh,
        start: Vec3,
        displacement: Vec3,
        radius: f32,
    ) -> Self {
        let length = f64::from(displacement.norm());
        let rounding = ROUNDING * f64::from(start.amax().max((start + displacement).amax()));
        let radius = f64::from(radius).max(2.0 * rounding);
        let reach = (radius + rounding) as f32 * (1.0 + f32::EPSILON);
        let path = SpherePath::new(start, displacement, reach);
        Self {
            triangles: &mesh.ordered,
            cast: SphereCast {
                start: start.cast(),
                direction: displacement.cast() / length,
                radius: radius * (1.0 - SKIN) - rounding,
            },
            length,
            reach,
            candidates: Candidates::new(path, &mesh.ordered),
            first: None,
            latest: 1.0,
        }
    }

    /// Adds a triangle. True if the triangles added so far were tested.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u32) -> bool {
        let is_full = self.candidates.add(number);
        if is_full {
            self.test();
        }
        is_full
    }

    fn test(&mut self) {
        let (cast, length, first) = (&self.cast, self.length, &mut self.first);
        self.latest = self.candidates.test(self.latest, |number| {
            let latest = first.unwrap_or(length);
            let vertices = &self.triangles[number as usize];
            *first = cast_sphere_triangle(cast, vertices, latest).or(*first);
            first.map_or(1.0, |distance| distance / length)
        });
    }

    /// Distance of the first contact, in metres; `None` without one.
    pub(super) fn finish(mut self) -> Option<f32> {
        self.test();
        self.first.map(|distance| distance as f32)
    }
}
