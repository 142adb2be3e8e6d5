//! The drawn pose of a boid: an orientation that follows the heading smoothly, and the beat of tail or wings.
//!
//! The body carries its orientation along: each step turns it by the shortest way towards the heading and rolls it
//! slowly back until its back faces up. Building the orientation from heading and up vector alone would flip wherever the
//! two are parallel.

use crate::{
    vectors::{load, store, Work},
    Body, Vec3,
};
use nalgebra::UnitQuaternion;

/// Time, in seconds, in which a body rolls most of the way back to upright.
const ROLL_TIME: f32 = 0.5;

/// Below this speed, in m/s, a velocity has no heading and the body keeps its own.
pub(crate) const MIN_SPEED: f32 = 1e-6;

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

    /// The orientation (x, y, z, w) after a step of a body that turns to a vector of this length.
    #[inline(always)]
    fn orientation(&self, q: [f32; 4], heading: [f32; 3], length: f32) -> [f32; 4] {
        let rolled = self.roll_upright(q);
        let turned = times(self.turn_towards(q, heading, length), rolled);
        let [x, y, z, w] = turned;
        let length = (x * x + y * y + z * z + w * w).sqrt();
        [x / length, y / length, z / length, w / length]
    }

    /// Part of the shortest rotation, in the world, from where the body points to the heading. About the body's own up axis
    /// for a heading straight behind, where every way is as short. None without a heading. Of any length above 0.
    #[inline(always)]
    fn turn_towards(&self, q: [f32; 4], velocity: [f32; 3], speed: f32) -> [f32; 4] {
        let (forward, up) = forward_and_up(q);
        let moves = speed > MIN_SPEED;
        let scale = if moves { 1.0 / speed } else { 0.0 };
        let heading = velocity.map(|component| component * scale);
        let scalar = 1.0 + dot(forward, heading);
        // (scalar, forward x heading) is the rotation times this length.
        let length = (2.0 * scalar).max(0.0).sqrt();
        let back = scalar < OPPOSITE;
        let rest = (1.0 - self.turn) * if back { 1.0 } else { length };
        let axis = cross(forward, heading);
        let turn = if moves { self.turn } else { 0.0 };
        let part = |index: usize| turn * if back { up[index] } else { axis[index] };
        let whole = rest + if back { 0.0 } else { self.turn * scalar };
        [part(0), part(1), part(2), if moves { whole } else { 1.0 }]
    }

    /// The orientation after a small rotation about the body's own Z towards upright. The steeper the body, the slower;
    /// straight up there is nothing to roll back to. Of any length above 0.
    #[inline(always)]
    fn roll_upright(&self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        // The heights of the ends of the body's own X and Y axes: sine and cosine of the roll, both times the cosine of
        // the slope.
        let side = 2.0 * (x * y + w * z);
        let back = 1.0 - 2.0 * (x * x + z * z);
        // Upside down the sine falls again, but the roll must not get stuck there.
        let steep = (side * side + back * back).sqrt().copysign(side);
        let error = if back < 0.0 { steep } else { side };
        let roll = -0.5 * self.roll * error;
        [x + y * roll, y - x * roll, z + w * roll, w - z * roll]
    }

    /// The phase of the beat after a step at this speed.
    #[inline(always)]
    fn phase(&self, phase: f32, speed: f32) -> f32 {
        fraction(phase + self.beats_at_rest + self.beats_per_speed * speed)
    }
}

/// Lets the poses follow the velocities.
pub(crate) struct Follow<'a> {
    pub(crate) following: &'a Following,
    /// The velocities after the step.
    pub(crate) velocity: [&'a [f32]; 3],
    /// Where the bodies turn to: vectors of any length. Where one is zero, the velocity counts.
    pub(crate) heading: [&'a [f32]; 3],
    /// The poses, before the step and then after it: x, y, z and w of the orientation, and the phase.
    pub(crate) orientation: [&'a mut [f32]; 4],
    pub(crate) phase: &'a mut [f32],
}

impl Work for Follow<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let [qx, qy, qz, qw] = self.orientation;
        let count = self.phase.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let [vx, vy, vz] = self
                .velocity
                .map(|values| load::<LANES>(values, start, len));
            let [hx, hy, hz] = self.heading.map(|values| load::<LANES>(values, start, len));
            let mut phase = load::<LANES>(self.phase, start, len);
            let mut q = [
                load::<LANES>(qx, start, len),
                load::<LANES>(qy, start, len),
                load::<LANES>(qz, start, len),
                load::<LANES>(qw, start, len),
            ];
            for lane in 0..LANES {
                let velocity = [vx[lane], vy[lane], vz[lane]];
                let speed = dot(velocity, velocity).sqrt();
                let heading = [hx[lane], hy[lane], hz[lane]];
                let pull = dot(heading, heading).sqrt();
                let (heading, pull) = if pull > MIN_SPEED {
                    (heading, pull)
                } else {
                    (velocity, speed)
                };
                let before = [q[0][lane], q[1][lane], q[2][lane], q[3][lane]];
                let [x, y, z, w] = self.following.orientation(before, heading, pull);
                q[0][lane] = x;
                q[1][lane] = y;
                q[2][lane] = z;
                q[3][lane] = w;
                phase[lane] = self.following.phase(phase[lane], speed);
            }
            store(&q[0], qx, start, len);
            store(&q[1], qy, start, len);
            store(&q[2], qz, start, len);
            store(&q[3], qw, start, len);
            store(&phase, self.phase, start, len);
        }
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
#[inline(always)]
fn forward_and_up([x, y, z, w]: [f32; 4]) -> ([f32; 3], [f32; 3]) {
    let forward = [
        2.0 * (x * z + w * y),
        2.0 * (y * z - w * x),
        1.0 - 2.0 * (x * x + y * y),
    ];
    let up = [
        2.0 * (x * y - w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z + w * x),
    ];
    (forward, up)
}

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The product of two quaternions, x, y, z and w: the rotation `b`, then `a`.
#[inline(always)]
fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
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
#[inline(always)]
fn fraction(value: f32) -> f32 {
    value - value.floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Quaternion;

    fn following() -> Following {
        Following::new(&Body::default(), 1.0 / 60.0)
    }

    impl Following {
        /// The pose of one boid after a step that left it with this velocity.
        fn follow(&self, pose: &Pose, velocity: Vec3) -> Pose {
            let mut q: [f32; 4] = pose.orientation.coords.into();
            let mut phase = [pose.phase];
            Follow {
                following: self,
                velocity: [0, 1, 2].map(|axis| &velocity.as_slice()[axis..=axis]),
                heading: [0, 1, 2].map(|axis| &velocity.as_slice()[axis..=axis]),
                orientation: q.each_mut().map(std::slice::from_mut),
                phase: &mut phase,
            }
            .run::<4>();
            Pose {
                orientation: UnitQuaternion::new_unchecked(Quaternion::from(q)),
                phase: phase[0],
                variation: pose.variation,
            }
        }
    }

    fn axes(orientation: &UnitQuaternion<f32>) -> (Vec3, Vec3) {
        let (forward, up) = forward_and_up(orientation.coords.into());
        (forward.into(), up.into())
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
            let (forward, up) = axes(&facing(heading));
            assert!((forward - heading).norm() < 1e-5);
            assert!(up.y > 0.0 && up.cross(&forward).y.abs() < 1e-5);
        }
        for heading in [Vec3::y(), -Vec3::y()] {
            let (forward, _) = axes(&facing(heading));
            assert!((forward - heading).norm() < 1e-5);
        }
    }

    #[test]
    fn straight_up_and_over() {
        for heading in [Vec3::y(), -Vec3::y(), Vec3::new(0.0, 1.0, -1e-7)] {
            let turned = follow(pose(Vec3::z()), heading);
            let (forward, _) = axes(&turned.orientation);
            assert!((forward - heading).norm() < 1e-3);
            // Over the top and back: level again, and no longer upside down.
            let over = follow(turned, -Vec3::z());
            let (forward, up) = axes(&over.orientation);
            assert!((forward + Vec3::z()).norm() < 1e-3 && up.y > 0.95, "{up}");
        }
    }

    #[test]
    fn exact_reversal_turns_about_the_back() {
        for heading in [Vec3::x(), Vec3::z(), Vec3::new(0.6, 0.8, 0.0)] {
            let turned = follow(pose(heading), -heading);
            let (forward, up) = axes(&turned.orientation);
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
        let (forward, up) = axes(&turned.orientation);
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
