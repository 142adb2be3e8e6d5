//! A pass that is bound to its buffers.

use super::{
    device::Gpu,
    passes::Pass,
    pipeline::{BoundPipeline, Overrides},
};
use std::mem::take;
use wgpu::{Buffer, ComputePass};

/// A pass with the buffers and overrides to which it is bound.
pub(super) struct BoundPass {
    buffers: Vec<Buffer>,
    overrides: Overrides,
    pipeline: BoundPipeline,
    name: &'static str,
    /// True if a step had to wait for its pipeline, until that has been counted.
    is_late: bool,
}

impl BoundPass {
    pub(super) fn new(gpu: &Gpu, pass: &Pass, buffers: &[&Buffer], overrides: Overrides) -> Self {
        let (pipeline, was_ready) = gpu.pipelines.get(&pass.entry, &overrides);
        Self {
            pipeline: pipeline.bind(&gpu.device, buffers),
            buffers: buffers.iter().copied().cloned().collect(),
            overrides,
            name: pass.entry.name,
            is_late: !was_ready,
        }
    }

    pub(super) fn is_of(&self, pass: &Pass, buffers: &[&Buffer], overrides: &Overrides) -> bool {
        self.name == pass.entry.name
            && self.buffers.iter().eq(buffers.iter().copied())
            && self.overrides == *overrides
    }

    /// Dispatches at least this many threads.
    pub(super) fn dispatch(&self, compute: &mut ComputePass, threads: usize) {
        self.pipeline.dispatch(compute, threads);
    }

    /// True at the first call if a step had to wait for the pipeline; false afterwards.
    pub(super) fn take_late(&mut self) -> bool {
        take(&mut self.is_late)
    }
}
