//! Independent test of completed moves. It shares no narrow phase with the sweep.

use super::{arrival::Arrival, passage::pass_through, swept_move::SweptMove};
use crate::math::Vec3;

impl SweptMove<'_> {
    /// True if the move of a boid crossed a surface.
    pub(super) fn has_crossed(&self, start: Vec3, arrival: &Arrival) -> bool {
        match (arrival.wrapped, &self.containment) {
            (Some(displacement), Some(containment)) => {
                let is_free = |from, to| !self.geometry.crosses(from, to);
                let goal = pass_through(containment, start, displacement, |segment| {
                    is_free(segment.from, segment.to)
                });
                goal != Some(arrival.position)
            }
            _ => self.geometry.crosses(start, arrival.position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        boundary::Containment,
        geometry::{Geometry, SidedGeometry},
        math::{
            frame::{Frame, Placement},
            simd::SimdWidth,
        },
        settings::{Boundary, BoundaryMode, Region, Settings},
    };

    /// True if the move of a boid crosses a sheet across X at -1.9 m, in a box that wraps at 2 m.
    /// The boid starts in the middle and moves along X: straight to `x`, or through the boundary by
    /// `displacement`.
    fn has_crossed(x: Option<f32>, displacement: Option<f32>) -> bool {
        let shape = Region::cube(2.0);
        let boundary = Boundary::new(shape).with_mode(BoundaryMode::Wrap);
        let settings = Settings {
            boundary,
            ..Settings::default()
        };
        let frame = Frame::new(&Placement::default());
        let containment = Containment::new(&settings, frame).unwrap();
        let corners = [[-9.0, -9.0], [9.0, -9.0], [0.0, 9.0]];
        let sheet = corners.map(|[y, z]| Vec3::new(-1.9, y, z));
        let geometry = SidedGeometry::from(&Geometry::new(&[sheet]).0);
        let swept_move = SweptMove::new(
            &settings,
            frame,
            Some(containment),
            &geometry,
            SimdWidth::widest(),
        );
        let displacement = displacement.map(|x| Vec3::new(x, 0.0, 0.0));
        let goal = displacement.and_then(|displacement| containment.fold(displacement));
        let position = x.map(|x| Vec3::new(x, 0.0, 0.0)).or(goal).unwrap();
        let arrival = Arrival {
            wrapped: displacement,
            ..Arrival::free(position, Vec3::zeros())
        };
        swept_move.has_crossed(Vec3::zeros(), &arrival)
    }

    #[test]
    fn what_lies_on_a_straight_way_is_crossed() {
        assert!(!has_crossed(Some(-1.89), None));
        assert!(has_crossed(Some(-1.91), None));
        assert!(has_crossed(Some(-1.9), None), "onto the sheet");
        assert!(has_crossed(Some(f32::NAN), None));
    }

    #[test]
    fn what_lies_on_either_side_of_the_boundary_is_crossed() {
        assert!(!has_crossed(None, Some(2.09)));
        assert!(has_crossed(None, Some(2.11)), "after it came in");
        assert!(has_crossed(None, Some(-2.09)), "before it left");
    }

    #[test]
    fn a_boid_that_is_not_where_its_way_leads_has_crossed_who_knows_what() {
        assert!(has_crossed(Some(-1.95), Some(2.09)));
        assert!(has_crossed(Some(0.0), Some(1.0)), "which passes nothing");
    }
}
