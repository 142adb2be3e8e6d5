//! The boids that met geometry in a step.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Set of the slots of boids that met geometry, one bit each. All threads insert; their order does
/// not matter.
#[derive(Debug, Default)]
pub(crate) struct TouchedSlots(Vec<AtomicU32>);

impl TouchedSlots {
    /// Removes all slots, and makes room for this number of slots.
    pub(crate) fn clear(&mut self, slots: usize) {
        self.0.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.0.resize_with(slots.div_ceil(32), AtomicU32::default);
    }

    /// Replaces the set by the one with these bits.
    pub(crate) fn set(&mut self, words: &[u32]) {
        self.0.clear();
        self.0
            .extend(words.iter().map(|word| AtomicU32::new(*word)));
    }

    pub(crate) fn insert(&self, slot: u32) {
        self.0[slot as usize / 32].fetch_or(1 << (slot % 32), Relaxed);
    }

    /// The slots of the set, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = (0..)
            .zip(&self.0)
            .map(|(index, word)| (index, word.load(Relaxed)));
        words
            .filter(|(_, word)| *word != 0)
            .flat_map(|(index, word)| {
                let bits = (0..32).filter(move |bit| word >> bit & 1 == 1);
                bits.map(move |bit| 32 * index + bit)
            })
    }
}
