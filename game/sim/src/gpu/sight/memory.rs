//! What boids saw last, by their slots, in the memory of a graphics card.

use super::super::{device::Gpu, GpuError};
use crate::avoidance::Memory;
use bytemuck::{Pod, Zeroable};
use wgpu::Buffer;

/// `Memory` in records.wgsl.
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
    /// No boid has seen anything yet.
    pub(super) fn new(gpu: &Gpu, slots: usize) -> Result<Self, GpuError> {
        let nothing = vec![Kept::NOTHING; slots];
        Ok(Self {
            buffer: gpu.filled("what boids saw", &nothing)?,
            slots,
        })
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
