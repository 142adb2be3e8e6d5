//! The input log of a world: the calls that a game makes on it.

use super::{FlockId, Hunts};
use crate::{
    flock::{log::InputLog, saving::snapshot::Snapshot},
    steering::relation::Relation,
};
use serde::{Deserialize, Serialize};

/// A call that changes what becomes of a world, named as the method of [`World`](crate::World),
/// with its arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the methods document their arguments")]
pub enum WorldInput {
    /// Contains the whole state of the flock.
    Add(Box<Snapshot>),
    Remove(FlockId),
    SetRelation {
        of: FlockId,
        to: FlockId,
        relation: Relation,
    },
    /// Contains only hunters whose boids existed; hunted flocks have their ids in this world.
    RestoreHunts {
        id: FlockId,
        hunts: Hunts,
    },
}

/// Progress of one flock at the time of a call.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Progress {
    pub(super) flock: FlockId,
    pub(super) steps: u64,
    /// Number of calls of the flock itself that came before.
    pub(super) calls: usize,
}

/// A call, with the progress of all flocks that existed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    pub(super) after: Vec<Progress>,
    pub(super) input: WorldInput,
}

/// What a game does to a world and to its flocks. See
/// [`World::start_log`](crate::World::start_log).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldLog {
    pub(super) calls: Vec<Call>,
    /// Includes flocks that were removed.
    pub(super) flocks: Vec<(FlockId, InputLog)>,
}

impl WorldLog {
    /// The calls on the world, in their order.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &WorldInput> {
        self.calls.iter().map(|call| &call.input)
    }

    /// The calls on each flock, with the flock's id.
    pub fn flocks(&self) -> &[(FlockId, InputLog)] {
        &self.flocks
    }

    pub(super) fn of(&self, id: FlockId) -> Option<&InputLog> {
        let found = self.flocks.iter().find(|(flock, _)| *flock == id);
        found.map(|(_, log)| log)
    }
}
