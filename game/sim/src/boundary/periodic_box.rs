//! A periodic box: boids at one side are neighbours of boids at the opposite side.

use crate::{
    math::{frame::Frame, Vec3},
    settings::{BoundaryMode, Region, Settings},
};

/// A periodic box in a given frame. Positions in it are taken in that frame, where its sides are
/// parallel to the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeriodicBox {
    /// Corners in the frame, in metres; at infinity along an axis that nothing moves along, where
    /// the box does not repeat.
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    frame: Frame,
}

impl PeriodicBox {
    /// Periodic box of the boundary; `None` unless it is a box that wraps.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let boundary = &settings.boundary;
        let (min, max) = match (boundary.enabled, boundary.response, boundary.shape) {
            (true, BoundaryMode::Wrap, Region::Box { min, max }) => (min, max),
            _ => return None,
        };
        let mut periodic_box = Self { min, max, frame };
        if let Some(axis) = settings.motion.plane.flat_axis() {
            periodic_box.min[axis] = f32::NEG_INFINITY;
            periodic_box.max[axis] = f32::INFINITY;
        }
        Some(periodic_box)
    }

    /// Position in the box, in its frame, of a point in the world. Never on the upper side itself.
    pub(crate) fn place(&self, point: Vec3) -> Vec3 {
        let local = self.frame.point_to_local(point);
        Vec3::from_fn(|axis, _| fold(local[axis], self.min[axis], self.max[axis]))
    }

    /// Periods, in metres; infinite along an axis where the box does not repeat.
    pub(crate) fn periods(&self) -> [f32; 3] {
        (self.max - self.min).into()
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }
}

/// Folds a coordinate into a period: the value in `min..max` that is a whole number of periods
/// away.
///
/// This is the one fold of the CPU: positions in a periodic box, a box boundary and a sphere
/// boundary all use it.
pub(crate) fn fold(coordinate: f32, min: f32, max: f32) -> f32 {
    if min <= coordinate && coordinate < max {
        return coordinate;
    }
    // The period is exact in double precision, so a boid far away is folded without a visible
    // error.
    let (low, period) = (f64::from(min), f64::from(max) - f64::from(min));
    let folded = (f64::from(coordinate) - low).rem_euclid(period) + low;
    // Rounding may give the upper side.
    if (folded as f32) < max {
        (folded as f32).max(min)
    } else {
        min
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases::config(256))]

        #[test]
        fn folded_lies_inside_a_whole_number_of_periods_away(
            coordinate in -30_000.0f32..30_000.0,
            min in -10_000.0f32..10_000.0,
            width in 0.001f32..1000.0,
        ) {
            let max = min + width;
            prop_assume!(max > min);
            let folded = fold(coordinate, min, max);
            prop_assert!(min <= folded && folded < max);
            let period = f64::from(max) - f64::from(min);
            let periods = (f64::from(coordinate) - f64::from(folded)) / period;
            let error = (periods - periods.round()).abs() * period;
            prop_assert!(error <= 0.001, "{} is off by {}", folded, error);
        }
    }
}
