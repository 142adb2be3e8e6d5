//! The panics that begin, recorded when all boids have looked.

use super::memory::{FearMemory, Panicked, BEGINS, COPIES, OTHER_SIDE, PANICKED};
use crate::state::{boids::Boids, slot_map::SlotMap};
use std::sync::atomic::Ordering::Relaxed;

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
            let Some(memory) = self.get(slot) else {
                continue;
            };
            let bits = memory.bits.load(Relaxed);
            if bits & BEGINS == 0 {
                continue;
            }
            let (alarmed_by, copies) = (memory.take_alarm(), bits & COPIES != 0);
            let source = alarmed_by.filter(|_| copies);
            let source = source.and_then(|by| self.copied(by, step));
            let side = source.map_or(bits & OTHER_SIDE, |it| it.0);
            memory.set(bits & !(BEGINS | COPIES | OTHER_SIDE) | side | PANICKED);
            memory.onset.store(step, Relaxed);
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
    fn copied(&self, by: u32, step: u32) -> Option<(u32, Panicked)> {
        let memory = self.get(by)?;
        let bits = memory.bits.load(Relaxed);
        let age = memory.panic_age(bits, step)?;
        let panicked = self.panics[by as usize];
        let copy = Panicked {
            generation: panicked.generation.saturating_add(1),
            delay: panicked.delay.saturating_add(age),
            ..panicked
        };
        Some((bits & OTHER_SIDE, copy))
    }
}
