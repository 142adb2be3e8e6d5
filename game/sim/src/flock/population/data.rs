//! Numbers that a game attaches to boids.

use crate::state::boid_id::BoidId;
use serde::{Deserialize, Serialize};

/// A number for each boid, by its slot. Nothing is stored before the first one is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct BoidData {
    /// The generation that the number belongs to, and the number. Of an earlier generation, it
    /// belongs to a boid that was removed.
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

    /// True if it can be the data of at most so many slots.
    pub(crate) fn is_sound(&self, slots: usize) -> bool {
        self.entries.len() <= slots
    }
}
