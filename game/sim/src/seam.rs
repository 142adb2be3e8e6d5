//! The seam of a box that wraps round: a boid at one side is a neighbour of one at the opposite side.

use crate::{limits::flat_axis, placement::Frame, BoundaryResponse, Region, Settings, Vec3};

/// A box that wraps round, in a given frame. Positions inside it are taken in that frame, where the sides of the box lie
/// along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seam {
    /// Corners in the frame; infinitely far away along an axis that nothing moves along, where nothing wraps round.
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    frame: Frame,
}

impl Seam {
    /// The seam of the boundary, if it has one.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let boundary = &settings.boundary;
        let (min, max) = match (boundary.enabled, boundary.response, boundary.shape) {
            (true, BoundaryResponse::Wrap, Region::Box { min, max }) => (min, max),
            _ => return None,
        };
        let mut seam = Self { min, max, frame };
        if let Some(axis) = flat_axis(settings.motion.plane) {
            seam.min[axis] = f32::NEG_INFINITY;
            seam.max[axis] = f32::INFINITY;
        }
        Some(seam)
    }

    /// The place in the box, in the frame of the box, of a point anywhere in the world. Never on the upper side itself.
    pub(crate) fn place(&self, point: Vec3) -> Vec3 {
        let local = self.frame.point_to_local(point);
        Vec3::from_fn(|axis, _| fold(local[axis], self.min[axis], self.max[axis]))
    }

    /// The lengths after which the box repeats; infinite along an axis where it does not.
    pub(crate) fn periods(&self) -> [f32; 3] {
        (self.max - self.min).into()
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }
}

/// The coordinate between `min` and `max` that is a whole number of periods away.
pub(crate) fn fold(coordinate: f32, min: f32, max: f32) -> f32 {
    if min <= coordinate && coordinate < max {
        return coordinate;
    }
    // In double precision: the period is exact there, and far away a boid is still folded to about where it is.
    let (low, period) = (f64::from(min), f64::from(max) - f64::from(min));
    let folded = (f64::from(coordinate) - low).rem_euclid(period) + low;
    // Rounding may put it onto the upper side.
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
