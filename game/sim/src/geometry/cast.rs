//! Sphere cast against the whole geometry.

use super::{
    bvh::SegmentQuery,
    candidates::Candidates,
    cast_sphere_triangle::{cast_sphere_triangle, SphereCast},
    impact_bound::SpherePath,
    sweep::ExactContact,
    triangle::Triangle,
    triangle_mesh::TriangleMesh,
};
use crate::math::{Vec3, Vec3d};
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
    search.add_all(mesh, start, displacement);
    search.finish()
}

/// See [`Geometry::cast_contact`](crate::Geometry::cast_contact).
pub(super) fn cast_contact(
    mesh: &TriangleMesh,
    start: Vec3,
    displacement: Vec3,
    radius: f32,
) -> Option<ExactContact> {
    let mut search = CastSearch::new(mesh, start, displacement, radius);
    search.add_all(mesh, start, displacement);
    search.test();
    let (distance, number) = search.first?;
    let place = search.cast.start + search.cast.direction * distance;
    let triangle = Triangle::relative_to(&mesh.ordered[number as usize], &place);
    Some(ExactContact {
        time: distance / search.length,
        offset: triangle.offset_to(&Vec3d::zeros()),
    })
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
    /// Distance of the first contact found so far, in metres, and number of its triangle; of
    /// simultaneous contacts the lowest number.
    first: Option<(f64, u32)>,
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

    /// Adds all triangles that may stop the cast, and tests most of them.
    #[inline(always)]
    fn add_all(&mut self, mesh: &TriangleMesh, start: Vec3, displacement: Vec3) {
        let segment = SegmentQuery::new(start, displacement, self.reach);
        mesh.bvh.for_each_along(&segment, |number| {
            if self.add(number) {
                segment.shrink(self.latest as f32);
            }
            ControlFlow::Continue(())
        });
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
            let latest = first.map_or(length, |(distance, _)| distance);
            let vertices = &self.triangles[number as usize];
            if let Some(distance) = cast_sphere_triangle(cast, vertices, latest) {
                let found = (distance, number);
                *first =
                    Some(first.map_or(found, |first| if found < first { found } else { first }));
            }
            first.map_or(1.0, |(distance, _)| distance / length)
        });
    }

    /// Distance of the first contact, in metres; `None` without one.
    pub(super) fn finish(mut self) -> Option<f32> {
        self.test();
        self.first.map(|(distance, _)| distance as f32)
    }
}
