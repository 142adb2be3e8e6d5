//! The world of a scene, as its flocks know it.

use crate::relations::FlockPursuit;
use flock_sim::{world::FlockId, BoidId};
use std::any::Any;

/// The world of the scene that a flock is in. A flock keeps its world alive. The type of the world
/// knows the flocks, so that a flock does not know this type.
pub(super) trait JoinedWorld: Any + Send + Sync {
    /// The hunting state of a boid of a flock in the world.
    fn pursuit(&self, flock: FlockId, boid: BoidId) -> Option<FlockPursuit>;

    /// The hunting state of all boids of a flock in the world.
    fn pursuits(&self, flock: FlockId) -> Vec<(BoidId, FlockPursuit)>;
}
