//! The numbers from which the colours and patterns of boids are drawn.

use crate::state::boid_id::BoidId;
use serde::{Deserialize, Serialize};

/// The numbers of boids that came from another flock, by slot. The number of any other boid is its
/// slot. Nothing is stored before the first boid comes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Looks {
    /// Generation of the boid that came with the slot, and its number.
    entries: Vec<Option<(u32, u32)>>,
}

impl Looks {
    /// The number of the boid in a slot.
    #[inline(always)]
    pub(crate) fn of(&self, slot: u32) -> u32 {
        match self.entries.get(slot as usize) {
            Some(Some((_, number))) => *number,
            _ => slot,
        }
    }

    pub(crate) fn set(&mut self, id: BoidId, number: u32) {
        let slot = id.slot() as usize;
        if slot >= self.entries.len() {
            self.entries.resize(slot + 1, None);
        }
        self.entries[slot] = Some((id.generation(), number));
    }

    /// Forgets the number of an earlier boid in the slot of this one.
    pub(crate) fn forget_before(&mut self, id: BoidId) {
        if let Some(entry) = self.entries.get_mut(id.slot() as usize) {
            entry.take_if(|(generation, _)| *generation != id.generation());
        }
    }

    /// True if there are numbers for at most `slots` slots.
    pub(crate) fn is_sound(&self, slots: usize) -> bool {
        self.entries.len() <= slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_lasts_as_long_as_its_boid() {
        let mut looks = Looks::default();
        assert_eq!(looks.of(3), 3);
        let came = BoidId::new(3, 1);
        looks.set(came, 70);
        looks.forget_before(came);
        assert_eq!((looks.of(3), looks.of(2), looks.of(4)), (70, 2, 4));
        looks.forget_before(BoidId::new(3, 2));
        looks.forget_before(BoidId::new(9, 0));
        assert_eq!(looks.of(3), 3);
    }
}
