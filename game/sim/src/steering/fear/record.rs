//! Records the panics that begin, after all boids have looked.

use super::memory::{
    FearMemory, Panicked, ALARMED, BEGINS, BEGINS_OTHER, COPIES, OTHER_SIDE, PANICKED, TURNS,
};
use crate::{
    math::Vec3,
    state::{boids::Boids, slot_map::SlotMap},
};
use std::mem::take;

impl FearMemory {
    /// Records the panics that begin after step number `step`, in the order of the slots. Calls
    /// `each` with slot and generation.
    ///
    /// A boid that copies a panic copies the state before this step.
    pub(super) fn record(
        &mut self,
        boids: &Boids,
        slot_map: &SlotMap,
        step: u32,
        mut each: impl FnMut(u32, u32),
    ) {
        let mut beginning = take(&mut self.beginning);
        beginning.clear();
        for slot in 0..self.len() as u32 {
            if self.bits(slot) & COPIES != 0 {
                let (side, panicked) = self.beginning(slot, boids, slot_map, step);
                beginning.push((slot, side, panicked));
            }
        }
        for (slot, side, panicked) in &beginning {
            let kept = self.bits(*slot) & !(COPIES | OTHER_SIDE | ALARMED);
            self.set_bits(*slot, kept | side | PANICKED | TURNS);
            self.begin_panic(*slot, step);
            if slot_map.is_placed(*slot) {
                self.panics[*slot as usize] = *panicked;
                each(*slot, panicked.generation);
            }
        }
        self.beginning = beginning;
    }

    /// A panic that begins: the bit of its side, and the panic.
    fn beginning(&self, slot: u32, boids: &Boids, slot_map: &SlotMap, step: u32) -> (u8, Panicked) {
        let bits = self.bits(slot);
        let copied = self.take_alarm(slot).filter(|_| bits & COPIES == COPIES);
        let source = copied.and_then(|by| self.copied(by, step));
        let index = slot_map
            .index_of(slot, &boids.slot)
            .map(|index| index as usize);
        let place = index.map_or_else(Vec3::zeros, |index| boids.position(index));
        match source {
            Some((side, panicked)) => (side, Panicked { place, ..panicked }),
            None => {
                let side = match bits & COPIES {
                    BEGINS_OTHER => OTHER_SIDE,
                    BEGINS => 0,
                    _ => bits & OTHER_SIDE,
                };
                let first = Panicked {
                    generation: 0,
                    place,
                    origin: place,
                    drift: index.map_or_else(Vec3::zeros, |index| boids.velocity(index)),
                    delay: 0,
                };
                (side, first)
            }
        }
    }

    /// The side of a boid's panic, and the panic of a boid that copies it now. `None` if the boid
    /// is calm, because another boid has taken its slot.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::{boids::BoidState, pose::Pose},
        steering::fear::memory::StoredFear,
    };

    #[test]
    fn a_panic_that_is_copied_is_that_before_the_step_whatever_the_order_of_the_slots() {
        for [source, copier] in [[0, 1], [1, 0]] {
            let (mut memory, mut boids) = (FearMemory::default(), Boids::default());
            let mut slot_map = SlotMap::default();
            memory.try_reserve(2).unwrap();
            for slot in 0..2 {
                slot_map.try_reserve(2).unwrap();
                slot_map.issue();
                slot_map.set_index(slot, slot);
                boids.push(&BoidState {
                    position: Vec3::zeros(),
                    velocity: Vec3::x(),
                    slot,
                    pose: Pose::default(),
                });
            }
            let calm = StoredFear {
                slot: copier,
                bits: COPIES,
                onset: 0,
                fled: 0,
                alarm: source,
                panicked: Panicked::default(),
            };
            memory.set(&calm);
            // This boid has copied a panic to the other side, and begins a new one to the first
            // side.
            memory.set(&StoredFear {
                slot: source,
                bits: PANICKED | OTHER_SIDE | BEGINS,
                onset: 90,
                panicked: Panicked {
                    generation: 4,
                    delay: 7,
                    ..Panicked::default()
                },
                ..calm
            });
            let mut generations = [0; 2];
            memory.record(&boids, &slot_map, 100, |slot, generation| {
                generations[slot as usize] = generation;
            });
            assert_eq!(generations[copier as usize], 5);
            assert_eq!(generations[source as usize], 0);
            assert_eq!(memory.panicked(copier).unwrap().delay, 17);
            assert_ne!(memory.bits(copier) & OTHER_SIDE, 0);
            assert_eq!(memory.bits(source) & OTHER_SIDE, 0);
        }
    }
}
