//! Numbers that a game attaches to boids.

use super::{input_log::FlockInput, Flock};
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
    fn get(&self, id: BoidId) -> u32 {
        match self.entries.get(id.slot() as usize) {
            Some((generation, data)) if *generation == id.generation() => *data,
            _ => 0,
        }
    }

    fn set(&mut self, id: BoidId, data: u32) {
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

impl Flock {
    /// The number that [`set_data`](Self::set_data) attached to a boid; 0 if none was, `None` if the
    /// boid was removed. Takes constant time.
    pub fn data(&self, id: BoidId) -> Option<u32> {
        self.boids
            .slot_map()
            .contains(id)
            .then(|| self.data.get(id))
    }

    /// Attaches a number to a boid, which means whatever the game wants: a species, points of life,
    /// an index of data of its own. It stays with the boid for its whole life, also while it waits,
    /// is dead or held, and in snapshots. False if the boid was removed.
    ///
    /// Takes constant time, on average: 8 bytes for each boid, once there is a number. The steps and
    /// a GPU know nothing of it.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap().id;
    /// assert!(flock.set_data(fish, 3));
    /// flock.step();
    /// assert_eq!(flock.data(fish), Some(3));
    /// flock.remove(fish);
    /// let next = flock.spawn(1)?[0];
    /// assert_eq!((flock.data(fish), flock.data(next)), (None, Some(0)));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_data(&mut self, id: BoidId, data: u32) -> bool {
        let exists = self.boids.slot_map().contains(id);
        if exists && self.data(id) != Some(data) {
            self.data.set(id, data);
            self.log(|| FlockInput::SetData { id, data });
        }
        exists
    }
}
