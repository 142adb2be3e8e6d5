//! Which boid a slot belongs to, and where that boid is in memory.

use crate::{driver::run, snapshot::broken, BoidId, Driver, SnapshotError};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// In place of a place: the boid has found none clear of geometry.
const WAITING: u32 = u32::MAX - 1;

/// In place of a place: no boid has the slot.
const FREE: u32 = u32::MAX;

/// The slots, each with its boid's generation and place.
///
/// The places are atomic so that all threads can note where the boids are after a step: every boid has a slot of its own,
/// so no two threads write the same one, but the compiler cannot know that.
#[derive(Debug, Default)]
pub(crate) struct Lookup {
    /// Of a free slot, the generation of the next boid.
    generations: Vec<u32>,
    places: Vec<AtomicU32>,
    /// The free slots; the last one is used next.
    free: Vec<u32>,
    /// Number of slots that have a boid.
    taken: usize,
}

impl Lookup {
    /// Bytes of one slot.
    pub(crate) const BYTES: usize = 2 * size_of::<u32>();

    /// Makes room for `count` slots in all.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        let more = count.saturating_sub(self.generations.len());
        self.generations.try_reserve_exact(more)?;
        self.places.try_reserve_exact(more)
    }

    /// Number of slots, with those that no boid has.
    pub(crate) fn slot_count(&self) -> usize {
        self.places.len()
    }

    /// Number of boids, with those that wait for a place.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// Whether the boid is there, be it without a place.
    pub(crate) fn contains(&self, id: BoidId) -> bool {
        let slot = id.slot() as usize;
        self.generations.get(slot) == Some(&id.generation()) && self.is_taken(id.slot())
    }

    fn is_taken(&self, slot: u32) -> bool {
        self.places[slot as usize].load(Relaxed) != FREE
    }

    pub(crate) fn has_place(&self, slot: u32) -> bool {
        let place = self.places.get(slot as usize);
        place.is_some_and(|place| place.load(Relaxed) < WAITING)
    }

    pub(crate) fn id(&self, slot: u32) -> BoidId {
        BoidId::new(slot, self.generations[slot as usize])
    }

    /// The boid's index in memory; none if the boid waits for a place or is not there.
    pub(crate) fn place(&self, id: BoidId) -> Option<usize> {
        let place = self.places.get(id.slot() as usize)?.load(Relaxed);
        (place < WAITING && self.contains(id)).then_some(place as usize)
    }

    /// The boids that wait for a place, by their slots.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = BoidId> + '_ {
        let slots = 0..self.places.len() as u32;
        let is_waiting = |slot: &u32| self.places[*slot as usize].load(Relaxed) == WAITING;
        slots.filter(is_waiting).map(|slot| self.id(slot))
    }

    /// A new boid, which waits for a place.
    pub(crate) fn issue(&mut self) -> BoidId {
        self.taken += 1;
        if let Some(slot) = self.free.pop() {
            self.wait(slot);
            return self.id(slot);
        }
        self.generations.push(0);
        self.places.push(AtomicU32::new(WAITING));
        self.id(self.places.len() as u32 - 1)
    }

    /// Frees the slot of a boid. After four billion boids it has no generation left and is given up.
    pub(crate) fn release(&mut self, slot: u32) {
        self.taken -= 1;
        self.note(slot, FREE);
        let generation = &mut self.generations[slot as usize];
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(slot);
        }
    }

    /// Frees the highest slots that have a boid.
    pub(crate) fn release_highest(&mut self, count: usize) {
        let all_but = self.taken - count;
        for slot in (0..self.places.len() as u32).rev() {
            if self.taken == all_but {
                break;
            }
            if self.is_taken(slot) {
                self.release(slot);
            }
        }
    }

    /// The boid with this slot has no place any more.
    pub(crate) fn wait(&self, slot: u32) {
        self.note(slot, WAITING);
    }

    /// The boid with this slot is now at `place` in memory.
    pub(crate) fn note(&self, slot: u32, place: u32) {
        self.places[slot as usize].store(place, Relaxed);
    }

    /// The boids with these slots are now at 0, 1, 2 and so on.
    pub(crate) fn note_all(&self, slots: &[u32], driver: Driver) {
        run(driver, 0..slots.len(), |places| {
            for (place, slot) in (places.start as u32..).zip(&slots[places]) {
                self.note(*slot, place);
            }
        });
    }
}

/// The slots as they are stored. Those of the boids that have a place are with the boids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Slots {
    generations: Vec<u32>,
    waiting: Vec<u32>,
    /// In the order in which they were freed.
    free: Vec<u32>,
}

impl Slots {
    /// Number of boids that wait for a place.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Those of so many boids that all wait.
    #[cfg(test)]
    pub(crate) fn all_waiting(count: u32) -> Self {
        Self {
            generations: vec![0; count as usize],
            waiting: (0..count).collect(),
            free: Vec::new(),
        }
    }
}

impl Lookup {
    pub(crate) fn slots(&self) -> Slots {
        Slots {
            generations: self.generations.clone(),
            waiting: self.waiting().map(BoidId::slot).collect(),
            free: self.free.clone(),
        }
    }

    /// The slots of boids that are at 0, 1, 2 and so on in memory, and of all others.
    ///
    /// # Errors
    /// Names a slot that does not exist or is used twice.
    pub(crate) fn from_slots(slots: &Slots, placed: &[u32]) -> Result<Self, SnapshotError> {
        let count = slots.generations.len();
        let lookup = Self {
            generations: slots.generations.clone(),
            places: (0..count).map(|_| AtomicU32::new(FREE)).collect(),
            free: slots.free.clone(),
            taken: placed.len() + slots.waiting.len(),
        };
        let mut is_used = vec![false; count];
        for slot in placed.iter().chain(&slots.waiting).chain(&slots.free) {
            match is_used.get_mut(*slot as usize) {
                None => return Err(broken(format!("there is no slot {slot}"))),
                Some(true) => return Err(broken(format!("slot {slot} is used twice"))),
                Some(unused) => *unused = true,
            }
        }
        lookup.note_all(placed, Driver::SingleThread);
        slots.waiting.iter().for_each(|slot| lookup.wait(*slot));
        Ok(lookup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_without_generations_left_is_given_up() {
        let mut lookup = Lookup::default();
        let first = lookup.issue();
        lookup.generations[0] = u32::MAX - 1;
        lookup.release(0);
        let last = lookup.issue();
        assert_eq!((last.slot(), last.generation()), (0, u32::MAX));
        lookup.release(0);
        assert_eq!(lookup.taken(), 0);
        assert!(!lookup.contains(first) && !lookup.contains(last));
        assert_eq!(lookup.issue(), BoidId::new(1, 0));
    }
}
