//! What is written to the buffers before a step.

use super::GpuStep;
use crate::{
    geometry::SidedGeometry,
    gpu::{
        boid_changes::NetChange,
        boundary::BoundaryUniform,
        device::Gpu,
        error::GpuError,
        geometry_buffers::GpuGeometry,
        motion::MotionUniform,
        passes::{Variant, ADVANCING, INSTANCES, SORTING},
        pose::PoseUniform,
        relations::OtherSums,
        role::Role,
        steering::SteeringInputs,
    },
    step::{meaning::Meaning, Step},
};

/// Storage buffers of the pass that sums over other flocks.
const BUFFERS_AMONG_OTHERS: u32 = 9;

impl GpuStep {
    /// Prepares a step of `before` boids, which begins with a change. Other flocks look for them
    /// within `seen_within` metres.
    ///
    /// # Errors
    /// If there is no memory for the geometry, for the change or for what settings need.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        geometry: &SidedGeometry,
        (before, change): (usize, &NetChange),
        seen_within: Option<f32>,
    ) -> Result<(), GpuError> {
        check_support(gpu, step, seen_within)?;
        let unsorted = before + change.joining.len();
        let count = unsorted - change.leaving_count;
        if step.geometry.is_some() && !self.buffers.geometry.is_of(geometry) {
            self.buffers.geometry = GpuGeometry::shared(gpu, geometry)?;
        }
        let variant = Variant {
            has_leaving: change.leaving_count > 0,
            has_joining: !change.joining.is_empty(),
            ..Variant::new(step, self.buffers.geometry.has_triangles)
        };
        let buffers = &mut self.buffers;
        if variant.has_leaving || variant.has_joining {
            buffers.changes.write(gpu, change, before)?;
        }
        buffers.detail.write(gpu, step.paces.as_ref(), count)?;
        let boundary = BoundaryUniform::new(step.containment.as_ref());
        gpu.write(&buffers.boundary, &[boundary]);
        self.write_others(gpu, step, count)?;
        self.write_grid(gpu, step, seen_within, variant, [unsorted, count])?;
        self.write_steering(gpu, step, variant, count)?;
        self.write_motion(gpu, step, count)?;
        if !self.has_begun {
            // The first frame does not wait for them then.
            self.bind(gpu, INSTANCES, variant);
        }
        self.bind(gpu, SORTING, variant);
        self.bind(gpu, ADVANCING, variant);
        self.expect_passes(gpu);
        gpu.check()
    }

    /// Writes what other flocks and fear need.
    fn write_others(&mut self, gpu: &Gpu, step: &Step, count: usize) -> Result<(), GpuError> {
        let (buffers, criteria) = (&mut self.buffers, &step.criteria);
        let fled = (step.others.chooser.as_ref(), step.others.feared);
        buffers
            .fear
            .write(gpu, step.flight.as_ref(), fled, criteria, count)?;
        self.others.prepare(gpu, criteria, step.others);
        let bytes = (self.capacity * size_of::<OtherSums>()) as u64;
        if self.others.have_sums() && buffers.other_sums.size() < bytes {
            let what = "sums over other flocks";
            buffers.other_sums = gpu.buffer::<OtherSums>(what, self.capacity)?;
        }
        if let Some(attacks) = step.others.attacks {
            let mut wishes: Vec<_> = attacks.iter().map(|[x, y, z]| [*x, *y, *z, 0.0]).collect();
            wishes.resize(self.slots, [0.0; 4]);
            gpu.write_all("wishes of attacks", &mut buffers.attacks, &wishes)?;
        }
        Ok(())
    }

    /// Writes the grid, whose cells are as large as the reach of all searches.
    fn write_grid(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        seen_within: Option<f32>,
        variant: Variant,
        counts: [usize; 2],
    ) -> Result<(), GpuError> {
        let own = step.criteria.reach;
        let reach = seen_within.map_or(own, |seen| Some(own.map_or(seen, |own| own.max(seen))));
        let grid = &mut self.buffers.grid;
        grid.write(gpu, reach, variant.has_periodic_box, counts)
    }

    /// Writes what the wishes and their combination need.
    fn write_steering(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        variant: Variant,
        count: usize,
    ) -> Result<(), GpuError> {
        let buffers = &mut self.buffers;
        let has_wishes = variant.has_avoidance() || variant.regroups;
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
        let inputs = SteeringInputs {
            params: &step.steering_params,
            sources: step.flee_sources,
            limits: &step.limits,
            limits_of_more: step.limits_of_more.as_ref(),
            inertia: step.inertia.as_ref(),
        };
        buffers.steering.write(gpu, &inputs, has_wishes, count);
        Ok(())
    }

    /// Writes what moves and poses need.
    fn write_motion(&mut self, gpu: &Gpu, step: &Step, count: usize) -> Result<(), GpuError> {
        let buffers = &mut self.buffers;
        let motion = MotionUniform::new(&step.swept_move, step.air.as_ref(), count);
        gpu.write(&buffers.motion, &[motion]);
        if let Some(moving) = &step.swept_move.moving {
            let avoidance = step.obstacle_avoidance.as_ref();
            let geometry = &buffers.geometry;
            buffers.obstacles.write(gpu, moving, avoidance, geometry)?;
        } else {
            buffers.obstacles.clear();
        }
        let pose = PoseUniform::new(&step.orientation_params, step.facing, count);
        gpu.write(&buffers.pose, &[pose]);
        Ok(())
    }

    /// Lets the passes that the next steps may need be compiled in the background.
    fn expect_passes(&mut self, gpu: &Gpu) {
        let variant = Variant {
            // Steps with and without them alternate.
            has_leaving: false,
            has_joining: false,
            ..self.variant
        };
        if self.expected_after.replace(variant) != Some(variant) {
            gpu.pipelines.expect(variant.entries_after_one_change());
        }
    }
}

/// Refuses what a step on a GPU does not do.
fn check_support(gpu: &Gpu, step: &Step, seen_within: Option<f32>) -> Result<(), GpuError> {
    let role = Role {
        is_seen: seen_within.is_some(),
        flocks_with: step.others.has(Meaning::Sums),
    };
    role.check(&step.criteria)?;
    let most_buffers = gpu.device.limits().max_storage_buffers_per_shader_stage;
    if role.flocks_with && most_buffers < BUFFERS_AMONG_OTHERS {
        return Err(GpuError::Unsupported {
            setting: "a relation FlockWith, with this adapter",
            remedy: "choose another kind or adapter, or set simulation.backend to AllThreads",
        });
    }
    Ok(())
}
