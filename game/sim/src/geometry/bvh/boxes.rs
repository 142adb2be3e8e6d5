//! Eight boxes that are tested together in SIMD lanes, and the queries that test them.

use super::{super::Vec3d, Aabb};
use crate::math::Vec3;
use std::cell::Cell;
use wide::{f32x8, CmpGe, CmpGt, CmpLe};

/// Number of boxes tested together: the branching factor of the BVH.
pub(in super::super) const WIDTH: usize = 8;

/// Eight axis-aligned boxes, as one lane each.
#[derive(Clone, Copy)]
pub(in super::super) struct Boxes {
    min: [f32x8; 3],
    max: [f32x8; 3],
}

impl Boxes {
    /// Empty boxes. A query may report them as touched; the caller ignores the lanes beyond its
    /// count.
    pub(super) const EMPTY: Self = Self {
        min: [f32x8::new([f32::INFINITY; WIDTH]); 3],
        max: [f32x8::new([f32::NEG_INFINITY; WIDTH]); 3],
    };

    pub(super) fn is_empty(&self, lane: usize) -> bool {
        self.min[0].to_array()[lane] > self.max[0].to_array()[lane]
    }

    #[cfg(feature = "gpu")]
    pub(super) fn get(&self, lane: usize) -> Aabb {
        let corner = |of: &[f32x8; 3]| Vec3::from_fn(|axis, _| of[axis].to_array()[lane]);
        Aabb {
            min: corner(&self.min),
            max: corner(&self.max),
        }
    }

    pub(super) fn set(&mut self, lane: usize, bounds: &Aabb) {
        for axis in 0..3 {
            self.min[axis].as_array_mut()[lane] = bounds.min[axis];
            self.max[axis].as_array_mut()[lane] = bounds.max[axis];
        }
    }
}

/// Bit mask of the touched boxes: one bit for each lane, the lowest one for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct LaneMask(u32);

impl LaneMask {
    /// Mask of the lanes for which the comparison holds.
    #[inline(always)]
    fn new(comparison: f32x8) -> Self {
        Self(comparison.move_mask() as u32)
    }

    /// Mask restricted to the first N lanes.
    #[inline(always)]
    pub(super) fn among(self, first: u32) -> Self {
        Self(self.0 & ((1 << first) - 1))
    }
}

/// Iterates over the touched lanes, in ascending order.
impl Iterator for LaneMask {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lane < WIDTH).then_some(lane)
    }
}

/// Shape whose overlaps with boxes are searched.
pub(in super::super) trait BoxQuery {
    /// Boxes that the shape touches. It is conservative: boxes missed by rounding errors only may
    /// be included.
    fn touches(&self, boxes: &Boxes) -> LaneMask;
}

/// Box against boxes; touching faces overlap.
impl BoxQuery for Aabb {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> LaneMask {
        let meets = |axis: usize| {
            let (min, max) = (f32x8::splat(self.min[axis]), f32x8::splat(self.max[axis]));
            boxes.min[axis].cmp_le(max) & boxes.max[axis].cmp_ge(min)
        };
        LaneMask::new(meets(0) & meets(1) & meets(2))
    }
}

/// Swept sphere: all points within `reach` of a segment.
pub(in super::super) struct SegmentQuery {
    origin: Vec3,
    displacement: Vec3,
    /// Reciprocals of the displacement's components, which are finite.
    inverse: Vec3,
    /// Reciprocal of the squared length; 0 if that is 0.
    inverse_squared: f32,
    reach: f32,
    /// Square of the reach, enlarged by the rounding of places on the segment.
    reach_squared: f32,
    /// Fraction of the segment that counts; it may shrink during the search.
    fraction: Cell<f32>,
}

/// Bound of the rounding of the distance between a box and the segment, as a share of the
/// coordinates.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// A component of a displacement that is smaller counts as this one, in metres.
const SMALLEST: f32 = 1e-30;

/// Size of a box, in units of the reach, from which hardly any is beyond its corners.
const LARGE: f32 = 4.0;

impl SegmentQuery {
    pub(in super::super) fn new(origin: Vec3, displacement: Vec3, reach: f32) -> Self {
        let squared = displacement.norm_squared();
        let coordinates = origin.amax() + displacement.amax() + reach;
        Self {
            origin,
            displacement,
            inverse: displacement.map(|x| {
                if x.abs() < SMALLEST {
                    1.0 / SMALLEST
                } else {
                    1.0 / x
                }
            }),
            inverse_squared: if squared > 0.0 { 1.0 / squared } else { 0.0 },
            reach,
            reach_squared: (reach + ROUNDING * coordinates).powi(2),
            fraction: Cell::new(1.0),
        }
    }

    pub(in super::super) fn shrink(&self, fraction: f32) {
        self.fraction.set(fraction);
    }
}

/// Share of the segment's length by which boxes may be missed that count as touched.
const BESIDE: f32 = 1e-6;

impl SegmentQuery {
    /// True if a box is reached within the fraction that counts, given the fraction at which the
    /// segment enters it.
    #[inline(always)]
    pub(super) fn reaches(&self, enter: f32) -> bool {
        enter <= self.fraction.get() + BESIDE
    }

    /// Boxes that are touched, and the fraction at which the segment enters each of them, enlarged
    /// by the reach along each axis.
    #[inline(always)]
    pub(super) fn enters(&self, boxes: &Boxes) -> (LaneMask, [f32; WIDTH]) {
        let (touched, enter) = self.slabs(boxes);
        match touched.0 & self.is_small(boxes).0 {
            0 => (touched, enter),
            small => (
                LaneMask(touched.0 & !(small & self.is_beyond(boxes).0)),
                enter,
            ),
        }
    }

    /// Boxes so small that some are beyond the reach though the box around their reach is touched.
    #[inline(always)]
    fn is_small(&self, boxes: &Boxes) -> LaneMask {
        let size = |axis: usize| boxes.max[axis] - boxes.min[axis];
        let size = size(0).fast_max(size(1)).fast_max(size(2));
        LaneMask::new(size.cmp_le(f32x8::splat(LARGE * self.reach)))
    }

    /// Slab test (see Kay and Kajiya, "Ray Tracing Complex Scenes", 1986), which is conservative at
    /// edges and corners.
    #[inline(always)]
    fn slabs(&self, boxes: &Boxes) -> (LaneMask, [f32; WIDTH]) {
        let (mut enter, mut leave) = (f32x8::ZERO, f32x8::splat(self.fraction.get()));
        let reach = f32x8::splat(self.reach);
        for axis in 0..3 {
            let origin = f32x8::splat(self.origin[axis]);
            let inverse = f32x8::splat(self.inverse[axis]);
            let a = (boxes.min[axis] - reach - origin) * inverse;
            let b = (boxes.max[axis] + reach - origin) * inverse;
            // Without movement on an axis these are very large: with opposite signs between the two
            // faces, else with the same sign. In the plane of a face one is zero. None is NaN.
            enter = enter.fast_max(a.fast_min(b));
            leave = leave.fast_min(a.fast_max(b));
        }
        let touched = LaneMask::new(enter.cmp_le(leave + f32x8::splat(BESIDE)));
        (touched, enter.to_array())
    }

    /// Boxes beyond a plane that is farther from the segment than the reach: the plane at the point
    /// of the box that is nearest to the place where the segment passes its centre.
    #[inline(always)]
    fn is_beyond(&self, boxes: &Boxes) -> LaneMask {
        let (half, most) = (f32x8::splat(0.5), f32x8::splat(self.fraction.get()));
        let mut along = f32x8::ZERO;
        for axis in 0..3 {
            let center = (boxes.min[axis] + boxes.max[axis]) * half;
            let displacement = f32x8::splat(self.displacement[axis]);
            along += (center - f32x8::splat(self.origin[axis])) * displacement;
        }
        let along = (along * f32x8::splat(self.inverse_squared))
            .fast_max(f32x8::ZERO)
            .fast_min(most);
        let (mut squared, mut slope) = (f32x8::ZERO, f32x8::ZERO);
        for axis in 0..3 {
            let displacement = f32x8::splat(self.displacement[axis]);
            let place = f32x8::splat(self.origin[axis]) + displacement * along;
            let nearest = place.fast_max(boxes.min[axis]).fast_min(boxes.max[axis]);
            let offset = place - nearest;
            squared += offset * offset;
            slope += offset * displacement;
        }
        // Smallest product of the offset with an offset of a place on the segment. All comparisons
        // are false for NaN.
        let least = squared + (slope * (most - along)).fast_min(slope * -along);
        let reach = f32x8::splat(self.reach_squared) * squared;
        let is_beyond = least.cmp_gt(f32x8::ZERO) & (least * least).cmp_gt(reach);
        LaneMask::new(is_beyond)
    }
}

impl BoxQuery for SegmentQuery {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> LaneMask {
        self.enters(boxes).0
    }
}

/// Infinite ray in double precision.
pub(in super::super) struct RayQuery {
    origin: Vec3d,
    inverse: Vec3d,
}

impl RayQuery {
    /// Ray from `origin`. No component of the direction may be 0.
    pub(in super::super) fn new(origin: &Vec3d, direction: &Vec3d) -> Self {
        Self {
            origin: *origin,
            inverse: direction.map(|x| 1.0 / x),
        }
    }
}

impl BoxQuery for RayQuery {
    fn touches(&self, boxes: &Boxes) -> LaneMask {
        let mut touched = 0;
        for lane in 0..WIDTH {
            let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
            for axis in 0..3 {
                let bounds =
                    [&boxes.min, &boxes.max].map(|bounds| bounds[axis].as_array_ref()[lane]);
                let [a, b] =
                    bounds.map(|x| (f64::from(x) - self.origin[axis]) * self.inverse[axis]);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
            // The boxes of axis-aligned triangles have no thickness: without slack, rounding could
            // let the ray miss them.
            touched |= u32::from(enter <= leave * (1.0 + 1e-12)) << lane;
        }
        LaneMask(touched)
    }
}

/// Sphere whose radius may shrink during the search, for nearest-point queries.
pub(in super::super) struct SphereQuery {
    center: Vec3,
    radius: Cell<f32>,
}

impl SphereQuery {
    pub(in super::super) fn new(center: Vec3, radius: f32) -> Self {
        let radius = Cell::new(radius);
        Self { center, radius }
    }

    pub(in super::super) fn shrink(&self, radius: f32) {
        self.radius.set(radius);
    }
}

impl BoxQuery for SphereQuery {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> LaneMask {
        let mut squared = f32x8::ZERO;
        for axis in 0..3 {
            let center = f32x8::splat(self.center[axis]);
            let (below, above) = (boxes.min[axis] - center, center - boxes.max[axis]);
            let gap = below.fast_max(above).fast_max(f32x8::ZERO);
            squared += gap * gap;
        }
        // Enlarged to cover rounding.
        let most = self.radius.get() * self.radius.get() * (1.0 + 1e-5);
        LaneMask::new(squared.cmp_le(f32x8::splat(most)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(points: &[[f32; 3]]) -> Aabb {
        Aabb::around(&points.iter().copied().map(Vec3::from).collect::<Vec<_>>())
    }

    /// True if a query touches a box, which is in one lane; the others are empty.
    fn touches(query: &impl BoxQuery, bounds: &Aabb) -> bool {
        let lane = 5;
        let mut boxes = Boxes::EMPTY;
        boxes.set(lane, bounds);
        let mut touched = query.touches(&boxes);
        // The lanes of empty boxes do not count.
        touched.any(|touched| touched == lane)
    }

    fn unit() -> Aabb {
        around(&[[0.0; 3], [1.0; 3]])
    }

    #[test]
    fn boxes_that_share_a_face_touch() {
        let beside = |x: f32| around(&[[x, 0.0, 0.0], [2.0, 1.0, 1.0]]);
        assert!(touches(&unit(), &beside(1.0)));
        assert!(!touches(&unit(), &beside(1.0_f32.next_up())));
    }

    #[test]
    fn a_segment_along_an_axis_touches_what_it_runs_through() {
        let touches = |start: [f32; 3], displacement: [f32; 3]| {
            touches(
                &SegmentQuery::new(start.into(), displacement.into(), 0.25),
                &unit(),
            )
        };
        assert!(touches([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0]));
        assert!(touches([-1.0, 1.2, 0.5], [1.0, 0.0, -0.0]));
        assert!(!touches([-1.0, 1.3, 0.5], [1.0, 0.0, 0.0]));
        assert!(!touches([-1.0, 0.5, 0.5], [0.7, 0.0, 0.0]));
        assert!(!touches([-1.0, 0.5, 0.5], [-1.0, 0.0, 0.0]));
        assert!(touches([0.5, 0.5, 0.5], [0.0, 0.0, 0.1]));
    }

    #[test]
    fn a_ray_touches_a_flat_box() {
        let flat = around(&[[0.0, 0.3, 0.0], [1.0, 0.3, 1.0]]);
        let origin = Vec3d::new(0.2, -1.0, 0.1);
        for (x, expected) in [(0.3, true), (-0.1, true), (0.7, false)] {
            let ray = RayQuery::new(&origin, &Vec3d::new(x, 1.0, 0.2));
            assert_eq!(touches(&ray, &flat), expected, "{x}");
        }
    }

    #[test]
    fn a_ball_touches_what_is_no_farther_than_its_radius() {
        let touches = |center: [f32; 3], radius: f32| {
            touches(&SphereQuery::new(center.into(), radius), &unit())
        };
        assert!(touches([0.5, 0.5, 0.5], 0.0));
        assert!(touches([2.0, 0.5, 0.5], 1.0));
        assert!(touches([2.0, 2.0, 0.5], 1.415));
        assert!(!touches([2.0, 2.0, 0.5], 1.414));
        assert!(!touches([-1.0, 2.0, -1.0], 1.732));
        assert!(touches([-1.0, 2.0, -1.0], 1.7321));
    }
}
