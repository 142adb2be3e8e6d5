//! What a boid of a hunting flock does, as the game reads it.

use flock_sim::{BoidId, HuntPhase};
use fyrox::{core::pool::Handle, scene::node::Node};

/// What a boid of a hunting flock does, from [`Flock::pursuit`](crate::Flock::pursuit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlockPursuit {
    /// What it does.
    pub phase: HuntPhase,
    /// The boid that it shadows or attacks, with the node of that boid's flock. The boid may be gone.
    pub quarry: Option<(Handle<Node>, BoidId)>,
    /// Number of attacks that have begun.
    pub attacks: u32,
    /// Number of boids that it caught.
    pub catches: u32,
}
