//! All passes of a step, and the memory that they share.

use super::{counters::Counters, device::Gpu, ring::Tag, state::State, GpuError};
use crate::{
    avoidance::Memory, boids::Boids, boundary::Containment, step::Step, Geometry, Settings,
};
use std::sync::Arc;
use wgpu::{Buffer, CommandEncoder};

/// All passes of a step, and the memory that they share.
pub(crate) struct Passes {
    /// Sorted along the grid, as the last step found them.
    before: State,
    /// In the same order, as the last step left them.
    current: State,
    counters: Counters,
    texels: Buffer,
    tags: Buffer,
    variation: Buffer,
}

impl Passes {
    pub(crate) fn new(
        gpu: &Gpu,
        room: usize,
        variation: &[f32],
        memory: &Memory,
    ) -> Result<Self, GpuError> {
        let _ = memory;
        let (before, current) = (State::new(gpu, room)?, State::new(gpu, room)?);
        Ok(Self {
            before,
            current,
            counters: Counters::new(gpu)?,
            texels: gpu.buffer::<[f32; 8]>("texels", room)?,
            tags: gpu.buffer::<Tag>("tags", room)?,
            variation: gpu.filled("variations", variation)?,
        })
    }

    /// Takes in the boids, before the last step and after it, in one order.
    pub(crate) fn write(&self, gpu: &Gpu, previous: &Boids, current: &Boids) {
        self.before.write(gpu, previous);
        self.current.write(gpu, current);
    }

    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        geometry: &Arc<Geometry>,
        count: usize,
    ) -> Result<(), GpuError> {
        let _ = (gpu, step, geometry, count);
        Ok(())
    }

    pub(crate) fn encode(&self, encoder: &mut CommandEncoder, count: usize) {
        let _ = (encoder, count);
    }

    pub(crate) fn prepare_instances(
        &mut self,
        gpu: &Gpu,
        containment: Option<&Containment>,
        settings: &Settings,
        blend: f32,
        count: usize,
    ) {
        let _ = (gpu, containment, settings, blend, count);
    }

    pub(crate) fn encode_instances(&self, encoder: &mut CommandEncoder, count: usize) {
        let _ = (encoder, count);
    }

    /// Texels, tags and counters.
    pub(crate) fn drawn(&self) -> [&Buffer; 3] {
        [&self.texels, &self.tags, &self.counters.buffer]
    }

    /// Brings back the boids as the last step left them.
    pub(crate) fn read(
        &self,
        gpu: &Gpu,
        count: usize,
        boids: &mut Boids,
        variation: impl Fn(u32) -> f32,
    ) -> Result<(), GpuError> {
        self.current.read(gpu, count, boids, variation)
    }

    /// Brings back the boids as the last step found them.
    pub(crate) fn read_previous(
        &self,
        gpu: &Gpu,
        count: usize,
        boids: &mut Boids,
        variation: impl Fn(u32) -> f32,
    ) -> Result<(), GpuError> {
        self.before.read(gpu, count, boids, variation)
    }

    /// Brings back what boids remember having seen.
    pub(crate) fn read_memory(&self, gpu: &Gpu, memory: &Memory) -> Result<(), GpuError> {
        let _ = (gpu, memory);
        Ok(())
    }
}
