//! Bodies that follow the headings of their boids smoothly.
//!
//! The body carries its orientation along: each step turns it by the shortest way towards the heading and rolls it slowly
//! until its back faces up, or leans into the turn. Building the orientation from heading and up vector alone would flip
//! wherever the two are parallel.

use crate::{
    algebra::{cross, dot, forward_and_up, length, times},
    pose::{fraction, MIN_SPEED},
    vectors::{load, store, Work},
    Body,
};

/// Time, in seconds, in which a body that does not lean rolls most of the way back to upright.
const ROLL_TIME: f32 = 0.5;

/// Two directions are taken as opposite when 1 + their cosine is below this; the axis between them is noise then.
const OPPOSITE: f32 = 1e-6;

/// The acceleration of free fall, in m/s².
const GRAVITY: f32 = 9.81;

/// Tangent of 80 degrees, which is as far as a body leans.
const MOST_LEAN: f32 = 5.671_282;

/// How poses change in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Following {
    turn: f32,
    roll: f32,
    /// Tangent of the angle at which a body leans, for each m/s by which its velocity changes to the side.
    lean: f32,
    beats_at_rest: f32,
    beats_per_speed: f32,
}

impl Following {
    pub(crate) fn new(body: &Body, dt: f32) -> Self {
        let leans = body.banking > 0.0;
        Self {
            turn: approach(dt, body.turn_time),
            roll: approach(dt, if leans { body.turn_time } else { ROLL_TIME }),
            lean: body.banking / (GRAVITY * dt),
            beats_at_rest: body.beats_per_second * dt,
            beats_per_speed: body.beats_per_metre * dt,
        }
    }

    /// The orientation (x, y, z, w) after a step of a body that turns to a vector of this length. If it leans into turns,
    /// its velocity changed by `change`.
    #[inline(always)]
    fn orientation(
        &self,
        q: [f32; 4],
        heading: [f32; 3],
        length: f32,
        change: Option<[f32; 3]>,
    ) -> [f32; 4] {
        let (forward, up) = forward_and_up(q);
        let rolled = self.roll(q, change.map(|change| self.lean(forward, change)));
        let turned = times(self.turn_towards(forward, up, heading, length), rolled);
        let [x, y, z, w] = turned;
        let length = (x * x + y * y + z * z + w * w).sqrt();
        [x / length, y / length, z / length, w / length]
    }

    /// Part of the shortest rotation, in the world, from where the body points to the heading. About the body's own up axis
    /// for a heading straight behind, where every way is as short. None without a heading. Of any length above 0.
    #[inline(always)]
    fn turn_towards(
        &self,
        forward: [f32; 3],
        up: [f32; 3],
        velocity: [f32; 3],
        speed: f32,
    ) -> [f32; 4] {
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

    /// Sine and cosine of the angle at which the body is to lean towards its own X axis, if its velocity changed like this.
    /// The steeper the body, the less.
    #[inline(always)]
    fn lean(&self, forward: [f32; 3], change: [f32; 3]) -> (f32, f32) {
        // The level axis to the side is (z, 0, -x) of where the body points, times the cosine of the slope.
        let aside = forward[2] * change[0] - forward[0] * change[2];
        let tangent = (self.lean * aside).clamp(-MOST_LEAN, MOST_LEAN);
        let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
        (tangent * cosine, cosine)
    }

    /// The orientation after a small rotation about the body's own Z towards upright, or towards a lean of which sine and
    /// cosine are given. The steeper the body, the slower; straight up there is nothing to roll back to. Of any length
    /// above 0.
    #[inline(always)]
    fn roll(&self, [x, y, z, w]: [f32; 4], lean: Option<(f32, f32)>) -> [f32; 4] {
        // The heights of the ends of the body's own X and Y axes: sine and cosine of the roll, both times the cosine of
        // the slope. A body that leans towards X lowers that end.
        let (side, back) = (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z));
        let (side, back) = match lean {
            Some((sine, cosine)) => (side * cosine + back * sine, back * cosine - side * sine),
            None => (side, back),
        };
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
    /// The velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
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
        match self.following.lean > 0.0 {
            true => self.all::<LANES, true>(),
            false => self.all::<LANES, false>(),
        }
    }
}

impl Follow<'_> {
    /// `LEANS` says whether bodies lean into turns.
    #[inline(always)]
    fn all<const LANES: usize, const LEANS: bool>(self) {
        let [qx, qy, qz, qw] = self.orientation;
        let count = self.phase.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let [vx, vy, vz] = self
                .velocity
                .map(|values| load::<LANES>(values, start, len));
            let before = self.before.map(|values| load::<LANES>(values, start, len));
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
                let speed = length(velocity);
                let heading = [hx[lane], hy[lane], hz[lane]];
                let pull = length(heading);
                let (heading, pull) = if pull > MIN_SPEED {
                    (heading, pull)
                } else {
                    (velocity, speed)
                };
                let change = [
                    velocity[0] - before[0][lane],
                    velocity[1] - before[1][lane],
                    velocity[2] - before[2][lane],
                ];
                let change = LEANS.then_some(change);
                let old = [q[0][lane], q[1][lane], q[2][lane], q[3][lane]];
                let [x, y, z, w] = self.following.orientation(old, heading, pull, change);
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

/// Share of a difference that exponential smoothing covers in `dt` seconds.
fn approach(dt: f32, time: f32) -> f32 {
    if time > 0.0 {
        1.0 - (-dt / time).exp()
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pose::{facing, Pose},
        Vec3,
    };
    use nalgebra::{Quaternion, UnitQuaternion};

    fn following() -> Following {
        Following::new(&Body::default(), 1.0 / 60.0)
    }

    impl Following {
        /// The pose of one boid after a step that changed its velocity so.
        fn follow(&self, pose: &Pose, before: Vec3, velocity: Vec3) -> Pose {
            self.face(pose, before, velocity, velocity)
        }

        /// The same for a body that turns to a heading of its own.
        fn face(&self, pose: &Pose, before: Vec3, velocity: Vec3, heading: Vec3) -> Pose {
            let mut q: [f32; 4] = pose.orientation.coords.into();
            let mut phase = [pose.phase];
            let [before, velocity, heading] = [&before, &velocity, &heading]
                .map(|vector| [0, 1, 2].map(|axis| &vector.as_slice()[axis..=axis]));
            Follow {
                following: self,
                before,
                velocity,
                heading,
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
            let next = following().follow(&pose, velocity, velocity);
            assert!((next.orientation.norm() - 1.0).abs() < 1e-5);
            assert!(next.orientation.angle_to(&pose.orientation) < 0.5);
            pose = next;
        }
        pose
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
        let turned = Following::new(&body, 0.01).follow(&pose(Vec3::z()), Vec3::z(), -Vec3::z());
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
    fn a_body_with_a_heading_of_its_own_turns_to_that() {
        let sideways = |pose: &Pose| following().face(pose, Vec3::x(), Vec3::x(), Vec3::z() * 1e-3);
        let turned = (0..180).fold(pose(Vec3::x()), |pose, _| sideways(&pose));
        let (forward, _) = axes(&turned.orientation);
        assert!((forward - Vec3::z()).norm() < 1e-3);
        // Without one it turns to the velocity.
        let ahead = |pose: &Pose| following().face(pose, Vec3::x(), Vec3::x(), Vec3::zeros());
        let turned = (0..180).fold(turned, |pose, _| ahead(&pose));
        let (forward, _) = axes(&turned.orientation);
        assert!((forward - Vec3::x()).norm() < 1e-3);
    }

    const DT: f32 = 1.0 / 60.0;

    fn leaning(banking: f32, turn_time: f32) -> Following {
        let body = Body {
            banking,
            turn_time,
            ..Body::default()
        };
        Following::new(&body, DT)
    }

    /// Up and inward, after some turns of a circle at 10 m/s and one turn in so many seconds.
    fn circle(following: &Following, seconds: f32, clockwise: bool) -> (Vec3, Vec3) {
        let sign = if clockwise { -1.0 } else { 1.0 };
        let velocity = |step: i32| {
            let angle = sign * step as f32 * DT / seconds * std::f32::consts::TAU;
            Vec3::new(angle.cos(), 0.0, angle.sin()) * 10.0
        };
        let mut pose = pose(Vec3::x());
        let steps = (3.0 * seconds / DT) as i32;
        for step in 0..steps {
            let next = following.follow(&pose, velocity(step), velocity(step + 1));
            assert!(next.orientation.angle_to(&pose.orientation) < 0.5);
            pose = next;
        }
        let ahead = velocity(steps).normalize();
        let inward = Vec3::new(-ahead.z, 0.0, ahead.x) * sign;
        (axes(&pose.orientation).1, inward)
    }

    #[test]
    fn bodies_lean_into_turns() {
        for clockwise in [false, true] {
            for (banking, expected) in [(0.5f32, 0.32f32), (1.0, 0.64), (2.0, 1.28)] {
                let following = leaning(banking, 0.05);
                // 6.28 m/s² of acceleration.
                let (up, inward) = circle(&following, 10.0, clockwise);
                let tangent = up.dot(&inward) / up.y;
                assert!(
                    (tangent - expected).abs() < 0.05,
                    "{tangent}, not {expected}"
                );
            }
            let (up, inward) = circle(&leaning(2.0, 0.05), 0.5, clockwise);
            let angle = up.dot(&inward).atan2(up.y).to_degrees();
            // The body points a little less far than the boid goes.
            assert!((60.0..80.1).contains(&angle), "{angle}");
        }
        let (up, _) = circle(&leaning(0.0, 0.05), 10.0, false);
        assert!(up.y > 0.9999);
    }

    #[test]
    fn leaning_bodies_come_upright_again_and_never_jerk() {
        for turn_time in [0.1, 0.3, 2.0] {
            let following = leaning(2.0, turn_time);
            let turns = [
                Vec3::z(),
                -Vec3::z(),
                Vec3::y(),
                -Vec3::y(),
                Vec3::new(1e-7, 1.0, 0.0),
                Vec3::zeros(),
                Vec3::x() * 1e-8,
                Vec3::x(),
            ];
            let (mut pose, mut before) = (pose(Vec3::x()), Vec3::x());
            for velocity in turns.map(|turn| turn * 1000.0) {
                for _ in 0..40 {
                    let next = following.follow(&pose, before, velocity);
                    assert!((next.orientation.norm() - 1.0).abs() < 1e-5);
                    let angle = next.orientation.angle_to(&pose.orientation);
                    assert!(angle < 0.6, "{angle}");
                    (pose, before) = (next, velocity);
                }
            }
            let upright = (0..1200).fold(pose, |pose, _| following.follow(&pose, before, before));
            assert!(axes(&upright.orientation).1.y > 0.999);
        }
    }
}
