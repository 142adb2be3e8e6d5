//! The distances of the k nearest boids of each boid of a group, and the last of these boids.
//!
//! An insertion sort finds the distances of the nearest boids without their slots. The slots decide
//! only between neighbours at equal distances: the list keeps one distance more than count, and the
//! slots are examined only if this distance equals the last one that counts.

use super::shortlist::Shortlist;
use crate::{
    math::lanes::{fold, larger},
    settings::validation::MOST_NEAREST,
};

/// The squared distances of the nearest boids so far, in ascending order, and of the next boid. An
/// unused entry counts as a boid just out of reach.
///
/// Distances are stored as their bits, which have the same order. Minimum and maximum of integers
/// are one instruction each; for floating-point numbers the compiler generates more.
pub(super) struct KNearest<const LANES: usize> {
    count: usize,
    pub(super) reach_squared: f32,
    distances: [[i32; LANES]; MOST_NEAREST as usize + 1],
}

/// The last boid that counts in each lane: its squared distance and its slot. Of boids at the same
/// distance, those with the lowest slots count.
#[derive(Clone, Copy)]
pub(crate) struct KthNearest<const LANES: usize> {
    pub(super) distance: [f32; LANES],
    pub(super) slot: [u32; LANES],
}

impl<const LANES: usize> KNearest<LANES> {
    /// An empty list of `count` entries within a squared reach.
    #[inline(always)]
    pub(super) fn new(count: usize, reach_squared: f32) -> Self {
        Self {
            count,
            reach_squared,
            distances: [[bits(reach_squared); LANES]; MOST_NEAREST as usize + 1],
        }
    }

    /// Inserts a boid with these squared distances in the lanes in which it is nearer than the last
    /// one.
    #[inline(always)]
    pub(super) fn offer(&mut self, distances: &[f32; LANES]) {
        let mut is_nearer = false;
        for lane in 0..LANES {
            is_nearer |= bits(distances[lane]) < self.distances[self.count][lane];
        }
        if is_nearer {
            self.insert(distances);
        }
    }

    /// Inserts all boids of a list.
    #[inline(always)]
    pub(super) fn insert_all(&mut self, shortlist: &Shortlist<LANES>) {
        for distances in &shortlist.distances[..shortlist.count] {
            self.insert(&distances.0);
        }
    }

    /// Inserts a boid into the sorted list of each lane: each displaced entry moves on, until the
    /// farthest one falls out.
    #[inline(always)]
    fn insert(&mut self, squared: &[f32; LANES]) {
        let mut distance = [0; LANES];
        for lane in 0..LANES {
            distance[lane] = bits(squared[lane]);
        }
        for distances in &mut self.distances[..=self.count] {
            for lane in 0..LANES {
                let (there, new) = (distances[lane], distance[lane]);
                distances[lane] = there.min(new);
                distance[lane] = there.max(new);
            }
        }
    }

    /// The last boid that counts, by distance alone: every slot counts.
    #[inline(always)]
    pub(super) fn last(&self) -> KthNearest<LANES> {
        let mut distance = [0.0; LANES];
        for lane in 0..LANES {
            distance[lane] = f32::from_bits(self.distances[self.count - 1][lane] as u32);
        }
        KthNearest {
            distance,
            slot: [u32::MAX; LANES],
        }
    }

    /// True if in any lane the next boid is at the distance of the last one that counts.
    #[inline(always)]
    pub(super) fn has_ties(&self) -> bool {
        let (last, next) = (&self.distances[self.count - 1], &self.distances[self.count]);
        let mut has_ties = false;
        for lane in 0..LANES {
            has_ties |= (last[lane] < bits(self.reach_squared)) & (last[lane] == next[lane]);
        }
        has_ties
    }
}

/// The bits of a number that is not negative.
#[inline(always)]
fn bits(number: f32) -> i32 {
    number.to_bits() as i32
}

/// Value with which all boids count.
impl<const LANES: usize> Default for KthNearest<LANES> {
    fn default() -> Self {
        Self {
            distance: [f32::INFINITY; LANES],
            slot: [0; LANES],
        }
    }
}

impl<const LANES: usize> KthNearest<LANES> {
    /// True if a boid at this squared distance with this slot is the k-th boid or comes before it.
    #[inline(always)]
    pub(super) fn includes(&self, lane: usize, distance: f32, slot: u32) -> bool {
        let last = self.distance[lane];
        (distance < last) | ((distance == last) & (slot <= self.slot[lane]))
    }

    /// The largest squared distance of all lanes.
    #[inline(always)]
    pub(super) fn farthest(&self) -> f32 {
        fold(self.distance, larger)
    }
}
