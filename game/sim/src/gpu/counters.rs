//! What the passes of a step count.

use super::{device::Gpu, GpuError};
use crate::tally::Tally;
use wgpu::Buffer;

/// What the passes count, step after step: 32-bit numbers that start anew at 2^32.
pub(crate) struct Counters {
    pub(crate) buffer: Buffer,
}

impl Counters {
    /// How many there are, in the order of the constants in counters.wgsl.
    pub(crate) const COUNT: usize = 4;

    pub(crate) const BYTES: usize = Self::COUNT * size_of::<u32>();

    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            buffer: gpu.buffer::<u32>("counters", Self::COUNT)?,
        })
    }

    /// What was counted between two readings.
    pub(crate) fn between(before: [u32; Self::COUNT], after: [u32; Self::COUNT]) -> Tally {
        let [contacts, crossings, rays, delayed_looks] =
            std::array::from_fn(|which| u64::from(after[which].wrapping_sub(before[which])));
        Tally {
            contacts,
            crossings,
            rays,
            delayed_looks,
            ..Tally::default()
        }
    }
}
