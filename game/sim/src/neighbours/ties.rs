//! Ties: neighbours at equal distances. Only those with the lowest slots count.

use crate::settings::validation::MOST_NEAREST;

/// The boids at the distance of the last one that counts.
pub(super) struct Ties {
    distance_squared: f32,
    /// Number of boids that count, and number of boids that are nearer.
    count: usize,
    nearer: usize,
    /// The lowest slots at this distance, in ascending order.
    slots: [u32; MOST_NEAREST as usize],
}

impl Ties {
    pub(super) fn new(distance_squared: f32, count: usize) -> Self {
        Self {
            distance_squared,
            count,
            nearer: 0,
            slots: [u32::MAX; MOST_NEAREST as usize],
        }
    }

    pub(super) fn add(&mut self, [x, y, z]: [f32; 3], mut slot: u32) {
        let distance_squared = x * x + y * y + z * z;
        if distance_squared < self.distance_squared {
            self.nearer += 1;
        } else if distance_squared == self.distance_squared {
            for lower in &mut self.slots[..self.count] {
                (*lower, slot) = (slot.min(*lower), slot.max(*lower));
            }
        }
    }

    /// The last slot that counts.
    pub(super) fn last(&self) -> u32 {
        match self.count.checked_sub(self.nearer + 1) {
            Some(last) => self.slots[last],
            None => 0,
        }
    }
}
