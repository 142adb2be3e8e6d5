//! The k nearest boids of each boid of a group, by insertion sort.

use crate::settings::validation::MOST_NEAREST;

/// The nearest boids so far, in each lane in ascending order of squared distance, then slot. A
/// place that is not taken yet counts as a boid just out of reach.
pub(super) struct KNearest<const LANES: usize> {
    count: usize,
    distances: [[f32; LANES]; MOST_NEAREST as usize],
    slots: [[u32; LANES]; MOST_NEAREST as usize],
}

/// The last boid that counts in each lane.
pub(super) struct KthNearest<const LANES: usize> {
    distance: [f32; LANES],
    slot: [u32; LANES],
}

impl<const LANES: usize> KNearest<LANES> {
    /// An empty list of `count` entries within a reach, given as its square.
    #[inline(always)]
    pub(super) fn new(count: usize, reach_squared: f32) -> Self {
        Self {
            count,
            distances: [[reach_squared; LANES]; MOST_NEAREST as usize],
            slots: [[0; LANES]; MOST_NEAREST as usize],
        }
    }

    /// Takes in a boid at these squared distances where it is nearer than the last.
    #[inline(always)]
    pub(super) fn offer(&mut self, distances: &[f32; LANES], slot: u32) {
        let last = self.last();
        let mut is_nearer = false;
        for lane in 0..LANES {
            is_nearer |= last.is_after(lane, distances[lane], slot);
        }
        if is_nearer {
            self.insert(*distances, [slot; LANES]);
        }
    }

    /// Lets the boid sink to its place; what is displaced sinks on, until the farthest falls out.
    #[inline(always)]
    fn insert(&mut self, mut distance: [f32; LANES], mut slot: [u32; LANES]) {
        let places = self.distances.iter_mut().zip(&mut self.slots);
        for (distances, slots) in places.take(self.count) {
            for lane in 0..LANES {
                let (there, its_slot) = (distances[lane], slots[lane]);
                let (new, new_slot) = (distance[lane], slot[lane]);
                let stays = (there < new) | ((there == new) & (its_slot <= new_slot));
                // Minimum and maximum have instructions of their own, unlike the choice between
                // two.
                distances[lane] = if new < there { new } else { there };
                distance[lane] = if new < there { there } else { new };
                slots[lane] = if stays { its_slot } else { new_slot };
                slot[lane] = if stays { new_slot } else { its_slot };
            }
        }
    }

    #[inline(always)]
    pub(super) fn last(&self) -> KthNearest<LANES> {
        KthNearest {
            distance: self.distances[self.count - 1],
            slot: self.slots[self.count - 1],
        }
    }
}

/// The value with which all boids count.
impl<const LANES: usize> Default for KthNearest<LANES> {
    fn default() -> Self {
        Self {
            distance: [f32::INFINITY; LANES],
            slot: [0; LANES],
        }
    }
}

impl<const LANES: usize> KthNearest<LANES> {
    /// True if the k-th boid comes after a boid at this squared distance with this slot.
    #[inline(always)]
    fn is_after(&self, lane: usize, distance: f32, slot: u32) -> bool {
        let last = self.distance[lane];
        (distance < last) | ((distance == last) & (slot < self.slot[lane]))
    }

    /// True if a boid at this squared distance with this slot is the k-th or comes before it.
    #[inline(always)]
    pub(super) fn includes(&self, lane: usize, distance: f32, slot: u32) -> bool {
        let last = self.distance[lane];
        (distance < last) | ((distance == last) & (slot <= self.slot[lane]))
    }
}
