//! Test whether a segment crosses a surface.

use super::{bvh::SegmentQuery, cross_segment_triangle::cross_segment_triangle, Geometry};
use crate::math::{Vec3, Vec3d};
use std::ops::ControlFlow;

/// Enlargement of boxes that are tested in 32-bit floats, as a share of the largest coordinate.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

impl Geometry {
    /// True if the segment between two positions touches a surface, or is not finite.
    ///
    /// It uses the same broad phase as [`sweep`](Self::sweep) but another test of triangles, so
    /// that each can be used to check the other.
    pub(crate) fn crosses(&self, from: Vec3, to: Vec3) -> bool {
        if !from.iter().chain(&to).all(|x| x.is_finite()) {
            return true;
        }
        let (start, end): (Vec3d, Vec3d) = (from.cast(), to.cast());
        let reach = f32::MIN_POSITIVE + ROUNDING * from.amax().max(to.amax());
        let segment = SegmentQuery::new(from, to - from, reach);
        let mut crosses = false;
        self.mesh.bvh.for_each(&segment, |index| {
            let vertices = self.mesh.ordered[index as usize].map(|vertex| vertex.cast() - start);
            crosses = cross_segment_triangle(&(end - start), &vertices);
            if crosses {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        crosses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::samples::vector;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases::config(500))]

        #[test]
        fn no_triangle_that_is_crossed_is_missed(
            triangles in prop::collection::vec([vector(2.0), vector(2.0), vector(2.0)], 1..60),
            ways in prop::collection::vec((vector(2.0), vector(2.0), 0.01..1.0_f32), 20),
        ) {
            let geometry = Geometry::new(&triangles).0;
            for (from, to, share) in ways {
                let to = from.lerp(&to, share);
                let end = to.cast::<f64>() - from.cast();
                let crossed = geometry.triangles().iter().any(|triangle| {
                    let vertices = triangle.map(|vertex| vertex.cast() - from.cast());
                    cross_segment_triangle(&end, &vertices)
                });
                prop_assert_eq!(geometry.crosses(from, to), crossed);
                prop_assert_eq!(geometry.crosses(to, from), crossed);
            }
        }
    }

    #[test]
    fn a_way_along_an_axis_through_a_sheet_in_its_plane_or_of_nothing() {
        let sheet = [[0.0, -1.0], [2.0, 1.0], [-2.0, 1.0]].map(|[x, z]| Vec3::new(x, 0.5, z));
        let geometry = Geometry::new(&[sheet]).0;
        let crosses = |from: [f32; 3], to: [f32; 3]| geometry.crosses(from.into(), to.into());
        assert!(crosses([0.0; 3], [0.0, 1.0, 0.0]));
        assert!(!crosses([0.0; 3], [0.0, 0.49, 0.0]));
        assert!(crosses([-9.0, 0.5, 0.0], [9.0, 0.5, 0.0]));
        assert!(!crosses([-9.0, 0.51, 0.0], [9.0, 0.51, 0.0]));
        assert!(crosses([0.0, 0.5, 0.0], [0.0, 0.5, 0.0]));
        assert!(!crosses([0.0; 3], [0.0; 3]));
        assert!(crosses([0.0; 3], [f32::NAN, 0.0, 0.0]));
        assert!(!Geometry::empty().crosses(Vec3::zeros(), Vec3::x()));
    }
}
