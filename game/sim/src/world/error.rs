//! Errors of worlds.

use super::FlockId;
use crate::{settings::validation::SettingsError, state::boid_id::BoidId};

/// An error of a call on a [`World`](crate::World).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// Values of a relation are out of range; the error names them.
    #[error(transparent)]
    Relation(#[from] SettingsError),
    /// The world has no flock with this id, or it was removed.
    #[error("there is no {0} in the world")]
    NoSuchFlock(FlockId),
    /// A flock cannot have a relation to itself: its own rules decide how its boids react to each
    /// other.
    #[error("{0} cannot have a relation to itself; its rules apply among its own boids")]
    Itself(FlockId),
    /// A boid that is moved to another flock does not fly in its flock: it was removed, waits for a
    /// place, is dead, held or on a perch.
    #[error("boid {boid} does not fly in {flock}; only a flying boid can go to another flock")]
    NotFlying {
        /// The boid.
        boid: BoidId,
        /// The flock that it is to leave.
        flock: FlockId,
    },
    /// The other flock refuses a boid; the error names the reason.
    #[error(transparent)]
    Arrival(SettingsError),
    /// Related flocks have different time steps, but they must step together. Nothing was stepped.
    #[error(
        "{first} has time steps of {first_step} s and {second} of {second_step} s, but they are \
         related; set simulation.time_step of both to the same value"
    )]
    TimeSteps {
        /// A flock of the related group.
        first: FlockId,
        /// `simulation.time_step` of `first`, in seconds.
        first_step: f32,
        /// Another flock that is related to `first`, directly or through other flocks.
        second: FlockId,
        /// `simulation.time_step` of `second`, in seconds.
        second_step: f32,
    },
}
