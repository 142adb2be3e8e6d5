//! All pairs: every boid is compared with every other.

use crate::work::{fill, Boids, Rules, Search, Sums};

/// Largest number of boids that are measured. The time grows with the square of the number.
pub const MOST_BOIDS: usize = 10_000;

pub struct AllPairs;

impl Search for AllPairs {
    fn sums(&mut self, boids: &Boids, rules: &Rules, is_parallel: bool, sums: &mut [Sums]) {
        fill(sums, is_parallel, |boid| {
            let mut sums = Sums::default();
            for other in (0..boids.positions.len()).filter(|other| *other != boid) {
                sums.add(rules, boids.offset(boid, other), boids.velocities[other]);
            }
            sums
        });
    }
}
