//! The boids of a block that steer in a step, as the stages of steering read them.

use super::pace::Pace;
use crate::{neighbours::seekers::Seekers, state::boids::BoidsPart};

/// Boids that steer, and their inputs.
pub(super) struct Steering<'a> {
    pub(super) seekers: Seekers<'a>,
    /// Empty if all boids of the flock steer in every step.
    pub(super) paces: &'a [Pace],
    pub(super) before: BoidsPart<'a>,
    pub(super) wind: Option<[&'a [f32]; 3]>,
    /// Lower bounds of the distances to geometry, in metres; meaningless without geometry.
    pub(super) clearances: &'a [f32],
    /// Velocities after the step, for writing.
    pub(super) velocity: [&'a mut [f32]; 3],
}
