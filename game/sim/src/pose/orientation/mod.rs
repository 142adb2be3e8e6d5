//! Orientation of bodies, which follow the headings of their boids smoothly.
//!
//! A body keeps its orientation from step to step: each step turns it by the shortest rotation
//! towards the heading, and rolls it slowly until its back faces up or it leans into the turn. An
//! orientation that is built from heading and up vector alone would flip where the two are
//! parallel.

#[cfg(test)]
mod tests;

use crate::{
    math::{
        lanes::{load, load_all, store, store_all},
        orientation::{fraction, MIN_SPEED},
        simd::LaneWork,
        vector::{cross, dot, forward_and_up, length, times},
    },
    settings::Body,
};

/// Time constant with which a body that does not lean rolls back to upright, in seconds.
const ROLL_TIME: f32 = 0.5;

/// Two directions count as opposite if 1 + their cosine is below this. The axis between them would
/// be only rounding error.
pub(crate) const OPPOSITE: f32 = 1e-6;

/// The acceleration of free fall, in m/s².
const GRAVITY: f32 = 9.81;

/// Tangent of 80 degrees, the largest angle at which a body leans.
pub(crate) const MOST_LEAN: f32 = 5.671_282;

/// Parameters of the update of poses in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrientationParams {
    pub(crate) turn: f32,
    pub(crate) roll: f32,
    /// Tangent of the angle at which a body leans, for each m/s by which its velocity changes
    /// sideways in the step.
    pub(crate) lean: f32,
    pub(crate) beats_at_rest: f32,
    pub(crate) beats_per_speed: f32,
}

impl OrientationParams {
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

    /// The orientation (x, y, z, w) of a body after a step, which turns towards a vector of this
    /// length. `change` is the change of its velocity, for bodies that lean into turns.
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

    /// Part of the shortest rotation, in the world, from the direction in which the body points to
    /// the heading.
    ///
    /// For a heading straight behind, where every axis is equally short, the rotation is about the
    /// body's own up axis. `None` without a heading. The quaternion has any length above 0.
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

    /// Sine and cosine of the banking angle for a change of velocity, towards the body's X axis. A
    /// body on a steep slope leans less.
    #[inline(always)]
    fn lean(&self, forward: [f32; 3], change: [f32; 3]) -> (f32, f32) {
        // The level axis to the side is (z, 0, -x) of the direction in which the body points, times
        // the cosine of the slope.
        let aside = forward[2] * change[0] - forward[0] * change[2];
        let tangent = (self.lean * aside).clamp(-MOST_LEAN, MOST_LEAN);
        let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
        (tangent * cosine, cosine)
    }

    /// The orientation after a small rotation about the body's own Z axis towards upright, or
    /// towards a lean with this sine and cosine.
    ///
    /// A body on a steep slope rolls more slowly; straight up it does not roll. The quaternion has
    /// any length above 0.
    #[inline(always)]
    fn roll(&self, [x, y, z, w]: [f32; 4], lean: Option<(f32, f32)>) -> [f32; 4] {
        // The heights of the ends of the body's own X and Y axes: sine and cosine of the roll, both
        // times the cosine of the slope. A body that leans towards X lowers the end of X.
        let (side, back) = (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z));
        let (side, back) = match lean {
            Some((sine, cosine)) => (side * cosine + back * sine, back * cosine - side * sine),
            None => (side, back),
        };
        // Upside down the sine decreases again, but the roll must not get stuck there.
        let steep = (side * side + back * back).sqrt().copysign(side);
        let error = if back < 0.0 { steep } else { side };
        let roll = -0.5 * self.roll * error;
        [x + y * roll, y - x * roll, z + w * roll, w - z * roll]
    }

    /// The phase of the beat after a step at this speed.
    #[inline(always)]
    pub(crate) fn phase(&self, phase: f32, speed: f32) -> f32 {
        fraction(phase + self.beats_at_rest + self.beats_per_speed * speed)
    }
}

/// Updates the poses so that they follow the velocities.
pub(crate) struct Orient<'a> {
    pub(crate) orientation_params: &'a OrientationParams,
    /// The velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
    /// The velocities after the step.
    pub(crate) velocity: [&'a [f32]; 3],
    /// Target directions, of any length. A zero vector stands for the velocity.
    pub(crate) heading: [&'a [f32]; 3],
    /// The poses before the step: x, y, z and w of the orientation, and the phase.
    pub(crate) orientation_before: [&'a [f32]; 4],
    pub(crate) phase_before: &'a [f32],
    /// The poses after the step.
    pub(crate) orientation: [&'a mut [f32]; 4],
    pub(crate) phase: &'a mut [f32],
}

impl LaneWork for Orient<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        if self.orientation_params.lean > 0.0 {
            self.all::<LANES, true>();
        } else {
            self.all::<LANES, false>();
        }
    }
}

impl Orient<'_> {
    /// With `LEANS`, bodies bank into turns.
    #[inline(always)]
    fn all<const LANES: usize, const LEANS: bool>(mut self) {
        let count = self.phase.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let [vx, vy, vz] = load_all::<LANES, 3>(&self.velocity, start, len);
            let before = load_all::<LANES, 3>(&self.before, start, len);
            let [hx, hy, hz] = load_all::<LANES, 3>(&self.heading, start, len);
            let mut phase = load::<LANES, _>(self.phase_before, start, len);
            let mut q = load_all::<LANES, 4>(&self.orientation_before, start, len);
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
                let [x, y, z, w] = self
                    .orientation_params
                    .orientation(old, heading, pull, change);
                q[0][lane] = x;
                q[1][lane] = y;
                q[2][lane] = z;
                q[3][lane] = w;
                phase[lane] = self.orientation_params.phase(phase[lane], speed);
            }
            store_all(&q, &mut self.orientation, start, len);
            store(&phase, self.phase, start, len);
        }
    }
}

/// Share of a difference that exponential smoothing covers in `dt` seconds.
fn approach(dt: f32, time: f32) -> f32 {
    if time > 0.0 {
        // Orientations are stored and drawn, so the result must have the same bits on every
        // platform.
        1.0 - libm::expf(-dt / time)
    } else {
        1.0
    }
}
