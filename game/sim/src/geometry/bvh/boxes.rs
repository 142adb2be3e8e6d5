//! Eight boxes that are tested together in SIMD lanes, and the result of a query on them.

use super::Aabb;
use wide::{f32x8, CmpGe, CmpLe};

/// Number of boxes tested together: the branching factor of the BVH.
pub(in super::super) const WIDTH: usize = 8;

/// Eight axis-aligned boxes, as one lane each.
#[derive(Clone, Copy)]
pub(in super::super) struct Boxes {
    pub(super) min: [f32x8; 3],
    pub(super) max: [f32x8; 3],
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
        let corner =
            |of: &[f32x8; 3]| crate::math::Vec3::from_fn(|axis, _| of[axis].to_array()[lane]);
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
pub(in super::super) struct LaneMask(pub(super) u32);

impl LaneMask {
    /// Mask of the lanes for which the comparison holds.
    #[inline(always)]
    pub(super) fn new(comparison: f32x8) -> Self {
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

/// A shape that is searched for overlaps with boxes.
pub(in super::super) trait BoxQuery {
    /// The boxes that the shape touches. The test is conservative: it may include boxes that only
    /// rounding errors let the shape touch.
    fn touches(&self, boxes: &Boxes) -> LaneMask;
}

/// Tests a box against boxes. Boxes with touching faces overlap.
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

#[cfg(test)]
mod tests {
    use super::super::tests::{around, touches, unit};

    #[test]
    fn boxes_that_share_a_face_touch() {
        let beside = |x: f32| around(&[[x, 0.0, 0.0], [2.0, 1.0, 1.0]]);
        assert!(touches(&unit(), &beside(1.0)));
        assert!(!touches(&unit(), &beside(1.0_f32.next_up())));
    }
}
