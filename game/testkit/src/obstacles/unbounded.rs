//! Flocks without a boundary, which only obstacles stop.

use crate::flocks::in_the_open;
use flock_sim::{
    settings::{Backend, CollisionResponse},
    Flock, Settings,
};

/// A flock without boids and without a boundary. Boids that bounce are blind, so that they meet more.
pub(super) fn unbounded(
    backend: Backend,
    response: CollisionResponse,
    change: impl FnOnce(&mut Settings),
) -> Flock {
    let mut settings = Settings::default();
    settings.boundary.enabled = false;
    settings.simulation.backend = backend;
    settings.spawn.count = 0;
    settings.collision.response = response;
    settings.avoidance.enabled = response == CollisionResponse::Slide;
    change(&mut settings);
    in_the_open(settings)
}
