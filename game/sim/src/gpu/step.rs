//! The step of the boids of one flock on a GPU: its buffers and bound passes.

use super::{
    boid_changes::NetChange,
    bound_pass::BoundPass,
    boundary::BoundaryUniform,
    buffers::StepBuffers,
    device::Gpu,
    geometry::GpuGeometry,
    influences::write_all,
    instances::InstancesUniform,
    motion::MotionUniform,
    others::{GpuSighting, OtherSums, Others},
    passes::{running, Stage, Variant, INSTANCES, SORTING, STEP},
    pose::PoseUniform,
    GpuError,
};
use crate::{
    boundary::Containment,
    geometry::SidedGeometry,
    settings::Body,
    state::boids::Boids,
    steering::avoidance::Memory,
    step::{meaning::Meaning, others::Sighting, Step},
};
use std::{collections::HashMap, mem::replace, sync::Arc};
use wgpu::CommandEncoder;

/// Number of storage buffers of the pass that sums over other flocks.
const BUFFERS_AMONG_OTHERS: u32 = 9;

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
            has_begun: false,
        })
    }

    /// Number of boids for which there is space.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
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
        self.buffers.obstacles.forget_caught(gpu);
    }

    /// Prepares a step that begins with `before` boids and a change of them. Other flocks search
    /// for its boids within `seen_within` metres.
    ///
    /// # Errors
    /// Fails if a setting is not supported, or if there is no memory for the geometry, the change
    /// or the settings.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        geometry: &SidedGeometry,
        (before, change): (usize, &NetChange),
        seen_within: Option<f32>,
    ) -> Result<(), GpuError> {
        if seen_within.is_some() && step.criteria.periodic_box.is_some() {
            return Err(GpuError::Unsupported {
                setting: "a relation to a flock whose boundary is a box that wraps",
                remedy: "set another boundary.mode, or simulation.driver to AllThreads",
            });
        }
        let most_buffers = gpu.device.limits().max_storage_buffers_per_shader_stage;
        if step.others.has(Meaning::Sums) && most_buffers < BUFFERS_AMONG_OTHERS {
            return Err(GpuError::Unsupported {
                setting: "a relation FlockWith, with this adapter",
                remedy: "choose another kind or adapter, or set simulation.driver to AllThreads",
            });
        }
        if step.others.has(Meaning::Sums) && step.criteria.nearest.is_some() {
            return Err(GpuError::Unsupported {
                setting: "neighbours.nearest_only beside a relation FlockWith",
                remedy: "switch it off, or set simulation.driver to AllThreads",
            });
        }
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
        let has_wishes = variant.has_avoidance() || variant.regroups;
        buffers.detail.write(gpu, step.paces.as_ref(), count)?;
        let (flight, feared) = (step.flight.as_ref(), step.others.feared);
        let fled = (step.others.chooser.as_ref(), feared);
        buffers
            .fear
            .write(gpu, flight, fled, &step.criteria, count)?;
        let boundary = BoundaryUniform::new(step.containment.as_ref());
        gpu.write(&buffers.boundary, &[boundary]);
        self.others.prepare(gpu, &step.criteria, step.others);
        let bytes = (self.capacity * size_of::<OtherSums>()) as u64;
        if self.others.have_sums() && buffers.other_sums.size() < bytes {
            let what = "sums over other flocks";
            buffers.other_sums = gpu.buffer::<OtherSums>(what, self.capacity)?;
        }
        if let Some(attacks) = step.others.attacks {
            let mut wishes: Vec<_> = attacks.iter().map(|[x, y, z]| [*x, *y, *z, 0.0]).collect();
            wishes.resize(self.slots, [0.0; 4]);
            write_all(gpu, "wishes of attacks", &mut buffers.attacks, &wishes)?;
        }
        let own = step.criteria.reach;
        let reach = seen_within.map_or(own, |seen| Some(own.map_or(seen, |own| own.max(seen))));
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
        let params = &step.steering_params;
        let limits = (&step.limits, step.limits_of_more.as_ref());
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
        if !self.has_begun {
            // Compiles these pipelines now, so that the first frame does not wait for them.
            self.bind(gpu, INSTANCES, variant);
        }
        self.bind(gpu, STEP, variant);
        self.expect_passes(gpu);
        gpu.check()
    }

    /// Compiles in the background the pipelines that the next steps may need.
    fn expect_passes(&mut self, gpu: &Gpu) {
        let variant = Variant {
            // Steps with and without such changes alternate.
            has_leaving: false,
            has_joining: false,
            ..self.variant
        };
        if self.expected_after.replace(variant) != Some(variant) {
            gpu.pipelines.expect_after(variant);
        }
    }

    /// Encodes the part of the prepared step that sorts the boids, with threads for `count` boids.
    pub(crate) fn encode_sort(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            self.encode_stages(encoder, &STEP[..SORTING], count);
        }
    }

    /// Encodes the rest of the prepared step.
    pub(crate) fn encode_rest(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            self.encode_stages(encoder, &STEP[SORTING..], count);
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
        let threats = self.others.threats(sightings);
        if threats > 0 {
            self.buffers.fear.add_threats(gpu, threats);
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
            self.encode_stages(encoder, INSTANCES, count);
        }
    }

    /// Binds the passes of the stages that run in a variant, unless they are bound already.
    pub(crate) fn bind(&mut self, gpu: &Gpu, stages: &[Stage], variant: Variant) {
        self.variant = variant;
        let own = running(stages, variant).filter(|stage| !stage.is_for_each_relation);
        for pass in own.flat_map(|stage| stage.passes) {
            let (buffers, overrides) = ((pass.buffers)(&self.buffers), (pass.overrides)(&variant));
            let bound = self.bound.get(pass.name);
            if !bound.is_some_and(|it| it.is_of(pass, &buffers, &overrides)) {
                let bound = BoundPass::new(gpu, pass, &buffers, overrides);
                self.bound.insert(pass.name, bound);
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
    pub(crate) fn encode_stages(
        &self,
        encoder: &mut CommandEncoder,
        stages: &[Stage],
        count: usize,
    ) {
        let mut compute = encoder.begin_compute_pass(&Default::default());
        for stage in running(stages, self.variant) {
            for pass in (0..stage.repeats).flat_map(|_| stage.passes) {
                if stage.is_for_each_relation {
                    self.others.dispatch(&mut compute, pass);
                } else if let Some(bound) = self.bound.get(pass.name) {
                    bound.dispatch(&mut compute, (pass.threads)(count));
                }
            }
        }
    }
}
