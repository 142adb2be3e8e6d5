//! What boids see of the geometry, and what they ask for because of it.
//!
//! Three passes: `measure` looks up the clearance of every boid and lists those that are to look around; `look` lets these do
//! so, each in a thread of its own, which keeps what it sees in the memory of its slot; `push` turns what is remembered into what
//! boids ask for. As only a few boids look in a step, the list keeps those that do together.
//!
//! The decisions are those of the processor. It casts rays in fours, though, and a boid that looks for a way out may cast up to
//! three rays more there than here, where it stops at the first free one: the counter of rays is lower by those.

mod memory;
mod settings;
#[cfg(test)]
mod tests;

use super::{
    clearances::{Clearances, CLEARANCES},
    counters::Counters,
    device::Gpu,
    geometry::{Obstacles, RAY, SWEEP},
    kernel::Bound,
    state::State,
    GpuError, COMMON,
};
use crate::avoidance::{Lookout, Memory};
use bytemuck::{Pod, Zeroable};
use memory::CardMemory;
use settings::{packed_directions, Packed, PackedDirections};
use wgpu::{Buffer, ComputePass};

const COUNTERS: &str = include_str!("../counters.wgsl");
const SETTINGS: &str = include_str!("settings.wgsl");
const DUE: &str = include_str!("due.wgsl");
const MEMORY: &str = include_str!("memory.wgsl");
const GAZE: &str = include_str!("gaze.wgsl");
const EYE: &str = include_str!("eye.wgsl");
const MEASURE: &str = include_str!("measure.wgsl");
const LOOK: &str = include_str!("look.wgsl");
const PUSH: &str = include_str!("push.wgsl");

/// `Due` in due.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Due {
    place: [f32; 3],
    slot: u32,
    velocity: [f32; 3],
    clearance: f32,
}

/// The passes in which boids see.
pub(crate) struct Sight {
    buffers: Buffers,
    memory: CardMemory,
    /// The directions that are in their buffer.
    written: Vec<[f32; 3]>,
    push_pass: Bound,
    /// Those that look at the geometry, and what tells which one it is.
    geometry_passes: Option<(Buffer, GeometryPasses)>,
}

struct Buffers {
    /// Of the boids.
    place: Buffer,
    motion: Buffer,
    /// [`Packed`], a uniform buffer.
    settings: Buffer,
    /// [`PackedDirections`], a uniform buffer.
    directions: Buffer,
    /// The boids that are to look around, [`Due`], and their number.
    due: Buffer,
    due_count: Buffer,
    clearance: Buffer,
    push: Buffer,
    counters: Buffer,
}

struct GeometryPasses {
    measure: Bound,
    look: Bound,
}

impl Sight {
    /// Bytes for each boid, and for each slot.
    pub(crate) const BYTES: usize = size_of::<Due>() + size_of::<[f32; 5]>();
    pub(crate) const BYTES_OF_SLOT: usize = CardMemory::BYTES;

    /// For as many boids as there is room for, with slots below `slots`. `before` is where they are, sorted.
    ///
    /// # Errors
    /// If there is no room on the card.
    pub(crate) fn new(
        gpu: &Gpu,
        room: usize,
        slots: usize,
        before: &State,
        counters: &Counters,
    ) -> Result<Self, GpuError> {
        let memory = CardMemory::new(gpu, slots)?;
        let buffers = Buffers {
            place: before.place.clone(),
            motion: before.motion.clone(),
            settings: gpu.uniform::<Packed>("settings of sight"),
            directions: gpu.uniform::<PackedDirections>("directions of sight"),
            due: gpu.buffer::<Due>("boids that look around", room)?,
            due_count: gpu.buffer::<u32>("number of boids that look around", 1)?,
            clearance: gpu.buffer::<f32>("clearances of boids", room)?,
            push: gpu.buffer::<[f32; 4]>("pushes", room)?,
            counters: counters.buffer.clone(),
        };
        Ok(Self {
            push_pass: buffers.push_pass(gpu, &memory.buffer),
            buffers,
            memory,
            written: Vec::new(),
            geometry_passes: None,
        })
    }

    /// What the boids ask for to avoid geometry, and the factor of cohesion, four numbers for each boid.
    pub(crate) fn push(&self) -> &Buffer {
        &self.buffers.push
    }

    /// At least how far each boid is from all surfaces, in metres.
    pub(crate) fn clearance(&self) -> &Buffer {
        &self.buffers.clearance
    }

    /// Gets ready for a step of `count` boids among this geometry; without a lookout they see nothing of it.
    ///
    /// # Errors
    /// Names a setting that only the processor can do.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        lookout: Option<&Lookout>,
        clearances: &Clearances,
        obstacles: &Obstacles,
        count: usize,
    ) -> Result<(), GpuError> {
        if lookout.is_some_and(Lookout::has_budget) {
            return Err(GpuError::Unsupported {
                setting: "avoidance.ray_budget",
                remedy: "set it to 0, or choose another simulation.driver",
            });
        }
        self.look_at(gpu, clearances, obstacles);
        let packed = match lookout {
            Some(lookout) => Packed::new(lookout, count),
            None => Packed::blind(count),
        };
        gpu.write(&self.buffers.settings, &[packed]);
        if let Some(lookout) = lookout {
            let directions = lookout.sights.directions.all();
            if *directions != self.written {
                gpu.write(&self.buffers.directions, &packed_directions(directions));
                directions.clone_into(&mut self.written);
            }
        }
        Ok(())
    }

    /// Binds the geometry, unless it is bound already.
    fn look_at(&mut self, gpu: &Gpu, clearances: &Clearances, obstacles: &Obstacles) {
        let bound = self.geometry_passes.as_ref();
        if bound.is_none_or(|(blocks, _)| *blocks != clearances.blocks) {
            let passes = self.buffers.geometry_passes(gpu, &self.memory.buffer, clearances, obstacles);
            self.geometry_passes = Some((clearances.blocks.clone(), passes));
        }
    }

    /// Finds out what the first `count` boids see.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        if let Some((_, passes)) = &self.geometry_passes {
            passes.measure.run(pass, count);
            passes.look.run(pass, count);
            self.push_pass.run(pass, count);
        }
    }

    /// These slots are those of boids that have seen nothing yet.
    pub(crate) fn forget(&self, gpu: &Gpu, slots: &[u32]) {
        self.memory.forget(gpu, slots);
    }

    /// No boid has seen anything yet.
    pub(crate) fn forget_all(&self, gpu: &Gpu) {
        self.memory.forget_all(gpu);
    }

    /// Boids remember what those of the processor do.
    pub(crate) fn upload_memory(&self, gpu: &Gpu, memory: &Memory) {
        self.memory.upload(gpu, memory);
    }

    /// The boids of the processor remember what these do, once all that was submitted is done.
    ///
    /// # Errors
    /// If the card was lost.
    pub(crate) fn download_memory(&self, gpu: &Gpu, memory: &Memory) -> Result<(), GpuError> {
        self.memory.download(gpu, memory)
    }
}

impl Buffers {
    fn push_pass(&self, gpu: &Gpu, memory: &Buffer) -> Bound {
        let parts = [COMMON, SETTINGS, MEMORY, GAZE, PUSH];
        gpu.kernel("sight_push", &parts, &[]).bind(
            gpu,
            &[
                &self.settings,
                &self.place,
                &self.motion,
                memory,
                &self.clearance,
                &self.push,
                &self.due_count,
            ],
        )
    }

    fn geometry_passes(
        &self,
        gpu: &Gpu,
        memory: &Buffer,
        clearances: &Clearances,
        obstacles: &Obstacles,
    ) -> GeometryPasses {
        let Clearances {
            field,
            blocks,
            cells,
        } = clearances;
        let measure = [COMMON, CLEARANCES, SETTINGS, DUE, MEMORY, GAZE, MEASURE];
        let look = [
            COMMON, COUNTERS, CLEARANCES, SWEEP, RAY, SETTINGS, DUE, MEMORY, GAZE, EYE, LOOK,
        ];
        GeometryPasses {
            measure: gpu.kernel("sight_measure", &measure, &[]).bind(
                gpu,
                &[
                    &self.settings,
                    field,
                    blocks,
                    cells,
                    &self.place,
                    &self.motion,
                    memory,
                    &self.clearance,
                    &self.due,
                    &self.due_count,
                ],
            ),
            look: gpu.kernel("sight_look", &look, &[]).bind(
                gpu,
                &[
                    &self.settings,
                    field,
                    &self.directions,
                    blocks,
                    cells,
                    &obstacles.nodes,
                    &obstacles.triangles,
                    &self.due,
                    &self.due_count,
                    memory,
                    &self.counters,
                ],
            ),
        }
    }
}
