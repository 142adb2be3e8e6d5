//! Limits of the search for free places.

use std::ops::RangeInclusive;

/// Limits of a search, in tested places, and when the search may stop.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    /// Number of places for all boids together, unless this leaves too few for each boid. A second
    /// search, for the boids that found no place, has the same number.
    most: usize,
    /// Least and largest number of places for one boid in the first search, and the largest number
    /// in the second.
    each: RangeInclusive<usize>,
    most_again: usize,
    /// A place is near enough if its distance is at most `factor` times the lower bound of all
    /// distances, plus `radii` times the radius of the body.
    factor: f32,
    radii: f32,
}

impl Effort {
    /// For searches that the game waits for: finds nearly the nearest place.
    pub(crate) const AT_ONCE: Self = Self {
        most: 1 << 20,
        each: 32..=1024,
        most_again: 1024,
        factor: 1.02,
        radii: 0.0,
    };

    /// For searches in a step: any place nearby is good enough.
    pub(crate) const IN_STEP: Self = Self {
        most: 1 << 12,
        each: 32..=64,
        most_again: 256,
        factor: 1.5,
        radii: 1.0,
    };

    /// Number of places for each boid in the first search.
    pub(super) fn of_each(&self, boids: usize) -> usize {
        let share = self.most / boids.max(1);
        share.clamp(*self.each.start(), *self.each.end())
    }

    /// Number of places for each boid in the second search, for the boids that found no place in
    /// the first.
    pub(super) fn of_each_again(&self, boids: usize) -> usize {
        let share = self.most / boids.max(1);
        share.clamp(*self.each.start(), self.most_again)
    }

    /// Distance, in metres, up to which a free place is near enough to end the search.
    pub(super) fn near_enough(&self, lower_bound: f32, radius: f32) -> f32 {
        self.factor * lower_bound + self.radii * radius
    }
}
