//! The shaders with their buffers.

use super::{
    super::{
        clearances::{Clearances, CLEARANCES},
        counters::Counters,
        device::Gpu,
        geometry::{Obstacles, RAY, SWEEP},
        kernel::Bound,
        state::State,
        GpuError, COMMON,
    },
    memory::CardMemory,
    settings::{Packed, PackedDirections},
};
use bytemuck::{Pod, Zeroable};
use wgpu::Buffer;

pub(super) const COUNTERS: &str = include_str!("../counters.wgsl");
pub(super) const SETTINGS: &str = include_str!("settings.wgsl");
pub(super) const RECORDS: &str = include_str!("records.wgsl");
pub(super) const MEMORY: &str = include_str!("memory.wgsl");
pub(super) const GAZE: &str = include_str!("gaze.wgsl");
pub(super) const EYE: &str = include_str!("eye.wgsl");
const MEASURE: &str = include_str!("measure.wgsl");
pub(super) const LOOK: &str = include_str!("look.wgsl");
const ALL: &str = include_str!("all.wgsl");
const PUSH: &str = include_str!("push.wgsl");

/// What a look takes.
pub(super) const LOOKING: [&str; 9] = [
    COMMON, CLEARANCES, SWEEP, RAY, SETTINGS, RECORDS, MEMORY, GAZE, EYE,
];

/// `Due` in records.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct Due {
    place: [f32; 3],
    slot: u32,
    velocity: [f32; 3],
    clearance: f32,
}

/// What there is to see.
pub(super) struct Scenery<'a> {
    pub(super) clearances: &'a Clearances,
    pub(super) obstacles: &'a Obstacles,
}

/// What does not depend on the geometry.
pub(super) struct Buffers {
    /// Of the boids.
    place: Buffer,
    motion: Buffer,
    pub(super) memory: Buffer,
    /// [`Packed`], a uniform buffer.
    pub(super) settings: Buffer,
    /// [`PackedDirections`], a uniform buffer.
    pub(super) directions: Buffer,
    /// The boids that are to look around, [`Due`], and their number.
    pub(super) due: Buffer,
    pub(super) due_count: Buffer,
    pub(super) clearance: Buffer,
    pub(super) push: Buffer,
    pub(super) counters: Buffer,
}

impl Buffers {
    pub(super) fn new(
        gpu: &Gpu,
        room: usize,
        before: &State,
        memory: &CardMemory,
        counters: &Counters,
    ) -> Result<Self, GpuError> {
        Ok(Self {
            place: before.place.clone(),
            motion: before.motion.clone(),
            memory: memory.buffer.clone(),
            settings: gpu.uniform::<Packed>("settings of sight"),
            directions: gpu.uniform::<PackedDirections>("directions of sight"),
            due: gpu.buffer::<Due>("boids that look around", room)?,
            due_count: gpu.buffer::<u32>("number of boids that look around", 1)?,
            clearance: gpu.buffer::<f32>("clearances of boids", room)?,
            push: gpu.buffer::<[f32; 4]>("pushes", room)?,
            counters: counters.buffer.clone(),
        })
    }

    pub(super) fn measure_pass(&self, gpu: &Gpu, scenery: &Scenery) -> Bound {
        let parts = [COMMON, CLEARANCES, SETTINGS, RECORDS, MEMORY, GAZE, MEASURE];
        let Clearances {
            field,
            blocks,
            cells,
        } = scenery.clearances;
        gpu.kernel("sight_measure", &parts, &[]).bind(
            gpu,
            &[
                &self.settings,
                field,
                blocks,
                cells,
                &self.place,
                &self.motion,
                &self.memory,
                &self.clearance,
                &self.due,
                &self.due_count,
            ],
        )
    }

    pub(super) fn look_pass(&self, gpu: &Gpu, scenery: &Scenery) -> Bound {
        let parts = [&LOOKING[..], &[LOOK, COUNTERS, ALL]].concat();
        let rest = [&self.due, &self.due_count, &self.memory, &self.counters];
        let buffers = [&self.looking(scenery)[..], &rest].concat();
        gpu.kernel("sight_look", &parts, &[]).bind(gpu, &buffers)
    }

    /// The first bindings of passes in which boids look around.
    pub(super) fn looking<'a>(&'a self, scenery: &Scenery<'a>) -> [&'a Buffer; 7] {
        let Clearances {
            field,
            blocks,
            cells,
        } = scenery.clearances;
        let Obstacles { nodes, triangles } = scenery.obstacles;
        let (settings, directions) = (&self.settings, &self.directions);
        [settings, field, directions, blocks, cells, nodes, triangles]
    }

    pub(super) fn push_pass(&self, gpu: &Gpu) -> Bound {
        let parts = [COMMON, SETTINGS, RECORDS, MEMORY, GAZE, PUSH];
        gpu.kernel("sight_push", &parts, &[]).bind(
            gpu,
            &[
                &self.settings,
                &self.place,
                &self.motion,
                &self.memory,
                &self.clearance,
                &self.push,
                &self.due_count,
            ],
        )
    }
}
