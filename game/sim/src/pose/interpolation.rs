//! The pose drawn between two states.

use crate::{
    math::orientation::{fraction, mix},
    state::pose::Pose,
};

/// The pose between two states, `blend` of the way from `previous` to `current`.
pub(crate) fn between(previous: &Pose, current: &Pose, blend: f32) -> Pose {
    let beat = fraction(current.phase - previous.phase + 1.0);
    Pose {
        orientation: mix(&previous.orientation, &current.orientation, blend),
        phase: fraction(previous.phase + beat * blend),
        variation: current.variation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beat_runs_on_between_two_states() {
        let at = |phase| Pose {
            phase,
            ..Pose::default()
        };
        assert!((between(&at(0.9), &at(0.1), 0.25).phase - 0.95).abs() < 1e-6);
        assert!((between(&at(0.9), &at(0.1), 0.75).phase - 0.05).abs() < 1e-6);
        assert!(between(&at(0.999_999_94), &at(0.999_999_9), 1.0).phase < 1.0);
    }
}
