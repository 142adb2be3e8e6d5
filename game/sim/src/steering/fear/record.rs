//! The panics that begin, recorded when all boids have looked.

use super::memory::{FearMemory, Panicked, ALARMED, BEGINS, COPIES, OTHER_SIDE, PANICKED, TURNS};
use crate::state::{boids::Boids, slot_map::SlotMap};

impl FearMemory {
    /// Records the panics that begin after so many steps, in the order of the slots, and calls
    /// `each` with slot and generation.
    pub(super) fn record(
        &mut self,
        boids: &Boids,
        slot_map: &SlotMap,
        step: u32,
        mut each: impl FnMut(u32, u32),
    ) {
        for slot in 0..self.len() as u32 {
            let bits = self.bits(slot);
            if bits & BEGINS == 0 {
                continue;
            }
            let (alarmed_by, copies) = (self.take_alarm(slot), bits & COPIES != 0);
            let source = alarmed_by.filter(|_| copies);
            let source = source.and_then(|by| self.copied(by, step));
            let side = source.map_or(bits & OTHER_SIDE, |it| it.0);
            let kept = bits & !(BEGINS | COPIES | OTHER_SIDE | ALARMED);
            self.set_bits(slot, kept | side | PANICKED | TURNS);
            self.begin_panic(slot, step);
            if let Some(index) = slot_map.index_of(slot) {
                let (place, velocity) = (
                    boids.position(index as usize),
                    boids.velocity(index as usize),
                );
                let panicked = match source {
                    Some((_, panicked)) => Panicked { place, ..panicked },
                    None => Panicked {
                        generation: 0,
                        place,
                        origin: place,
                        drift: velocity,
                        delay: 0,
                    },
                };
                self.panics[slot as usize] = panicked;
                each(slot, panicked.generation);
            }
        }
    }

    /// The side of a boid's panic, and the panic of one that copies it now; none if it is calm, since
    /// another boid has its slot.
    fn copied(&self, by: u32, step: u32) -> Option<(u8, Panicked)> {
        let panicked = *self.panicked(by)?;
        let age = self.since_panic(by, step);
        let copy = Panicked {
            generation: panicked.generation.saturating_add(1),
            delay: panicked.delay.saturating_add(age),
            ..panicked
        };
        Some((self.bits(by) & OTHER_SIDE, copy))
    }
}
