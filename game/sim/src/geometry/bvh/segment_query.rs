//! A swept sphere against boxes: a slab test, and for small boxes a separating plane.

use super::boxes::{BoxQuery, Boxes, LaneMask, WIDTH};
use crate::math::Vec3;
use std::cell::Cell;
use wide::{f32x8, CmpGt, CmpLe};

/// Swept sphere: all points within `reach` of a segment.
pub(in super::super) struct SegmentQuery {
    origin: Vec3,
    displacement: Vec3,
    /// Reciprocals of the displacement's components, which are finite.
    inverse: Vec3,
    /// Reciprocal of the squared length; 0 for a length of 0.
    inverse_squared: f32,
    reach: f32,
    /// Square of the reach, enlarged by the rounding of positions on the segment.
    reach_squared: f32,
    /// Fraction of the segment that is searched. It may shrink during the search.
    fraction: Cell<f32>,
}

/// Bound of the rounding of the distance between a box and the segment, as a share of the
/// coordinates.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Smallest absolute value of a component of a displacement, in metres. Smaller components are
/// replaced by it.
const SMALLEST: f32 = 1e-30;

/// Size of a box, in units of the reach, above which the test beyond its corners hardly ever
/// excludes it.
const LARGE: f32 = 4.0;

impl SegmentQuery {
    pub(in super::super) fn new(origin: Vec3, displacement: Vec3, reach: f32) -> Self {
        let squared = displacement.norm_squared();
        let coordinates = origin.amax() + displacement.amax() + reach;
        let rounded_reach = reach + ROUNDING * coordinates;
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
            reach_squared: rounded_reach * rounded_reach,
            fraction: Cell::new(1.0),
        }
    }

    pub(in super::super) fn shrink(&self, fraction: f32) {
        self.fraction.set(fraction);
    }
}

/// Tolerance of the slab test, as a share of the segment's length.
const BESIDE: f32 = 1e-6;

impl SegmentQuery {
    /// True if a box is reached within the fraction that is searched. `enter` is the fraction at
    /// which the segment enters it.
    #[inline(always)]
    pub(super) fn reaches(&self, enter: f32) -> bool {
        enter <= self.fraction.get() + BESIDE
    }

    /// The boxes that are touched, and the fraction at which the segment enters each box. The boxes
    /// are enlarged by the reach along each axis.
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

    /// The boxes that are so small that the exact test at their corners may exclude them.
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
            // Without movement along an axis these are very large: with opposite signs if the
            // origin lies between the two faces, and with the same sign otherwise. In the plane of
            // a face one of them is zero. None is NaN.
            enter = enter.fast_max(a.fast_min(b));
            leave = leave.fast_min(a.fast_max(b));
        }
        let touched = LaneMask::new(enter.cmp_le(leave + f32x8::splat(BESIDE)));
        (touched, enter.to_array())
    }

    /// The boxes that a plane separates from the segment by more than the reach. The plane goes
    /// through the point of the box that is nearest to the position where the segment passes the
    /// box's centre.
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
        // Smallest dot product of the offset with the offset of any position on the segment. All
        // comparisons are false for NaN.
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

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{touches, unit},
        *,
    };

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
}
