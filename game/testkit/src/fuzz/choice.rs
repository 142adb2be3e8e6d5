//! Random choices, the same for the same seed.

use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    SplitMix64,
};

pub struct Choice(SplitMix64);

impl Choice {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.seed() % (count.max(1) as u64)) as usize
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of the items; `None` if there is none.
    pub fn of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// A place in a text or list of so many items, the end included.
    pub fn place(&mut self, length: usize) -> usize {
        self.below(length + 1)
    }
}
