//! Measures the motion of a body from its orientation and its velocity.

use crate::{
    math::{
        orientation::{mix, MIN_SPEED},
        random::{hash_of, unit},
        vector::{cross, dot, forward_and_up, length},
    },
    settings::{Facing, Settings},
    state::looks::Looks,
};

/// Largest turn rate, in rad/s.
const MOST_TURN: f32 = 20.0;

/// Computes turn rates and efforts from velocities.
#[derive(Clone, Copy)]
pub(crate) struct Measure<'a> {
    looks: &'a Looks,
    /// Turn rate at which a body points at right angles to its velocity, in rad/s; 0 if bodies do
    /// not follow their velocities.
    turn: f32,
    max_speed: f32,
}

impl<'a> Measure<'a> {
    pub(crate) fn new(settings: &Settings, looks: &'a Looks) -> Self {
        let body = &settings.body;
        let follows = body.facing == Facing::Velocity && body.turn_time > 0.0;
        Self {
            looks,
            turn: if follows { 1.0 / body.turn_time } else { 0.0 },
            max_speed: settings.motion.max_speed,
        }
    }

    /// Turn rate towards the body's X axis, in rad/s, and effort, as a share of the largest speed.
    ///
    /// A body lags behind a turning velocity by the angle by which the velocity turns in
    /// `body.turn_time`. So the lag gives the turn rate, as smoothly as the body itself turns.
    #[inline(always)]
    pub(crate) fn of(&self, orientation: [f32; 4], velocity: [f32; 3]) -> [f32; 2] {
        let speed = length(velocity);
        let (forward, up) = forward_and_up(orientation);
        let sine = dot(cross(up, forward), velocity) / speed;
        let turn = (self.turn * sine).clamp(-MOST_TURN, MOST_TURN);
        let effort = speed / self.max_speed.max(MIN_SPEED);
        // The turn of a boid at rest is NaN.
        let moves = speed > MIN_SPEED;
        [
            if moves { turn } else { 0.0 },
            if moves { effort } else { 0.0 },
        ]
    }

    /// The number of the boid in a slot for colours and patterns, in [0, 1).
    #[inline(always)]
    pub(crate) fn variety(&self, slot: u32) -> f32 {
        // Hashed twice, because hashed once it would be the number that also determines the size.
        unit(hash_of(hash_of(self.looks.of(slot))))
    }
}

/// Orientation and velocity of a body.
pub(super) type Moving = ([f32; 4], [f32; 3]);

/// Orientation and velocity between two states.
#[inline(always)]
pub(super) fn between(before: Moving, after: Moving, blend: f32) -> Moving {
    let along = |axis: usize| before.1[axis] + (after.1[axis] - before.1[axis]) * blend;
    (
        mix(before.0, after.0, blend),
        [along(0), along(1), along(2)],
    )
}
