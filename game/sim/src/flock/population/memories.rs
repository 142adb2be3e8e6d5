//! Memories of boids by slot: avoidance, fear, level of detail, data of the game, looks.

use super::{data::BoidData, detail::DetailState};
use crate::{
    state::{boid_id::BoidId, looks::Looks, snapshot_error::SnapshotError},
    steering::{
        avoidance::{AvoidanceState, StoredLook},
        fear::{memory::StoredFear, state::FearState},
    },
};

/// Everything that is remembered about boids by slot. Every function here destructures all fields,
/// so the compiler asks for a new memory to be forgotten, saved and restored.
#[derive(Default)]
pub(crate) struct Memories {
    pub(crate) sights: AvoidanceState,
    pub(crate) fear: FearState,
    pub(crate) detail: DetailState,
    pub(crate) data: BoidData,
    pub(crate) looks: Looks,
}

/// The memories in the form in which a snapshot holds them.
pub(crate) struct SavedMemories {
    /// Only boids near geometry.
    pub(crate) sights: Vec<StoredLook>,
    /// Only boids that are not calm.
    pub(crate) fear: Vec<StoredFear>,
    pub(crate) detail: DetailState,
    pub(crate) data: BoidData,
    pub(crate) looks: Looks,
}

impl Memories {
    /// Forgets a slot, because a boid joins with it.
    pub(crate) fn forget(&mut self, joining: BoidId) {
        let Self {
            sights,
            fear,
            detail,
            // Data carry the generation of their boid, so data of an earlier boid are never read.
            data: _,
            looks,
        } = self;
        looks.forget_before(joining);
        let slot = joining.slot();
        sights.memory.forget(slot);
        fear.memory.forget(slot);
        detail.forget(slot);
    }

    /// The memories after `steps` steps, of the boids that are placed.
    pub(crate) fn saved(&self, steps: u64, is_placed: impl Fn(u32) -> bool) -> SavedMemories {
        let Self {
            sights,
            fear,
            detail,
            data,
            looks,
        } = self;
        SavedMemories {
            sights: sights.memory.stored(steps, &is_placed),
            fear: fear.memory.stored(is_placed),
            detail: detail.clone(),
            data: data.clone(),
            looks: looks.clone(),
        }
    }

    /// Restores the memories of a snapshot that was taken after `steps` steps. Memory for all slots
    /// must be reserved.
    pub(crate) fn restore(
        &mut self,
        saved: &SavedMemories,
        steps: u64,
        is_placed: impl Fn(u32) -> bool,
    ) -> Result<(), SnapshotError> {
        let SavedMemories {
            sights,
            fear,
            detail,
            data,
            looks,
        } = saved;
        self.sights.memory.restore(sights, steps, &is_placed)?;
        self.fear.restore(fear, steps, is_placed)?;
        (self.detail, self.data) = (detail.clone(), data.clone());
        self.looks = looks.clone();
        Ok(())
    }
}
