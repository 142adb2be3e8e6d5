//! The twin of `motion.glsl`: the position of a point of a body in a pose. It renders the
//! impostors, and tests check it; names and order are those of the shader.

use super::params::{MotionParams, BIRD, BUTTERFLY, FISH, INSECT};
use crate::render::bodies::shape::{LIMB, WING};
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::{PI, TAU};

/// The motion state of a boid, as in [`flock_sim::Flock::write_motions`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BodyState {
    /// Phase of the beat, 0 to 1.
    pub phase: f32,
    /// Scale of the body.
    pub size: f32,
    /// Sine of the upward slope of the body.
    pub slope: f32,
    pub turn: f32,
    pub effort: f32,
    pub activity: f32,
    pub variety: f32,
}

/// The activities of a body, each from 0 to 1.
struct Activity {
    landing: f32,
    /// Standing; lower during take-off.
    rest: f32,
    /// Legs are stretched out.
    legs: f32,
    dead: f32,
}

impl Activity {
    fn of(activity: f32) -> Self {
        let (number, done) = (activity.floor(), activity.fract());
        let is = |wanted: f32, share: f32| if number == wanted { share } else { 0.0 };
        Self {
            landing: is(1.0, done) + is(2.0, 1.0 - done),
            rest: is(2.0, done) + is(3.0, 1.0 - done),
            legs: is(1.0, done) + is(2.0, 1.0) + is(3.0, 1.0 - done) + is(4.0, 0.6 * done),
            dead: is(4.0, done),
        }
    }
}

fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// Rotates a vector by an angle.
fn spin(v: Vector2<f32>, angle: f32) -> Vector2<f32> {
    let (sin, cos) = angle.sin_cos();
    Vector2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

/// The position of a point of the body in a pose, in the frame of the body.
pub(crate) fn deform(
    motion: &MotionParams,
    state: &BodyState,
    point: Vector3<f32>,
    part: f32,
) -> Vector3<f32> {
    if motion.kind == FISH {
        return swim_as_fish(motion, state, point, part);
    }
    if motion.kind == BIRD {
        return fly_as_bird(motion, state, point, part);
    }
    if motion.kind == BUTTERFLY {
        return fly_as_butterfly(motion, state, point, part);
    }
    if motion.kind == INSECT {
        return fly_as_insect(motion, state, point, part);
    }
    point
}

/// Fish: a wave runs from head to tail; the body sways, yaws and twists, more so with more effort,
/// and bends into its turns. A dead one floats belly up.
fn swim_as_fish(
    motion: &MotionParams,
    state: &BodyState,
    point: Vector3<f32>,
    part: f32,
) -> Vector3<f32> {
    let dead = Activity::of(state.activity).dead;
    let along = ((motion.nose - point.z) / motion.length).clamp(0.0, 1.0);
    let angle = TAU * state.phase;
    let lagged = angle - TAU * motion.waves * along;
    let mask = smoothstep(motion.mask[0], motion.mask[1], along);
    let turning = (0.25 * state.turn.abs()).min(0.5);
    let gain = (1.0 - dead) * (0.6 + 0.4 * state.effort.clamp(0.0, 1.5) + turning);

    let mut q = point;
    if part == LIMB {
        q.y += 0.25 * point.x.abs() * (angle + 1.3).sin() * (1.0 - dead);
    }
    let twisted = spin(
        q.xy(),
        gain * motion.twist * mask * lagged.cos() + PI * dead,
    );
    q.x = twisted.x;
    q.y = twisted.y;
    // About a point behind the head.
    let pivot = motion.nose - 0.35 * motion.length;
    let yawed = spin(
        Vector2::new(q.z - pivot, q.x),
        gain * motion.yaw * angle.sin(),
    );
    q.z = yawed.x + pivot;
    q.x = yawed.y;
    let wave = motion.wave * mask * lagged.cos();
    let bend = (motion.agility * state.turn).clamp(-0.35, 0.35) * (1.0 - dead) + 0.2 * dead;
    let ends = (along - 0.4) * (along - 0.4);
    q.x += motion.length * (gain * (motion.side * angle.cos() + wave) + bend * ends);
    q
}

/// How far a standing body is lowered, so that its soles are on the ground.
fn drop(motion: &MotionParams, state: &BodyState, it: &Activity) -> f32 {
    it.rest * (motion.stand / state.size + motion.sole)
}

/// Birds: wings of two segments flap, glide in descent, fold back in a dive, and lie at the sides
/// of a standing bird; legs are drawn in during flight.
fn fly_as_bird(
    motion: &MotionParams,
    state: &BodyState,
    point: Vector3<f32>,
    part: f32,
) -> Vector3<f32> {
    let it = Activity::of(state.activity);
    let free = 1.0 - it.landing.max(it.rest).max(it.dead);
    let dive = free * motion.dive * smoothstep(-0.5, -0.85, state.slope);
    let glide = free * motion.glide * smoothstep(0.03, -0.25, state.slope);
    let flap = (1.0 - glide) * (1.0 - 1.3 * dive).max(0.0) * (1.0 - it.rest) * (1.0 - it.dead);
    let angle = TAU * state.phase;
    let upstroke = flap * (-angle.sin()).max(0.0);
    let fold = it.rest.max(dive).max(0.28 * upstroke).max(0.5 * it.dead);

    let mut q = point;
    let out = point.x.abs() - motion.shoulder;
    if part == WING && out > 0.0 {
        let reach = motion.half_span - motion.shoulder;
        let inner = mix(0.1 + flap * motion.stroke * angle.cos(), -0.75, it.rest) + 0.5 * it.dead;
        let outer = flap * (0.6 * motion.stroke * (angle - 1.1).cos() - 0.06) - 0.2 * it.rest;
        let short = 1.0 - 0.86 * fold;
        let wrist = 0.42 * reach * short;
        let arm = (out * short).min(wrist);
        let hand = (out * short - wrist).max(0.0);
        let pitch = 0.3 * flap * angle.sin() * point.z * out / reach;
        q.x = motion.shoulder + arm * inner.cos() + hand * (inner + outer).cos();
        q.x = if point.x < 0.0 { -q.x } else { q.x };
        q.y += arm * inner.sin() + hand * (inner + outer).sin() + pitch;
        q.z -= 0.46 * fold * out;
    }
    q.y -= 0.05 * motion.half_span * flap * angle.cos();

    if part == LIMB {
        let hang = motion.hip - point.y;
        q.y = motion.hip - hang * mix(0.1, 1.0, it.legs);
        q.z -= 0.8 * hang * (1.0 - it.legs);
    } else {
        // A standing bird holds its breast up.
        let pivot = motion.hip;
        let raised = spin(Vector2::new(q.z, q.y - pivot), 0.6 * it.rest);
        q.z = raised.x;
        q.y = raised.y + pivot;
    }
    q.y -= drop(motion, state, &it);
    q
}

/// Butterflies: the wings beat far up and down, each beat a little different; the rear ones lag. At
/// rest they are closed over the back.
fn fly_as_butterfly(
    motion: &MotionParams,
    state: &BodyState,
    point: Vector3<f32>,
    part: f32,
) -> Vector3<f32> {
    let it = Activity::of(state.activity);
    let glide = motion.glide * smoothstep(0.0, -0.3, state.slope);
    let flap = (1.0 - glide) * (1.0 - it.rest) * (1.0 - it.dead);
    let angle = TAU * state.phase;
    let erratic = 0.25 * (2.0 * angle + TAU * state.variety).cos();

    let mut q = point;
    let out = point.x.abs() - motion.shoulder;
    if part == WING && out > 0.0 {
        let reach = motion.half_span - motion.shoulder;
        let late = angle - 0.7 * smoothstep(0.0, -0.6, point.z / reach) - 0.5 * out / reach;
        let stroke = 0.75 * late.cos() + erratic;
        let lift = mix(0.25 + flap * motion.stroke * stroke, 1.45, it.rest) + 0.9 * it.dead;
        q.x = motion.shoulder + out * lift.cos();
        q.x = if point.x < 0.0 { -q.x } else { q.x };
        q.y += out * lift.sin();
    }
    q.y -=
        0.16 * motion.half_span * flap * (0.75 * angle.cos() + erratic) + drop(motion, state, &it);
    q
}

/// Insects: the wings are drawn as the fans that they sweep, which quiver; at rest they are folded
/// over the back.
fn fly_as_insect(
    motion: &MotionParams,
    state: &BodyState,
    point: Vector3<f32>,
    part: f32,
) -> Vector3<f32> {
    let it = Activity::of(state.activity);
    let rest = it.rest.max(it.dead);
    let angle = TAU * state.phase;
    let mut q = point;
    let out = point.x.abs() - motion.shoulder;
    if part == WING && out > 0.0 {
        let quiver = (1.0 - rest) * motion.stroke * angle.cos() * out;
        q.x = mix(point.x, 0.12 * point.x, rest);
        q.y = mix(
            point.y + quiver,
            0.12 * point.y + 0.2 * motion.shoulder,
            rest,
        );
        q.z -= 0.9 * out * rest;
    }
    if part == LIMB {
        // Legs trail during flight.
        q.z -= 0.3 * (motion.hip - point.y).max(0.0) * (1.0 - rest);
    }
    q.y -= drop(motion, state, &it);
    q
}
