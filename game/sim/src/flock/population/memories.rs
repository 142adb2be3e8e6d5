//! What is known of boids by their slots.

use super::{data::BoidData, detail::DetailState};
use crate::{
    state::snapshot_error::SnapshotError,
    steering::{
        avoidance::{AvoidanceState, StoredLook},
        fear::{memory::StoredFear, state::FearState},
    },
};

/// What is known of boids by their slots. Every function here names all fields, so that a new memory is
/// forgotten, saved, hashed and restored, or does not compile.
#[derive(Default)]
pub(crate) struct Memories {
    pub(crate) sights: AvoidanceState,
    pub(crate) fear: FearState,
    pub(crate) detail: DetailState,
    pub(crate) data: BoidData,
}

/// What a snapshot holds of the memories.
pub(crate) struct SavedMemories {
    /// Of the boids near geometry.
    pub(crate) sights: Vec<StoredLook>,
    /// Of the boids that are not calm.
    pub(crate) fear: Vec<StoredFear>,
    pub(crate) detail: DetailState,
    pub(crate) data: BoidData,
}

impl Memories {
    /// A boid joins with this slot, and begins anew.
    pub(crate) fn forget(&mut self, slot: u32) {
        let Self {
            sights,
            fear,
            detail,
            // It knows to which boid of a slot a number belongs.
            data: _,
        } = self;
        sights.memory.forget(slot);
        fear.memory.forget(slot);
        detail.forget(slot);
    }

    /// What is known after so many steps of the boids that have a place.
    pub(crate) fn saved(&self, steps: u64, is_placed: impl Fn(u32) -> bool) -> SavedMemories {
        let Self {
            sights,
            fear,
            detail,
            data,
        } = self;
        SavedMemories {
            sights: sights.memory.stored(steps, &is_placed),
            fear: fear.memory.stored(is_placed),
            detail: detail.clone(),
            data: data.clone(),
        }
    }

    /// Takes back what a snapshot holds, after so many steps. There is memory for all slots.
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
        } = saved;
        self.sights.memory.restore(sights, steps, &is_placed)?;
        self.fear.restore(fear, steps, is_placed)?;
        (self.detail, self.data) = (detail.clone(), data.clone());
        Ok(())
    }
}
