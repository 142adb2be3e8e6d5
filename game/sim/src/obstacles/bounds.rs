//! Bounding boxes in the world.

use crate::math::{lanes::bounds_of, Vec3};

/// Enlargement of boxes that covers rounding, as a share of a coordinate.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// An axis-aligned bounding box in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    min: Vec3,
    max: Vec3,
}

impl Bounds {
    /// A box without any position.
    pub(super) const EMPTY: Self = Self {
        min: Vec3::new(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        max: Vec3::new(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// Bounding box of a straight path.
    pub(crate) fn of_path(from: Vec3, to: Vec3) -> Self {
        Self {
            min: from.inf(&to),
            max: from.sup(&to),
        }
    }

    /// Bounding box of positions.
    pub(crate) fn of(positions: &[&[f32]; 3]) -> Self {
        let ranges = positions.map(bounds_of);
        Self {
            min: ranges.map(|range| range.0).into(),
            max: ranges.map(|range| range.1).into(),
        }
    }

    /// The smallest and the largest corner.
    #[cfg(feature = "gpu")]
    pub(crate) fn corners(&self) -> [Vec3; 2] {
        [self.min, self.max]
    }

    /// The box enlarged by `by` metres on each side, and a little more to cover rounding.
    pub(crate) fn enlarged(&self, by: f32) -> Self {
        let by = by + ROUNDING * (by + self.min.amax().max(self.max.amax()));
        Self {
            min: self.min.add_scalar(-by),
            max: self.max.add_scalar(by),
        }
    }

    /// True if the boxes overlap or touch; false for NaN.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis])
    }

    /// True if the other box lies in this one.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.min[axis] && other.max[axis] <= self.max[axis])
    }

    #[inline(always)]
    pub(super) fn contains(&self, place: [f32; 3]) -> bool {
        let mut is_within = true;
        for axis in 0..3 {
            is_within &= (self.min[axis] <= place[axis]) & (place[axis] <= self.max[axis]);
        }
        is_within
    }

    /// True if a position may be within `distance` metres of the box.
    pub(super) fn is_within(&self, place: Vec3, distance: f32) -> bool {
        self.overlaps(&Self::of_path(place, place).enlarged(distance))
    }
}
