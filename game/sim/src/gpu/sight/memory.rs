//! What boids saw last, by their slots, in the memory of a graphics card.

use super::super::{device::Gpu, GpuError};
use crate::avoidance::Memory;
use bytemuck::{Pod, Zeroable};
use wgpu::Buffer;

/// `Memory` in memory.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct Kept {
    warning: [f32; 3],
    next: u32,
}

impl Kept {
    /// Of a boid that has never looked.
    const NOTHING: Self = Self {
        warning: [0.0; 3],
        next: u32::MAX,
    };
}

/// What as many slots remember as there is room for.
pub(super) struct CardMemory {
    /// [`Kept`].
    pub(super) buffer: Buffer,
    slots: usize,
}

impl CardMemory {
    pub(super) const BYTES: usize = size_of::<Kept>();

    /// No boid has seen anything yet.
    pub(super) fn new(gpu: &Gpu, slots: usize) -> Result<Self, GpuError> {
        let memory = Self {
            buffer: gpu.buffer::<Kept>("what boids saw", slots)?,
            slots,
        };
        memory.forget_all(gpu);
        Ok(memory)
    }

    pub(super) fn forget_all(&self, gpu: &Gpu) {
        gpu.write(&self.buffer, &vec![Kept::NOTHING; self.slots]);
    }

    /// The slots are those of boids that have seen nothing yet. Slots in a row take one write.
    pub(super) fn forget(&self, gpu: &Gpu, slots: &[u32]) {
        let is_in_row = |a: &u32, b: &u32| a.wrapping_add(1) == *b;
        for row in slots.chunk_by(is_in_row) {
            let nothing = vec![Kept::NOTHING; row.len()];
            let start = u64::from(row[0]) * Self::BYTES as u64;
            gpu.queue
                .write_buffer(&self.buffer, start, bytemuck::cast_slice(&nothing));
        }
    }

    /// Remembers what the processor's boids remember.
    pub(super) fn upload(&self, gpu: &Gpu, memory: &Memory) {
        let kept = |(next, warning)| Kept { warning, next };
        let kept: Vec<Kept> = (0..self.slots as u32)
            .map(|slot| kept(memory.bits(slot)))
            .collect();
        gpu.write(&self.buffer, &kept);
    }

    /// Lets the processor's boids remember the same, once all that was submitted is done.
    pub(super) fn download(&self, gpu: &Gpu, memory: &Memory) -> Result<(), GpuError> {
        let kept: Vec<Kept> = gpu.read(&self.buffer, self.slots)?;
        for (slot, kept) in (0..).zip(&kept) {
            memory.set_bits(slot, kept.next, kept.warning);
        }
        Ok(())
    }
}
