//! The hunting state of a boid, as the game reads it.

use flock_sim::{world::HuntPhase, BoidId};
use fyrox::{core::pool::Handle, scene::node::Node};

/// The hunting state of a boid, from [`Flock::pursuit`](crate::Flock::pursuit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlockPursuit {
    /// The phase of the hunt.
    pub phase: HuntPhase,
    /// The boid that is shadowed or attacked, with the node of its flock. The boid may have been
    /// removed.
    pub prey: Option<(Handle<Node>, BoidId)>,
    /// Number of attacks that this boid has begun.
    pub attacks: u32,
    /// Number of boids that this boid has caught.
    pub catches: u32,
}
