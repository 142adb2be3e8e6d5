//! Numbers that a game attaches to boids.

use crate::state::boid_id::BoidId;
use serde::{Deserialize, Serialize};

/// A number for each boid, by slot. Nothing is stored before the first number is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct BoidData {
    /// Generation of the boid and its number. If the generation is older than that of the slot, the
    /// number belongs to a boid that was removed.
    entries: Vec<(u32, u32)>,
}

impl BoidData {
    pub(crate) fn get(&self, id: BoidId) -> u32 {
        match self.entries.get(id.slot() as usize) {
            Some((generation, data)) if *generation == id.generation() => *data,
            _ => 0,
        }
    }

    pub(crate) fn set(&mut self, id: BoidId, data: u32) {
        let slot = id.slot() as usize;
        if slot >= self.entries.len() {
            self.entries.resize(slot + 1, (0, 0));
        }
        self.entries[slot] = (id.generation(), data);
    }

    /// True if there are entries for at most `slots` slots.
    pub(crate) fn is_sound(&self, slots: usize) -> bool {
        self.entries.len() <= slots
    }
}
