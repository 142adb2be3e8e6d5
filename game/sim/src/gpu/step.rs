//! The step of the boids of one flock on a GPU: its buffers and bound passes.

mod prepare;

use super::{
    bound_pass::BoundPass,
    boundary::BoundaryUniform,
    buffers::StepBuffers,
    device::Gpu,
    error::GpuError,
    geometry_buffers::GpuGeometry,
    instances::InstancesUniform,
    others::{GpuSighting, Others},
    passes::{running, Stage, Variant, ADVANCING, INSTANCES, SORTING},
    remote_boids::Mark,
    timer::Timer,
};
use crate::{
    boundary::Containment, settings::Body, state::boids::Boids, steering::avoidance::Memory,
    step::others::Sighting,
};
use std::{collections::HashMap, mem::replace, sync::Arc};
use wgpu::{CommandEncoder, ComputePassDescriptor, ComputePassTimestampWrites};

/// The buffers of a flock, and the passes that are bound to them.
pub(crate) struct GpuStep {
    capacity: usize,
    slots: usize,
    pub(crate) buffers: StepBuffers,
    variant: Variant,
    others: Others,
    bound: HashMap<&'static str, BoundPass>,
    /// The variant after which pipelines were last compiled in advance.
    expected_after: Option<Variant>,
    /// Measures the steps.
    pub(crate) timer: Timer,
    /// False until the first step has been made.
    has_begun: bool,
}

impl GpuStep {
    /// Creates the buffers for up to `capacity` boids in slots below `slots`.
    ///
    /// # Errors
    /// Fails if there is no memory for them.
    pub(crate) fn new(gpu: &Gpu, capacity: usize, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            capacity,
            slots,
            buffers: StepBuffers::new(gpu, capacity, slots)?,
            variant: Variant::default(),
            others: Others::default(),
            bound: HashMap::new(),
            expected_after: None,
            timer: Timer::new(gpu)?,
            has_begun: false,
        })
    }

    /// Number of boids for which there is space.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Number of slots for which there is space.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// True if there is space for this many boids in slots below `slots`.
    pub(crate) fn has_capacity(&self, boids: usize, slots: usize) -> bool {
        boids <= self.capacity && slots <= self.slots
    }

    /// Uses a geometry that is on the GPU already.
    pub(crate) fn set_geometry(&mut self, geometry: impl Into<Arc<GpuGeometry>>) {
        self.buffers.geometry = geometry.into();
    }

    /// Releases all buffers except those of the geometry.
    pub(crate) fn into_geometry(self) -> Arc<GpuGeometry> {
        self.buffers.geometry
    }

    /// Uploads the states before and after the last step, in the same order, the size variations by
    /// slot, and the avoidance memory.
    pub(crate) fn upload(
        &self,
        gpu: &Gpu,
        [previous, current]: [&Boids; 2],
        variations: &[f32],
        memory: &Memory,
    ) {
        self.buffers.before.write(gpu, previous);
        self.buffers.current.write(gpu, current);
        gpu.write(&self.buffers.variations, variations);
        self.buffers.avoidance.upload_memory(gpu, memory);
        for mark in [Mark::Caught, Mark::Touched] {
            self.buffers.marks.clear(gpu, mark);
        }
    }

    /// Encodes the part of the prepared step that sorts the boids, with as many threads as for `count`
    /// boids.
    pub(crate) fn encode_sort(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            self.encode(encoder, SORTING, count, self.timer.next_pass());
        }
    }

    /// Encodes the rest of the prepared step.
    pub(crate) fn encode_rest(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            self.encode(encoder, ADVANCING, count, self.timer.next_pass());
        }
    }

    /// The `count` sorted boids, for other flocks.
    pub(crate) fn sighting(&self, count: usize) -> GpuSighting {
        let it = &self.buffers;
        GpuSighting {
            count,
            layout: it.grid.layout.clone(),
            starts: it.grid.starts.clone(),
            places: it.before.places.clone(),
            motions: it.before.motions.clone(),
        }
    }

    /// Lets the `count` boids of this flock see the boids of other flocks.
    pub(crate) fn see(&mut self, gpu: &Gpu, count: usize, sightings: &[Sighting]) {
        let blocks = self.others.threat_blocks(sightings);
        if blocks > 0 {
            self.buffers.fear.add_blocks(gpu, blocks);
        }
        let step = (count, &self.variant);
        self.others.bind(gpu, &self.buffers, step, sightings);
    }

    /// Prepares the instances of `count` boids, interpolated by `blend` between the last two
    /// states.
    pub(crate) fn prepare_instances(
        &mut self,
        gpu: &Gpu,
        containment: Option<&Containment>,
        body: &Body,
        blend: f32,
        count: usize,
    ) {
        let buffers = &self.buffers;
        gpu.write(&buffers.boundary, &[BoundaryUniform::new(containment)]);
        let instances = InstancesUniform::new(body, blend, count);
        gpu.write(&buffers.instances.uniform, &[instances]);
        self.bind(gpu, INSTANCES, self.variant);
    }

    /// Encodes the prepared instances.
    pub(crate) fn encode_instances(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            self.encode(encoder, INSTANCES, count, None);
        }
    }

    /// Binds the passes of the stages that run in a variant, unless they are bound already.
    pub(crate) fn bind(&mut self, gpu: &Gpu, stages: &[Stage], variant: Variant) {
        self.variant = variant;
        let own = running(stages, variant).filter(|stage| !stage.is_for_each_relation);
        for pass in own.flat_map(|stage| stage.passes) {
            let (buffers, overrides) = ((pass.buffers)(&self.buffers), (pass.overrides)(&variant));
            let bound = self.bound.get(pass.entry.name);
            if !bound.is_some_and(|it| it.is_of(pass, &buffers, &overrides)) {
                let bound = BoundPass::new(gpu, pass, &buffers, overrides);
                self.bound.insert(pass.entry.name, bound);
            }
        }
    }

    /// Number of pipelines for which steps had to wait since the last call; the first call returns
    /// 0.
    pub(crate) fn take_late_pipelines(&mut self) -> usize {
        let bound = self.bound.values_mut().chain(self.others.bound_mut());
        let late = bound.map(|it| usize::from(it.take_late())).sum();
        if replace(&mut self.has_begun, true) {
            late
        } else {
            0
        }
    }

    /// Encodes the stages that run in the bound variant.
    pub(crate) fn encode(
        &self,
        encoder: &mut CommandEncoder,
        stages: &[Stage],
        count: usize,
        timestamp_writes: Option<ComputePassTimestampWrites>,
    ) {
        let mut compute = encoder.begin_compute_pass(&ComputePassDescriptor {
            label: None,
            timestamp_writes,
        });
        for stage in running(stages, self.variant) {
            for pass in (0..stage.repeats).flat_map(|_| stage.passes) {
                if stage.is_for_each_relation {
                    self.others.dispatch(&mut compute, pass);
                } else if let Some(bound) = self.bound.get(pass.entry.name) {
                    bound.dispatch(&mut compute, (pass.threads)(count));
                }
            }
        }
    }
}
