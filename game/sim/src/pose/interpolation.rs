//! Interpolation of the phase between two states.

use crate::math::orientation::fraction;

/// The phase at a share `blend` of the way from `before` to `after`. Phases run forward and wrap at
/// 1.
#[inline(always)]
pub(crate) fn mix_phases(before: f32, after: f32, blend: f32) -> f32 {
    let beat = fraction(after - before + 1.0);
    fraction(before + beat * blend)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beat_runs_on_between_two_states() {
        assert!((mix_phases(0.9, 0.1, 0.25) - 0.95).abs() < 1e-6);
        assert!((mix_phases(0.9, 0.1, 0.75) - 0.05).abs() < 1e-6);
        assert!(mix_phases(0.999_999_94, 0.999_999_9, 1.0) < 1.0);
    }
}
