//! The hunters of one flock.

use super::{
    hunt::Hunt,
    hunter::{Hunter, Look},
    hunting_flock::HuntingFlock,
};
use crate::{flock::Flock, math::random::mix, state::boids::Boid};
use std::mem::take;

/// A hunter looks for prey once in this many steps.
const LOOK_INTERVAL: u64 = 15;

/// The hunters of a flock.
#[derive(Debug, Default)]
pub(in crate::world) struct Hunters {
    pub(super) by_slot: Vec<Option<Hunter>>,
    /// Wishes of the hunters in the next step, in the frame of the flock, by slot.
    pub(in crate::world) wishes: Vec<[f32; 3]>,
    /// Boids of the flock, in its frame, in the order of their slots.
    present: Vec<Boid>,
}

impl Hunters {
    /// Prepares for a step of the flock.
    pub(super) fn prepare(&mut self, flock: &Flock) {
        self.present.clear();
        self.present.extend(flock.boids_in_frame());
        self.present.sort_unstable_by_key(|boid| boid.id);
        let slots = self.present.last().map_or(0, |boid| boid.id.slot() + 1);
        let slots = self.by_slot.len().max(slots as usize);
        self.by_slot.resize(slots, None);
        self.wishes.clear();
        self.wishes.resize(slots, [0.0; 3]);
    }

    pub(super) fn clear(&mut self) {
        self.by_slot.clear();
        self.wishes.clear();
    }

    /// Lets every hunter decide what it does in the next step.
    pub(super) fn decide(&mut self, flock: &HuntingFlock, hunt: &mut Hunt) {
        let present = take(&mut self.present);
        // Boids attacked by hunters that no longer exist become free first.
        for entry in &mut self.by_slot {
            let is_gone = |hunter: &mut Hunter| {
                let found = present.binary_search_by_key(&hunter.boid, |boid| boid.id);
                found.is_err()
            };
            if let Some(hunter) = entry.take_if(is_gone) {
                if let Some(prey) = hunter.pursuit.attacked() {
                    hunt.locked.remove(&prey);
                }
            }
        }
        for boid in &present {
            let slot = boid.id.slot();
            let entry = &mut self.by_slot[slot as usize];
            let hunter = entry.get_or_insert_with(|| Hunter::new(boid.id, flock));
            let turn = u64::from(mix(slot)) % LOOK_INTERVAL;
            let look = if turn == flock.steps() % LOOK_INTERVAL {
                Look::Now
            } else {
                Look::Later
            };
            let wish = hunter.decide(boid, flock, hunt, look);
            self.wishes[slot as usize] = wish.into();
        }
        self.present = present;
    }
}
