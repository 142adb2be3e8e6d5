//! All buffers that passes read and write.

use super::{
    avoidance::AvoidanceBuffers, boid_buffers::BoidBuffers, boid_changes::ChangeBuffers,
    boundary::BoundaryUniform, counters::Counts, detail::DetailBuffers, device::Gpu,
    error::GpuError, fear::FearBuffers, geometry_buffers::GpuGeometry, grid::GridBuffers,
    influences::InfluenceBuffers, instances::InstanceBuffers, marks::Marks, motion::MotionUniform,
    neighbours::NeighbourBuffers, obstacles::ObstacleBuffers, pose::PoseUniform,
    relations::OtherSums, steering::SteeringBuffers,
};
use std::sync::Arc;
use wgpu::Buffer;

/// All buffers that passes read and write.
pub(crate) struct StepBuffers {
    /// The state before the last step, sorted along the grid.
    pub(crate) before: BoidBuffers,
    /// The state after the last step, in the same order.
    pub(crate) current: BoidBuffers,
    /// Share of the size variation for the body in each slot.
    pub(crate) variations: Buffer,
    /// [`BoundaryUniform`].
    pub(crate) boundary: Buffer,
    pub(crate) changes: ChangeBuffers,
    pub(crate) grid: GridBuffers,
    pub(crate) detail: DetailBuffers,
    pub(crate) fear: FearBuffers,
    pub(crate) geometry: Arc<GpuGeometry>,
    /// Lower bound of the distance of each boid from all surfaces, in metres.
    pub(crate) clearances: Buffer,
    pub(crate) avoidance: AvoidanceBuffers,
    pub(crate) neighbours: NeighbourBuffers,
    /// [`OtherSums`] of each boid. Empty until they are needed.
    pub(crate) other_sums: Buffer,
    /// Wishes of attacking boids, by slot. Empty until they are needed.
    pub(crate) attacks: Buffer,
    pub(crate) influences: InfluenceBuffers,
    pub(crate) steering: SteeringBuffers,
    pub(crate) obstacles: ObstacleBuffers,
    pub(crate) marks: Marks,
    /// [`MotionUniform`].
    pub(crate) motion: Buffer,
    /// [`PoseUniform`].
    pub(crate) pose: Buffer,
    pub(crate) instances: InstanceBuffers,
    /// [`Counts`].
    pub(crate) counters: Buffer,
}

impl StepBuffers {
    /// Creates the buffers for up to `capacity` boids in slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, capacity: usize, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            before: BoidBuffers::new(gpu, capacity)?,
            current: BoidBuffers::new(gpu, capacity)?,
            variations: gpu.buffer::<f32>("variations", slots)?,
            boundary: gpu.uniform::<BoundaryUniform>("boundary uniform"),
            changes: ChangeBuffers::new(gpu, slots)?,
            grid: GridBuffers::new(gpu, capacity)?,
            detail: DetailBuffers::new(gpu, slots)?,
            fear: FearBuffers::new(gpu, capacity, slots)?,
            geometry: GpuGeometry::none(gpu)?.into(),
            clearances: gpu.buffer::<f32>("clearances", capacity)?,
            avoidance: AvoidanceBuffers::new(gpu, capacity, slots)?,
            neighbours: NeighbourBuffers::new(gpu, capacity)?,
            other_sums: gpu.buffer::<OtherSums>("sums over other flocks", 0)?,
            attacks: gpu.buffer::<[f32; 4]>("wishes of attacks", 0)?,
            influences: InfluenceBuffers::new(gpu)?,
            steering: SteeringBuffers::new(gpu),
            obstacles: ObstacleBuffers::new(gpu)?,
            marks: Marks::new(gpu, slots)?,
            motion: gpu.uniform::<MotionUniform>("motion uniform"),
            pose: gpu.uniform::<PoseUniform>("pose uniform"),
            instances: InstanceBuffers::new(gpu, capacity)?,
            counters: gpu.buffer::<Counts>("counters", 1)?,
        })
    }
}
