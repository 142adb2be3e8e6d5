//! The indices of boids in the arrays of the CPU while the flock is on a GPU.

use crate::state::boids::Boids;

/// Index of each slot's boid in the arrays of the CPU while the flock is on the GPU. It is built at
/// the first change after an upload.
#[derive(Debug, Default)]
pub(crate) struct CopyIndices(Vec<u32>);

impl CopyIndices {
    /// Forgets all indices before another upload.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    fn know(&mut self, boids: &Boids) {
        if self.0.is_empty() {
            for (index, slot) in (0..).zip(&boids.slot) {
                self.set(*slot, index);
            }
        }
    }

    fn set(&mut self, slot: u32, index: u32) {
        let slots = self.0.len().max(slot as usize + 1);
        self.0.resize(slots, u32::MAX);
        self.0[slot as usize] = index;
    }

    /// Notes that a boid is about to be appended.
    pub(super) fn note(&mut self, slot: u32, boids: &Boids) {
        self.know(boids);
        self.set(slot, boids.len() as u32);
    }

    /// The index of a boid.
    pub(super) fn index(&mut self, slot: u32, boids: &Boids) -> Option<usize> {
        self.know(boids);
        let index = *self.0.get(slot as usize)? as usize;
        (index < boids.len()).then_some(index)
    }

    /// Index of a boid that is about to be removed; the last boid then takes its index.
    pub(super) fn take_out(&mut self, slot: u32, boids: &Boids) -> Option<usize> {
        let index = self.index(slot, boids)?;
        let last = *boids.slot.last()?;
        self.set(last, index as u32);
        self.set(slot, u32::MAX);
        Some(index)
    }
}
