//! The drawn pose of a boid: an orientation that follows the heading smoothly, and the beat of tail or wings.
//!
//! The body carries its orientation along: each step turns it by the shortest way towards the heading and rolls it
//! slowly back until its back faces up. Building the orientation from heading and up vector alone would flip wherever the
//! two are parallel.

use crate::{Body, Vec3};
use nalgebra::{Quaternion, UnitQuaternion};

/// Time, in seconds, in which a body rolls most of the way back to upright.
const ROLL_TIME: f32 = 0.5;

/// Below this speed, in m/s, a velocity has no heading and the body keeps its own.
const MIN_SPEED: f32 = 1e-6;

/// Two directions are taken as opposite when 1 + their cosine is below this; the axis between them is noise then.
const OPPOSITE: f32 = 1e-6;

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

/// How poses change in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Following {
    turn: f32,
    roll: f32,
    beats_at_rest: f32,
    beats_per_speed: f32,
}

impl Following {
    pub(crate) fn new(body: &Body, dt: f32) -> Self {
        Self {
            turn: approach(dt, body.turn_time),
            roll: approach(dt, ROLL_TIME),
            beats_at_rest: body.beats_per_second * dt,
            beats_per_speed: body.beats_per_metre * dt,
        }
    }

    /// The pose of a boid after a step that left it with this velocity.
    #[inline]
    pub(crate) fn follow(&self, pose: &Pose, velocity: Vec3) -> Pose {
        let speed = velocity.norm();
        let mut orientation = *pose.orientation * self.roll_upright(&pose.orientation);
        if speed > MIN_SPEED {
            orientation = self.turn_towards(&pose.orientation, velocity / speed) * orientation;
        }
        Pose {
            orientation: UnitQuaternion::new_normalize(orientation),
            phase: fraction(pose.phase + self.beats_at_rest + self.beats_per_speed * speed),
            variation: pose.variation,
        }
    }

    /// Part of the shortest rotation, in the world, from where the body points to the heading. About the body's own up axis
    /// for a heading straight behind, where every way is as short. Of any length above 0.
    fn turn_towards(&self, orientation: &Quaternion<f32>, heading: Vec3) -> Quaternion<f32> {
        let (forward, up) = forward_and_up(orientation);
        let scalar = 1.0 + forward.dot(&heading);
        if scalar < OPPOSITE {
            return Quaternion::from_parts(1.0 - self.turn, up * self.turn);
        }
        // (scalar, forward x heading) is the rotation times this length.
        let length = (2.0 * scalar).sqrt();
        let rest = (1.0 - self.turn) * length;
        Quaternion::from_parts(
            rest + self.turn * scalar,
            forward.cross(&heading) * self.turn,
        )
    }

    /// A small rotation about the body's own Z towards upright. The steeper the body, the slower; straight up there is
    /// nothing to roll back to. Of any length above 0.
    fn roll_upright(&self, orientation: &Quaternion<f32>) -> Quaternion<f32> {
        let q = orientation.coords;
        // The heights of the ends of the body's own X and Y axes: sine and cosine of the roll, both times the cosine of
        // the slope.
        let side = 2.0 * (q.x * q.y + q.w * q.z);
        let back = 1.0 - 2.0 * (q.x * q.x + q.z * q.z);
        let error = if back < 0.0 {
            // Upside down the sine falls again, but the roll must not get stuck there.
            side.hypot(back).copysign(side)
        } else {
            side
        };
        Quaternion::new(1.0, 0.0, 0.0, -0.5 * self.roll * error)
    }
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

/// Where the body points, and its back: the images of Z and Y.
fn forward_and_up(orientation: &Quaternion<f32>) -> (Vec3, Vec3) {
    let q = orientation.coords;
    let forward = Vec3::new(
        2.0 * (q.x * q.z + q.w * q.y),
        2.0 * (q.y * q.z - q.w * q.x),
        1.0 - 2.0 * (q.x * q.x + q.y * q.y),
    );
    let up = Vec3::new(
        2.0 * (q.x * q.y - q.w * q.z),
        1.0 - 2.0 * (q.x * q.x + q.z * q.z),
        2.0 * (q.y * q.z + q.w * q.x),
    );
    (forward, up)
}

/// Share of a difference that exponential smoothing covers in `dt` seconds.
fn approach(dt: f32, time: f32) -> f32 {
    if time > 0.0 {
        1.0 - (-dt / time).exp()
    } else {
        1.0
    }
}

/// `value`, which is not negative, without its whole part.
fn fraction(value: f32) -> f32 {
    value - value.floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn following() -> Following {
        Following::new(&Body::default(), 1.0 / 60.0)
    }

    fn pose(heading: Vec3) -> Pose {
        Pose {
            orientation: facing(heading),
            ..Pose::default()
        }
    }

    /// Follows a velocity for three seconds; in no step may the body jerk or lose its length.
    fn follow(mut pose: Pose, velocity: Vec3) -> Pose {
        for _ in 0..180 {
            let next = following().follow(&pose, velocity);
            assert!((next.orientation.norm() - 1.0).abs() < 1e-5);
            assert!(next.orientation.angle_to(&pose.orientation) < 0.5);
            pose = next;
        }
        pose
    }

    #[test]
    fn facing_is_upright_in_every_direction() {
        for heading in [
            Vec3::x(),
            Vec3::z(),
            -Vec3::z(),
            Vec3::new(1.0, 5.0, -2.0).normalize(),
        ] {
            let (forward, up) = forward_and_up(&facing(heading));
            assert!((forward - heading).norm() < 1e-5);
            assert!(up.y > 0.0 && up.cross(&forward).y.abs() < 1e-5);
        }
        for heading in [Vec3::y(), -Vec3::y()] {
            let (forward, _) = forward_and_up(&facing(heading));
            assert!((forward - heading).norm() < 1e-5);
        }
    }

    #[test]
    fn straight_up_and_over() {
        for heading in [Vec3::y(), -Vec3::y(), Vec3::new(0.0, 1.0, -1e-7)] {
            let turned = follow(pose(Vec3::z()), heading);
            let (forward, _) = forward_and_up(&turned.orientation);
            assert!((forward - heading).norm() < 1e-3);
            // Over the top and back: level again, and no longer upside down.
            let over = follow(turned, -Vec3::z());
            let (forward, up) = forward_and_up(&over.orientation);
            assert!((forward + Vec3::z()).norm() < 1e-3 && up.y > 0.95, "{up}");
        }
    }

    #[test]
    fn exact_reversal_turns_about_the_back() {
        for heading in [Vec3::x(), Vec3::z(), Vec3::new(0.6, 0.8, 0.0)] {
            let turned = follow(pose(heading), -heading);
            let (forward, up) = forward_and_up(&turned.orientation);
            assert!((forward + heading).norm() < 1e-3);
            assert!(up.y > 0.5, "{up}");
        }
    }

    #[test]
    fn without_turn_time_the_body_turns_at_once() {
        let body = Body {
            turn_time: 0.0,
            ..Body::default()
        };
        let turned = Following::new(&body, 0.01).follow(&pose(Vec3::z()), -Vec3::z());
        let (forward, up) = forward_and_up(&turned.orientation);
        assert!((forward + Vec3::z()).norm() < 1e-5 && up.y > 0.999);
    }

    #[test]
    fn at_rest_nothing_turns() {
        let pose = pose(Vec3::x());
        let after = follow(pose, Vec3::zeros());
        assert!(after.orientation.angle_to(&pose.orientation) < 1e-3);
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
