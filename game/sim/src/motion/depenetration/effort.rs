//! How much a search for free places may cost.

use std::ops::RangeInclusive;

/// Bounds of a search, in places that are tested, and when it may stop.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    /// Number of places for all boids together, unless that is too few for each. Those that find none
    /// share as many again.
    most: usize,
    /// Limits of that number for each boid, and for each of those that find none at first.
    each: RangeInclusive<usize>,
    most_again: usize,
    /// A place is near enough if its distance is no larger than the lower bound of all distances, times
    /// this factor, and so many radii of the body.
    factor: f32,
    radii: f32,
}

impl Effort {
    /// Where the game waits for the search: the nearest place counts.
    pub(crate) const AT_ONCE: Self = Self {
        most: 1 << 20,
        each: 32..=1024,
        most_again: 1024,
        factor: 1.02,
        radii: 0.0,
    };

    /// In a step: any place near by is good enough.
    pub(crate) const IN_STEP: Self = Self {
        most: 1 << 12,
        each: 32..=64,
        most_again: 256,
        factor: 1.5,
        radii: 1.0,
    };

    /// Number of places for each of so many boids.
    pub(super) fn of_each(&self, boids: usize) -> usize {
        let share = self.most / boids.max(1);
        share.clamp(*self.each.start(), *self.each.end())
    }

    /// The same for those that found none with the number of places above.
    pub(super) fn of_each_again(&self, boids: usize) -> usize {
        let share = self.most / boids.max(1);
        share.clamp(*self.each.start(), self.most_again)
    }

    /// Distance from which on no nearer place is looked for.
    pub(super) fn near_enough(&self, lower_bound: f32, radius: f32) -> f32 {
        self.factor * lower_bound + self.radii * radius
    }
}
