//! The drawn pose of a boid: an orientation, and the beat of tail or wings.

use crate::Vec3;
use nalgebra::UnitQuaternion;

/// Below this speed, in m/s, a velocity has no heading and the body keeps its own.
pub(crate) const MIN_SPEED: f32 = 1e-6;

/// A heading with more than this of its length along Y is vertical: upright means nothing.
const VERTICAL: f32 = 0.999_999;

/// How a boid is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pose {
    /// Turns +Z to where the body points and +Y to its back.
    pub(crate) orientation: UnitQuaternion<f32>,
    /// Phase of the beat, in [0, 1).
    pub(crate) phase: f32,
    /// Share of the scale variation by which this body differs, in [-1, 1).
    pub(crate) variation: f32,
}

/// The upright orientation of a body that points along a unit vector.
pub(crate) fn facing(heading: Vec3) -> UnitQuaternion<f32> {
    let up = if heading.y.abs() > VERTICAL {
        Vec3::z()
    } else {
        Vec3::y()
    };
    UnitQuaternion::face_towards(&heading, &up)
}

/// The pose between two states, `blend` of the way from `previous` to `current`.
pub(crate) fn between(previous: &Pose, current: &Pose, blend: f32) -> Pose {
    let beat = fraction(current.phase - previous.phase + 1.0);
    Pose {
        orientation: mix(&previous.orientation, &current.orientation, blend),
        phase: fraction(previous.phase + beat * blend),
        variation: current.variation,
    }
}

/// Between two orientations the short way round: q and -q are the same orientation.
fn mix(a: &UnitQuaternion<f32>, b: &UnitQuaternion<f32>, blend: f32) -> UnitQuaternion<f32> {
    let sign = if a.coords.dot(&b.coords) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let mixed = **a * (1.0 - blend) + **b * (sign * blend);
    UnitQuaternion::new_normalize(mixed)
}

/// `value`, which is not negative, without its whole part.
#[inline(always)]
pub(crate) fn fraction(value: f32) -> f32 {
    value - value.floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::forward_and_up;

    fn axes(orientation: UnitQuaternion<f32>) -> (Vec3, Vec3) {
        let (forward, up) = forward_and_up(orientation.coords.into());
        (forward.into(), up.into())
    }

    #[test]
    fn facing_is_upright_in_every_direction() {
        for heading in [
            Vec3::x(),
            Vec3::z(),
            -Vec3::z(),
            Vec3::new(1.0, 5.0, -2.0).normalize(),
        ] {
            let (forward, up) = axes(facing(heading));
            assert!((forward - heading).norm() < 1e-5);
            assert!(up.y > 0.0 && up.cross(&forward).y.abs() < 1e-5);
        }
        for heading in [Vec3::y(), -Vec3::y()] {
            let (forward, _) = axes(facing(heading));
            assert!((forward - heading).norm() < 1e-5);
        }
    }

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
