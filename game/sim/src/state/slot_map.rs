//! The slot map: generation and index in memory of each slot's boid.

use crate::state::{
    boid_id::BoidId,
    snapshot_error::{broken, SnapshotError},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{
        AtomicBool, AtomicU32,
        Ordering::{Acquire, Relaxed, Release},
    },
};

/// Indices from here on refer to loose bodies.
const LOOSE: u32 = 1 << 31;

/// Marks, in place of an index, a boid that waits because no position clear of geometry was found.
const WAITING: u32 = u32::MAX - 1;

/// Marks, in place of an index, a slot without a boid.
const FREE: u32 = u32::MAX;

/// The slots of a flock, each with the generation and the index of its boid.
///
/// Whatever reorders the boids, such as a step, only marks the indices as outdated, since few are
/// ever read. The first query updates them. They are atomic because several threads may query at
/// once; these threads write the same values.
#[derive(Debug, Default)]
pub(crate) struct SlotMap {
    /// Generation of each slot's boid; for a free slot, that of its next boid.
    generations: Vec<u32>,
    indices: Vec<AtomicU32>,
    /// True if boids have moved to other indices since the indices were set.
    is_outdated: AtomicBool,
    /// The free slots as a stack; the last one is used next.
    free: Vec<u32>,
    /// Number of slots that have a boid.
    taken: usize,
}

impl SlotMap {
    /// Bytes of memory for one slot.
    pub(crate) const BYTES: usize = 2 * size_of::<u32>();

    /// Reserves memory for `count` slots in total.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        let more = count.saturating_sub(self.generations.len());
        self.generations.try_reserve_exact(more)?;
        self.indices.try_reserve_exact(more)
    }

    /// Number of slots, including free ones.
    pub(crate) fn slot_count(&self) -> usize {
        self.indices.len()
    }

    /// Number of boids, including waiting ones and loose bodies.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// True if the boid exists: placed, loose or waiting.
    pub(crate) fn contains(&self, id: BoidId) -> bool {
        let slot = id.slot() as usize;
        self.generations.get(slot) == Some(&id.generation()) && self.is_taken(id.slot())
    }

    fn is_taken(&self, slot: u32) -> bool {
        self.indices[slot as usize].load(Relaxed) != FREE
    }

    pub(crate) fn is_placed(&self, slot: u32) -> bool {
        self.placed_index(slot).is_some()
    }

    pub(crate) fn id(&self, slot: u32) -> BoidId {
        BoidId::new(slot, self.generations[slot as usize])
    }

    /// Index of the boid in memory, where the boids have these slots; `None` if it waits, is loose
    /// or does not exist.
    pub(crate) fn index(&self, id: BoidId, slots: &[u32]) -> Option<usize> {
        let index = self.index_of(id.slot(), slots)?;
        self.contains(id).then_some(index as usize)
    }

    /// Index in memory of the boid with this slot, where the boids have these slots; `None` if it
    /// waits, is loose or does not exist.
    pub(crate) fn index_of(&self, slot: u32, slots: &[u32]) -> Option<u32> {
        self.update_indices(slots);
        self.placed_index(slot)
    }

    /// Updates the indices if they are outdated. Call it before several threads query, since
    /// otherwise each of them would do it.
    pub(crate) fn update_indices(&self, slots: &[u32]) {
        if self.is_outdated.load(Acquire) {
            self.set_indices(slots);
        }
    }

    /// Last known index of the boid with this slot; `None` if it waits, is loose or does not exist.
    fn placed_index(&self, slot: u32) -> Option<u32> {
        let index = self.indices.get(slot as usize)?.load(Relaxed);
        (index < LOOSE).then_some(index)
    }

    /// Index of the loose body of the boid; `None` if it has none.
    pub(crate) fn loose_index(&self, id: BoidId) -> Option<usize> {
        let index = self.loose_index_of(id.slot())?;
        self.contains(id).then_some(index)
    }

    /// Index of the loose body of the boid with this slot; `None` if it has none.
    pub(crate) fn loose_index_of(&self, slot: u32) -> Option<usize> {
        let index = self.indices.get(slot as usize)?.load(Relaxed);
        (LOOSE..WAITING)
            .contains(&index)
            .then(|| (index - LOOSE) as usize)
    }

    /// Sets the index of the loose body of the boid with this slot.
    pub(crate) fn set_loose_index(&self, slot: u32, index: usize) {
        self.set_index(slot, LOOSE + index as u32);
    }

    /// The boid with this slot if it waits.
    pub(crate) fn waiting_in(&self, slot: u32) -> Option<BoidId> {
        let index = self.indices.get(slot as usize)?.load(Relaxed);
        (index == WAITING).then(|| self.id(slot))
    }

    /// The waiting boids, in the order of their slots.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = BoidId> + '_ {
        let slots = 0..self.indices.len() as u32;
        slots.filter_map(|slot| self.waiting_in(slot))
    }

    /// Creates a boid, which waits.
    pub(crate) fn issue(&mut self) -> BoidId {
        self.taken += 1;
        if let Some(slot) = self.free.pop() {
            self.wait(slot);
            return self.id(slot);
        }
        self.generations.push(0);
        self.indices.push(AtomicU32::new(WAITING));
        self.id(self.indices.len() as u32 - 1)
    }

    /// Frees the slot of a boid. A slot is retired when its generations are used up, after 2^32
    /// boids.
    pub(crate) fn release(&mut self, slot: u32) {
        self.taken -= 1;
        self.set_index(slot, FREE);
        let generation = &mut self.generations[slot as usize];
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(slot);
        }
    }

    /// Frees the `count` highest slots that have a boid, and calls `each` with these boids.
    pub(crate) fn release_highest(&mut self, count: usize, mut each: impl FnMut(BoidId)) {
        let all_but = self.taken - count;
        for slot in (0..self.indices.len() as u32).rev() {
            if self.taken == all_but {
                break;
            }
            if self.is_taken(slot) {
                each(self.id(slot));
                self.release(slot);
            }
        }
    }

    /// Marks the boid with this slot as waiting.
    pub(crate) fn wait(&self, slot: u32) {
        self.set_index(slot, WAITING);
    }

    /// Sets the index of the boid with this slot.
    pub(crate) fn set_index(&self, slot: u32, index: u32) {
        self.indices[slot as usize].store(index, Relaxed);
    }

    /// Sets the indices of the boids with these slots to 0, 1, 2 and so on. Uses one thread, since
    /// several would contend for cache lines.
    pub(crate) fn set_indices(&self, slots: &[u32]) {
        for (index, slot) in (0..).zip(slots) {
            self.set_index(*slot, index);
        }
        self.is_outdated.store(false, Release);
    }

    /// Marks the indices as outdated after boids were reordered.
    pub(crate) fn outdate_indices(&self) {
        self.is_outdated.store(true, Release);
    }
}

/// The slots as snapshots hold them. The slots of placed boids are stored with the boids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedSlots {
    generations: Vec<u32>,
    waiting: Vec<u32>,
    /// The free slots in the order in which they were freed.
    free: Vec<u32>,
}

impl SavedSlots {
    /// Number of slots, including free ones.
    pub(crate) fn slot_count(&self) -> usize {
        self.generations.len()
    }

    /// Number of waiting boids.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The slots of `count` boids that all wait.
    #[cfg(test)]
    pub(crate) fn all_waiting(count: u32) -> Self {
        Self {
            generations: vec![0; count as usize],
            waiting: (0..count).collect(),
            free: Vec::new(),
        }
    }
}

impl SlotMap {
    pub(crate) fn saved(&self) -> SavedSlots {
        SavedSlots {
            generations: self.generations.clone(),
            waiting: self.waiting().map(BoidId::slot).collect(),
            free: self.free.clone(),
        }
    }

    /// Restores a slot map. The boids with the slots `placed`, and the loose bodies with the slots
    /// `loose`, get the indices 0, 1, 2 and so on.
    ///
    /// # Errors
    /// Names a slot that does not exist or is used twice.
    pub(crate) fn from_saved(
        slots: &SavedSlots,
        placed: &[u32],
        loose: &[u32],
    ) -> Result<Self, SnapshotError> {
        let count = slots.generations.len();
        let slot_map = Self {
            generations: slots.generations.clone(),
            indices: (0..count).map(|_| AtomicU32::new(FREE)).collect(),
            free: slots.free.clone(),
            is_outdated: AtomicBool::new(false),
            taken: placed.len() + loose.len() + slots.waiting.len(),
        };
        let mut is_used = vec![false; count];
        let others = loose.iter().chain(&slots.waiting).chain(&slots.free);
        for slot in placed.iter().chain(others) {
            match is_used.get_mut(*slot as usize) {
                None => return Err(broken(format!("there is no slot {slot}"))),
                Some(true) => return Err(broken(format!("slot {slot} is used twice"))),
                Some(unused) => *unused = true,
            }
        }
        slot_map.set_indices(placed);
        for (index, slot) in loose.iter().enumerate() {
            slot_map.set_loose_index(*slot, index);
        }
        slots.waiting.iter().for_each(|slot| slot_map.wait(*slot));
        Ok(slot_map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_that_are_out_of_date_are_set_when_they_are_asked_for() {
        let mut slot_map = SlotMap::default();
        let ids = [slot_map.issue(), slot_map.issue(), slot_map.issue()];
        slot_map.set_indices(&[0, 1]);
        slot_map.outdate_indices();
        let indices = ids.map(|id| slot_map.index(id, &[1, 0]));
        assert_eq!(indices, [Some(1), Some(0), None]);
        assert!(slot_map.waiting().eq([ids[2]]));
    }

    #[test]
    fn a_slot_without_generations_left_is_given_up() {
        let mut slot_map = SlotMap::default();
        let first = slot_map.issue();
        slot_map.generations[0] = u32::MAX - 1;
        slot_map.release(0);
        let last = slot_map.issue();
        assert_eq!((last.slot(), last.generation()), (0, u32::MAX));
        slot_map.release(0);
        assert_eq!(slot_map.taken(), 0);
        assert!(!slot_map.contains(first) && !slot_map.contains(last));
        assert_eq!(slot_map.issue(), BoidId::new(1, 0));
    }
}
