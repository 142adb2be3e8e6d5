//! The triangles near a position, found once for all short casts from there.

use super::{
    bvh::SphereQuery, candidates::Candidates, cast::CastSearch, impact_bound::SpherePath, Geometry,
};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// Largest number of triangles for which testing all of them in every cast is faster than a search.
const MOST: usize = 32;

/// The triangles near a position, by their numbers in the BVH.
#[derive(Clone, Copy)]
pub(crate) struct Nearby {
    numbers: [u32; MOST],
    len: usize,
}

impl Geometry {
    /// The triangles within a distance from a position, in metres, and perhaps some farther ones;
    /// `None` if they are too many.
    pub(crate) fn nearby(&self, place: Vec3, distance: f32) -> Option<Nearby> {
        let mut nearby = Nearby {
            numbers: [0; MOST],
            len: 0,
        };
        // No time of impact is earlier than this: once there are too many triangles, the search
        // ends.
        let mut keep = |number: u32| {
            if nearby.len == MOST {
                return f64::NEG_INFINITY;
            }
            nearby.numbers[nearby.len] = number;
            nearby.len += 1;
            1.0
        };
        // A sphere that does not move meets the triangles that it overlaps.
        let path = SpherePath::new(place, Vec3::zeros(), distance);
        let mut candidates = Candidates::new(path, &self.mesh.ordered);
        let mut latest = 1.0;
        self.mesh
            .bvh
            .for_each(&SphereQuery::new(place, distance), |number| {
                if candidates.add(number) {
                    latest = candidates.test(latest, &mut keep);
                }
                if latest < 0.0 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        latest = candidates.test(latest, &mut keep);
        (latest > 0.0).then_some(nearby)
    }

    /// The result of [`cast`](Self::cast), for a cast that only these triangles can stop.
    pub(crate) fn cast_among(
        &self,
        nearby: &Nearby,
        start: Vec3,
        displacement: Vec3,
        radius: f32,
    ) -> Option<f32> {
        let mut search = CastSearch::new(&self.mesh, start, displacement, radius);
        for number in &nearby.numbers[..nearby.len] {
            search.add(*number);
        }
        search.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, geometry::shapes, math::samples::vector};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(cases::config(500))]

        #[test]
        fn short_casts_among_the_triangles_nearby_are_those_among_all(
            triangles in prop::collection::vec([vector(2.0), vector(2.0), vector(0.1)], 1..60),
            place in vector(3.0),
            displacements in prop::collection::vec(vector(0.5), 20),
            radius in 0.01..0.5_f32,
            far in prop::sample::select(vec![0.0_f32, 100.0]),
        ) {
            let moved = triangles.iter().map(|[a, b, c]| {
                [*a, *b, a + c].map(|corner| corner.add_scalar(far))
            });
            let geometry = Geometry::new(&moved.collect::<Vec<_>>()).0;
            let place = place.add_scalar(far);
            let Some(nearby) = geometry.nearby(place, 0.9 + radius + 1e-5 * far) else {
                return Ok(());
            };
            for displacement in displacements {
                prop_assert_eq!(
                    geometry.cast_among(&nearby, place, displacement, radius),
                    geometry.cast(place, displacement, radius)
                );
            }
        }
    }

    #[test]
    fn too_many_triangles_are_not_tried_in_every_cast() {
        let geometry = Geometry::new(&shapes::ball(1.0, 4)).0;
        assert!(geometry.nearby(Vec3::zeros(), 1.1).is_none());
        let few = geometry.nearby(Vec3::x(), 0.05).unwrap();
        assert!((1..MOST).contains(&few.len), "{}", few.len);
        assert_eq!(geometry.nearby(Vec3::x() * 2.0, 0.5).unwrap().len, 0);
    }
}
