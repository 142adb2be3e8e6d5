//! The drawn pose of a boid: an orientation that follows the heading smoothly, and the beat of tail or wings.
//!
//! The body carries its orientation along: each step turns it by the shortest way towards the heading and then rolls it
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

/// Within this sine of straight up or down, upright means nothing.
const VERTICAL: f32 = 1e-4;

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
    pub(crate) fn follow(&self, pose: &Pose, velocity: Vec3) -> Pose {
        let speed = velocity.norm();
        let mut orientation = pose.orientation;
        if speed > MIN_SPEED {
            let turn = partly(turn_towards(&orientation, velocity / speed), self.turn);
            orientation = turn * orientation;
        }
        let (roll, sine) = roll_upright(&orientation);
        orientation *= partly(roll, self.roll * sine);
        Pose {
            orientation: renormalize(orientation),
            phase: fraction(pose.phase + self.beats_at_rest + self.beats_per_speed * speed),
            variation: pose.variation,
        }
    }
}

/// The upright orientation of a body that points along a unit vector.
pub(crate) fn facing(heading: Vec3) -> UnitQuaternion<f32> {
    let orientation = turn_towards(&UnitQuaternion::identity(), heading);
    let (roll, _) = roll_upright(&orientation);
    renormalize(orientation * roll)
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

/// Share of a difference that exponential smoothing covers in `dt` seconds.
fn approach(dt: f32, time: f32) -> f32 {
    if time > 0.0 {
        1.0 - (-dt / time).exp()
    } else {
        1.0
    }
}

/// `value` without its whole part. In single precision -1e-9 + 1 is 1, hence the second look.
fn fraction(value: f32) -> f32 {
    let fraction = value - value.floor();
    if fraction < 1.0 {
        fraction
    } else {
        0.0
    }
}

/// The shortest rotation, in the world, from where the body points to the heading; about its own up axis for a heading
/// straight behind, where every way is as short.
fn turn_towards(orientation: &UnitQuaternion<f32>, heading: Vec3) -> UnitQuaternion<f32> {
    let forward = orientation * Vec3::z();
    arc(1.0 + forward.dot(&heading), forward.cross(&heading)).unwrap_or_else(|| {
        let up = orientation * Vec3::y();
        renormalize(UnitQuaternion::new_unchecked(Quaternion::from_imag(up)))
    })
}

/// The rotation about the body's own Z that brings its back up, and the sine of the angle between body and vertical.
fn roll_upright(orientation: &UnitQuaternion<f32>) -> (UnitQuaternion<f32>, f32) {
    let forward = orientation * Vec3::z();
    let upright = Vec3::y() - forward * forward.y;
    let sine = upright.norm();
    if sine < VERTICAL {
        return (UnitQuaternion::identity(), 0.0);
    }
    let (up, upright) = (orientation * Vec3::y(), upright / sine);
    let axis = Vec3::z() * up.cross(&upright).dot(&forward);
    let over = UnitQuaternion::new_unchecked(Quaternion::from_imag(Vec3::z()));
    let roll = arc(1.0 + up.dot(&upright), axis).unwrap_or(over);
    (roll, sine)
}

/// The rotation between two unit vectors a and b from 1 + a·b and a×b; none if they are opposite.
fn arc(scalar: f32, vector: Vec3) -> Option<UnitQuaternion<f32>> {
    let rotation = UnitQuaternion::new_unchecked(Quaternion::from_parts(scalar, vector));
    (scalar > OPPOSITE).then(|| renormalize(rotation))
}

/// Share `fraction` of a rotation of at most half a turn.
fn partly(rotation: UnitQuaternion<f32>, fraction: f32) -> UnitQuaternion<f32> {
    let blend = Quaternion::identity() * (1.0 - fraction) + rotation.into_inner() * fraction;
    UnitQuaternion::new_normalize(blend)
}

fn renormalize(rotation: UnitQuaternion<f32>) -> UnitQuaternion<f32> {
    UnitQuaternion::new_normalize(rotation.into_inner())
}

/// Between two orientations the short way round: q and -q are the same orientation.
fn mix(a: &UnitQuaternion<f32>, b: &UnitQuaternion<f32>, blend: f32) -> UnitQuaternion<f32> {
    let sign = if a.dot(b) < 0.0 { -1.0 } else { 1.0 };
    UnitQuaternion::new_normalize(a.into_inner() * (1.0 - blend) + b.into_inner() * (sign * blend))
}
