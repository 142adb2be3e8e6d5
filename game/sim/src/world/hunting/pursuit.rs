//! The phases of a hunt, and the boid that a hunter hunts.

use crate::{state::boid_id::BoidId, world::FlockId};
use serde::{Deserialize, Serialize};

/// A boid of a flock in the world that a hunter shadows or attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prey {
    /// Flock of the boid.
    pub flock: FlockId,
    /// Id of the boid. It may have been removed since.
    pub boid: BoidId,
}

/// The phases of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HuntPhase {
    /// The hunter moves by the rules of its flock, until prey is in sight and `hunting.rest_time`
    /// is over.
    Rest,
    /// The hunter keeps its distance from prey, until `hunting.shadow_time` is over and it finds an
    /// exposed boid that no other hunter attacks.
    Shadow,
    /// The hunter attacks a boid.
    Attack,
    /// The hunter has caught prey and moves by the rules of its flock.
    Handle,
    /// The hunter moves away from the place where prey escaped.
    Retreat,
}

/// State of one hunting boid, from [`World::pursuit`](crate::World::pursuit).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuit {
    /// Current phase of the hunt.
    pub phase: HuntPhase,
    /// The boid that the hunter shadows or attacks; `None` in other phases.
    pub prey: Option<Prey>,
    /// Number of attacks that the hunter has begun.
    pub attacks: u32,
    /// Number of boids that the hunter caught.
    pub catches: u32,
}

impl Pursuit {
    /// The boid that the hunter attacks; `None` if it attacks none.
    pub(super) fn attacked(&self) -> Option<Prey> {
        self.prey.filter(|_| self.phase == HuntPhase::Attack)
    }
}
