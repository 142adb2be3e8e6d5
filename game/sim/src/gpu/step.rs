//! Steps of the boids on a GPU.

use super::{
    boid_changes::NetChange,
    boundary::BoundaryUniform,
    buffers::StepBuffers,
    device::Gpu,
    geometry::GpuGeometry,
    instances::InstancesUniform,
    motion::MotionUniform,
    passes::{Pass, Stage, Variant, INSTANCES, STEP},
    pipeline::{BoundPipeline, Overrides},
    pose::PoseUniform,
    GpuError,
};
use crate::{
    boundary::Containment, geometry::SidedGeometry, settings::Body, state::boids::Boids,
    steering::avoidance::Memory, step::Step,
};
use std::{collections::HashMap, sync::Arc};
use wgpu::{Buffer, CommandEncoder};

/// The buffers of the boids, with the passes bound to them.
pub(crate) struct GpuStep {
    capacity: usize,
    slots: usize,
    pub(crate) buffers: StepBuffers,
    variant: Variant,
    bound: HashMap<&'static str, BoundPass>,
}

/// A pass with the buffers and overrides for which it was bound.
struct BoundPass {
    buffers: Vec<Buffer>,
    overrides: Overrides,
    pipeline: BoundPipeline,
}

impl BoundPass {
    fn is_bound_to(&self, buffers: &[&Buffer], overrides: &Overrides) -> bool {
        self.buffers.iter().eq(buffers.iter().copied()) && self.overrides == *overrides
    }
}

impl GpuStep {
    /// For up to `capacity` boids in slots below `slots`.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(crate) fn new(gpu: &Gpu, capacity: usize, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            capacity,
            slots,
            buffers: StepBuffers::new(gpu, capacity, slots)?,
            variant: Variant::default(),
            bound: HashMap::new(),
        })
    }

    /// Number of boids that fit in.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// True if this many boids in slots below `slots` fit in.
    pub(crate) fn has_capacity(&self, boids: usize, slots: usize) -> bool {
        boids <= self.capacity && slots <= self.slots
    }

    /// Takes over a geometry that is on the GPU already.
    pub(crate) fn set_geometry(&mut self, geometry: impl Into<Arc<GpuGeometry>>) {
        self.buffers.geometry = geometry.into();
    }

    /// Frees all memory but that of the geometry.
    pub(crate) fn into_geometry(self) -> Arc<GpuGeometry> {
        self.buffers.geometry
    }

    /// Uploads the states before and after the last step, in one order, the variations by slot, and
    /// the memory of avoidance.
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
        self.buffers.obstacles.forget_caught(gpu);
    }

    /// Prepares a step of `before` boids, which begins with a change.
    ///
    /// # Errors
    /// If there is no memory for the geometry, for the change or for what settings need.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        geometry: &SidedGeometry,
        before: usize,
        change: &NetChange,
    ) -> Result<(), GpuError> {
        let unsorted = before + change.joining.len();
        let count = unsorted - change.leaving_count;
        let buffers = &mut self.buffers;
        if step.obstacles.is_some() && !buffers.geometry.is_of(geometry) {
            buffers.geometry = gpu.geometry(geometry)?;
        }
        let variant = Variant {
            has_leaving: change.leaving_count > 0,
            has_joining: !change.joining.is_empty(),
            ..Variant::new(step, buffers.geometry.has_triangles)
        };
        if variant.has_leaving || variant.has_joining {
            buffers.changes.write(gpu, change, before)?;
        }
        let has_wishes = variant.avoids || variant.sees_moving_obstacles;
        let boundary = BoundaryUniform::new(step.containment.as_ref());
        gpu.write(&buffers.boundary, &[boundary]);
        let reach = step.criteria.reach;
        let grid = &mut buffers.grid;
        grid.write(gpu, reach, variant.has_periodic_box, [unsorted, count])?;
        if let Some(avoidance) = step.avoidance_step.as_ref().filter(|_| variant.avoids) {
            buffers.avoidance.write(gpu, avoidance, count)?;
        }
        let (criteria, wander) = (&step.criteria, step.wander_params.as_ref());
        let neighbours = &buffers.neighbours;
        neighbours.write(gpu, criteria, &step.rules, wander, has_wishes, count);
        if let Some(influences) = step.influences {
            buffers
                .influences
                .write(gpu, influences, step.ground, count)?;
        }
        let (params, limits) = (&step.steering_params, &step.limits);
        let steering = &buffers.steering;
        steering.write(gpu, params, step.flee_sources, limits, has_wishes, count);
        gpu.write(
            &buffers.motion,
            &[MotionUniform::new(
                &step.swept_move,
                step.air.as_ref(),
                count,
            )],
        );
        if let Some(moving) = &step.swept_move.moving {
            let avoidance = step.obstacle_avoidance.as_ref();
            buffers.obstacles.write(gpu, moving, avoidance)?;
        }
        let pose = PoseUniform::new(&step.orientation_params, step.facing, count);
        gpu.write(&buffers.pose, &[pose]);
        self.bind(gpu, STEP, variant);
        gpu.check()
    }

    /// Encodes the prepared step, with as many threads as for `count` boids.
    pub(crate) fn encode(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            self.encode_stages(encoder, STEP, count);
        }
    }

    /// Prepares the instances of `count` boids, `blend` of the way between the last two states.
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
            self.encode_stages(encoder, INSTANCES, count);
        }
    }

    /// Binds the passes of the stages that run in a variant, unless they are bound already.
    pub(crate) fn bind(&mut self, gpu: &Gpu, stages: &[Stage], variant: Variant) {
        self.variant = variant;
        for pass in running(stages, variant).flat_map(|stage| stage.passes) {
            let (buffers, overrides) = ((pass.buffers)(&self.buffers), (pass.overrides)(&variant));
            let bound = self.bound.get(pass.name);
            if bound.is_some_and(|it| it.is_bound_to(&buffers, &overrides)) {
                continue;
            }
            let pipeline = gpu.pipeline(pass.name, pass.needs, pass.source, &overrides);
            let bound = BoundPass {
                pipeline: pipeline.bind(gpu, &buffers),
                buffers: buffers.into_iter().cloned().collect(),
                overrides,
            };
            self.bound.insert(pass.name, bound);
        }
    }

    /// Encodes the stages that run in the variant for which they were bound.
    pub(crate) fn encode_stages(
        &self,
        encoder: &mut CommandEncoder,
        stages: &[Stage],
        count: usize,
    ) {
        let mut compute = encoder.begin_compute_pass(&Default::default());
        for stage in running(stages, self.variant) {
            for Pass { name, threads, .. } in (0..stage.repeats).flat_map(|_| stage.passes) {
                if let Some(bound) = self.bound.get(name) {
                    bound.pipeline.dispatch(&mut compute, threads(count));
                }
            }
        }
    }
}

fn running(stages: &[Stage], variant: Variant) -> impl Iterator<Item = &Stage> {
    stages.iter().filter(move |stage| (stage.runs)(&variant))
}
