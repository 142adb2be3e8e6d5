//! Bit sets of slots in which the moves mark boids: those that obstacles caught, and those that
//! touched something solid.

use super::{device::Gpu, error::GpuError, remote_boids::Mark};
use std::ops::Range;
use wgpu::{Buffer, CommandEncoder};

/// The two bit sets, in one buffer because shaders may use few buffers: first the caught boids, in
/// the upper half those that touched geometry or an obstacle.
pub(crate) struct Marks {
    pub(crate) buffer: Buffer,
    /// Number of words of one set.
    words: usize,
}

impl Marks {
    /// Creates empty sets for boids in slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, slots: usize) -> Result<Self, GpuError> {
        let words = Self::words(slots);
        Ok(Self {
            buffer: gpu.buffer::<u32>("marks of moves", 2 * words)?,
            words,
        })
    }

    /// Number of words of a set. At least one, since shaders find the upper half by the size of the
    /// buffer.
    pub(crate) fn words(slots: usize) -> usize {
        slots.div_ceil(32).max(1)
    }

    /// Reads a set: the boids that were marked since it was cleared, after all submitted work.
    pub(crate) fn read(&self, gpu: &Gpu, mark: Mark) -> Result<Vec<u32>, GpuError> {
        let mut both: Vec<u32> = gpu.read(&self.buffer, 2 * self.words)?;
        Ok(match mark {
            Mark::Caught => {
                both.truncate(self.words);
                both
            }
            Mark::Touched => both.split_off(self.words),
        })
    }

    /// The bytes of a set in the buffer.
    pub(crate) fn bytes(&self, mark: Mark) -> Range<u64> {
        let bytes = (self.words * size_of::<u32>()) as u64;
        match mark {
            Mark::Caught => 0..bytes,
            Mark::Touched => bytes..2 * bytes,
        }
    }

    pub(crate) fn encode_clear(&self, encoder: &mut CommandEncoder, mark: Mark) {
        let range = self.bytes(mark);
        encoder.clear_buffer(&self.buffer, range.start, Some(range.end - range.start));
    }

    /// Clears a set, before all work that is submitted later.
    pub(crate) fn clear(&self, gpu: &Gpu, mark: Mark) {
        gpu.run(|encoder| self.encode_clear(encoder, mark));
    }
}
