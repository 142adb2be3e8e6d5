//! What drawn bodies do: how they turn, their effort, and whether they land, stand or are dead. A
//! renderer moves fins, wings and legs by this.

use super::orientation::OrientationParams;
use crate::{
    math::{
        orientation::{mix, MIN_SPEED},
        random::{hash_of, unit},
        vector::{cross, dot, forward_and_up, length},
    },
    motion::loose_body::LooseBody,
    perches::stay::{Stay, StayPhase},
    settings::{Facing, Settings},
    state::boids::{BoidState, Boids},
};

/// Time in which a body gets its wings and legs into place, and time in which a dead body turns
/// over, in seconds.
const CHANGE: f32 = 0.35;
const DYING: f32 = 1.0;

/// Largest progress of an activity. It is below 1, because the whole number is the activity itself.
const DONE: f32 = 0.999;

/// Largest turn rate, in rad/s.
const MOST_TURN: f32 = 20.0;

/// What the boids do. `blend` is the share of the way from the previous to the current state.
#[derive(Clone, Copy)]
pub(crate) struct Motions<'a> {
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) bodies: &'a [LooseBody],
    pub(crate) blend: f32,
    pub(crate) measure: Measure,
}

/// Computes turn rates and efforts from velocities.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    /// Turn rate at which a body points at right angles to its velocity, in rad/s; 0 if bodies do
    /// not follow their velocities.
    turn: f32,
    max_speed: f32,
}

impl Measure {
    pub(crate) fn new(settings: &Settings) -> Self {
        let body = &settings.body;
        let follows = body.facing == Facing::Velocity && body.turn_time > 0.0;
        Self {
            turn: if follows { 1.0 / body.turn_time } else { 0.0 },
            max_speed: settings.motion.max_speed,
        }
    }

    /// Turn rate towards the body's X axis, in rad/s, and effort, as a share of the largest speed.
    ///
    /// A body lags behind a turning velocity by the angle by which the velocity turns in
    /// `body.turn_time`. So the lag gives the turn rate, as smoothly as the body itself turns.
    fn of(&self, orientation: [f32; 4], velocity: [f32; 3]) -> [f32; 2] {
        let speed = length(velocity);
        let moves = speed > MIN_SPEED;
        if !moves {
            return [0.0, 0.0];
        }
        let (forward, up) = forward_and_up(orientation);
        let sine = dot(cross(up, forward), velocity) / speed;
        let turn = (self.turn * sine).clamp(-MOST_TURN, MOST_TURN);
        [turn, speed / self.max_speed.max(MIN_SPEED)]
    }
}

impl Motions<'_> {
    /// Writes the motions, starting with the body of index `first`: the boids, then the loose
    /// bodies.
    pub(crate) fn write(&self, first: usize, out: &mut [[f32; 4]]) {
        for (index, texel) in (first..).zip(out) {
            *texel = match index.checked_sub(self.current.len()) {
                None => self.boid(index),
                Some(loose) => self.loose(&self.bodies[loose]),
            };
        }
    }

    fn boid(&self, index: usize) -> [f32; 4] {
        let of = |boids: &Boids| {
            let orientation = [0, 1, 2, 3].map(|part| boids.orientation[part][index]);
            let velocity = [0, 1, 2].map(|axis| boids.velocity[axis][index]);
            (orientation, velocity)
        };
        self.texel(
            of(self.previous),
            of(self.current),
            0.0,
            self.current.slot[index],
        )
    }

    fn loose(&self, body: &LooseBody) -> [f32; 4] {
        let of = |state: &BoidState| (state.pose.orientation.coords.into(), state.velocity.into());
        let activity = activity(body);
        self.texel(of(&body.before), of(&body.state), activity, body.state.slot)
    }

    fn texel(
        &self,
        before: ([f32; 4], [f32; 3]),
        after: ([f32; 4], [f32; 3]),
        activity: f32,
        slot: u32,
    ) -> [f32; 4] {
        let orientation = mix(before.0, after.0, self.blend);
        let velocity =
            [0, 1, 2].map(|axis| before.1[axis] + (after.1[axis] - before.1[axis]) * self.blend);
        let [turn, effort] = self.measure.of(orientation, velocity);
        // Hashed twice, because hashed once it would be the number that also determines the size.
        let variety = unit(hash_of(hash_of(slot)));
        [turn, effort, activity, variety]
    }
}

/// The number of what a loose body does, plus its progress as the fraction.
fn activity(body: &LooseBody) -> f32 {
    let after = |seconds: f32, time: f32| (seconds / time).min(DONE);
    if body.death.is_some() {
        return 4.0 + after(body.seconds as f32, DYING);
    }
    match body.stay {
        None => 0.0,
        Some(Stay {
            phase,
            seconds,
            stood,
            ..
        }) => match phase {
            StayPhase::Approach => 0.0,
            StayPhase::Descent => 1.0 + after(seconds, CHANGE),
            StayPhase::Stand => 2.0 + after(seconds, CHANGE),
            // The body leaves its rest from the progress that it had reached.
            StayPhase::TakeOff => {
                let rest = (stood / CHANGE).min(1.0) * (1.0 - after(seconds, CHANGE));
                3.0 + (1.0 - rest).min(DONE)
            }
        },
    }
}

impl OrientationParams {
    /// Advances the beat of a boid that flies to a perch or away from it.
    pub(crate) fn beat(&self, body: &mut LooseBody) {
        let flies = body.stay.is_some_and(|stay| stay.phase != StayPhase::Stand);
        if flies {
            let speed = body.state.velocity.norm();
            body.state.pose.phase = self.phase(body.state.pose.phase, speed);
        }
    }
}
