//! Errors of worlds.

use super::FlockId;
use crate::settings::validation::SettingsError;

/// What a world refuses.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// Values of a relation are out of range.
    #[error(transparent)]
    Relation(#[from] SettingsError),
    /// There is no such flock in the world, or it was removed.
    #[error("there is no {0} in the world")]
    NoSuchFlock(FlockId),
    /// A relation of a flock to itself: its own rules say what its boids mean to each other.
    #[error("{0} cannot be related to itself; its rules say what its boids do about each other")]
    Itself(FlockId),
    /// Related flocks must make the same steps.
    #[error(
        "{first} has time steps of {first_step} s and {second} of {second_step} s, but they are \
         related; set simulation.time_step of both to the same value"
    )]
    TimeSteps {
        /// One of the flocks.
        first: FlockId,
        /// Its `simulation.time_step`, in seconds.
        first_step: f32,
        /// Another one, to which it is related, perhaps by way of a third.
        second: FlockId,
        /// Its `simulation.time_step`, in seconds.
        second_step: f32,
    },
}
