//! The log that a world replays, and how far it has got.

use super::{
    log::{Call, WorldLog},
    FlockId,
};
use crate::{
    geometry::Geometry,
    state::snapshot_error::{broken, SnapshotError},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A log that is being replayed.
#[derive(Debug)]
pub(super) struct WorldReplay {
    pub(super) state: ReplayState,
    /// Geometry of the flocks that the log adds.
    pub(super) geometry: Arc<Geometry>,
}

/// Progress of a replay, as a snapshot holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayState {
    pub(super) log: WorldLog,
    /// Number of calls of the world that have been repeated.
    pub(super) done: usize,
    /// Number of steps that each flock had made when the last call was repeated, or when the replay
    /// began; empty until that is known.
    pub(super) since: Vec<(FlockId, u64)>,
}

impl WorldReplay {
    /// Restores the replay of a snapshot.
    pub(super) fn restored(
        state: &ReplayState,
        geometry: &Arc<Geometry>,
    ) -> Result<Self, SnapshotError> {
        if state.done > state.log.calls.len() {
            return Err(broken("more calls were replayed than are in the log"));
        }
        Ok(Self {
            state: state.clone(),
            geometry: geometry.clone(),
        })
    }

    /// The next call to repeat.
    pub(super) fn next(&self) -> Option<&Call> {
        self.state.log.calls.get(self.state.done)
    }
}
