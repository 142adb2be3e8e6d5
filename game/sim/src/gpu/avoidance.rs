//! Avoidance on the GPU.
//!
//! The passes list the boids whose looks are due, let each look in a thread of its own, store the
//! results in the memory of the boids' slots, and compute wishes from them. Only a few boids look
//! in a step; the list puts them into adjacent threads.
//!
//! The decisions equal those of the CPU up to rounding. The CPU casts rays in groups of four, so it
//! casts up to three more rays when a boid searches an escape direction. The GPU counts these rays
//! as well, so that a ray budget means the same.
//!
//! # The ray budget
//!
//! The CPU lets boids look in the order of their urgency, until the next look might take more rays
//! than are left. The number of rays of a look is known only afterwards. So the GPU selects boids
//! twice. The first selection assumes the smallest number of rays for each look, and the selected
//! boids look. The second selection uses the true numbers, and drops the looks, with their rays,
//! that exceed the budget. Instead of sorting, a radix selection finds the largest selected key
//! digit by digit.

use super::{
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Vec2u, Vec3f},
};
use crate::{
    settings::Avoidance,
    steering::avoidance::{memory::NextLook, AvoidanceStep, Memory},
};
use wgpu::Buffer;

/// Largest number of view directions.
pub(crate) const MOST_DIRECTIONS: usize = Avoidance::rays.max as usize;

/// Number of values of a digit of a key.
pub(crate) const DIGIT_VALUES: usize = 256;

/// Number of digits of a key, which consists of urgency and slot.
pub(crate) const KEY_DIGITS: usize = 8;

wgsl_struct! {
    pub(crate) struct AvoidanceUniform {
        /// Up axis of the view: the flock's own Y axis, or the normal of the plane of motion.
        up: Vec3f,
        /// Radius of the body with the skin, in metres.
        radius: f32,
        /// Up axis of a boid that moves along `up`.
        substitute_up: Vec3f,
        /// Range of view, as the time in seconds that the boid needs for it.
        look_ahead: f32,
        /// Normal of the plane of motion, or zero.
        normal: Vec3f,
        /// Number of steps in which a boid travels its range of view.
        view_steps: f32,
        /// Constant share of the weight, and the further shares per nearness and per squared
        /// nearness.
        growth: Vec3f,
        weight: f32,
        turn: f32,
        eagerness: f32,
        cohesion_fade: f32,
        /// Cosine of half the field of view.
        edge: f32,
        /// Largest error of the distance field next to surfaces, and edge of one of its blocks, in
        /// metres.
        error: f32,
        block: f32,
        /// 1 if the distance field is too coarse for the range of view.
        is_coarse: u32,
        /// Number of boids.
        count: u32,
        /// Number of the step.
        step: u32,
        /// Least and largest number of steps between two looks, and number of steps after which a
        /// look is forgotten.
        interval: i32,
        longest_wait: i32,
        forgotten: i32,
        /// Number of directions, and number of directions that every look tests.
        directions: u32,
        examined: u32,
        /// Largest number of rays in a step; 0 without a limit.
        budget: u32,
        /// Number of terms of the influences; 0 if none leads along ways.
        term_count: u32,
    }
}

wgsl_struct! {
    /// A boid whose look is due.
    pub(crate) struct DueLook {
        place: Vec3f,
        slot: u32,
        velocity: Vec3f,
        clearance: f32,
    }
}

wgsl_struct! {
    /// The last look of a boid.
    pub(crate) struct LookMemory {
        /// Escape direction; its length is the nearness of the surface.
        escape: Vec3f,
        /// Number of the step of the next look. The lowest bit is set if the escape direction is
        /// valid until then.
        next: u32,
    }
}

wgsl_struct! {
    pub(crate) struct LookKey {
        /// Bits of the shortest time until the boid can hit something, in seconds.
        urgency: u32,
        /// Number of rays of the look; 0 if it cannot be selected.
        rays: u32,
    }
}

wgsl_struct! {
    pub(crate) struct LookSelection {
        /// Digits of the largest key that have been found so far: urgency and slot.
        key: Vec2u,
        /// Largest key of the previous selection.
        largest: Vec2u,
        digits_found: u32,
        /// Number of rays of the boids with smaller digits.
        spent: u32,
        /// 0 during the first selection, 1 during the final selection.
        round: u32,
        /// Number of due looks.
        count: u32,
    }
}

impl AvoidanceUniform {
    pub(crate) fn new(step: &AvoidanceStep, count: usize) -> Self {
        let (trace, axes) = (&step.trace_params, &step.reference_axes);
        let (params, directions) = (&step.avoidance_params, &step.state.directions);
        Self {
            up: axes.up,
            radius: trace.radius,
            substitute_up: axes.substitute_up,
            look_ahead: step.avoidance.look_ahead,
            normal: axes.normal,
            view_steps: step.view_steps,
            growth: params.growth,
            weight: params.weight,
            turn: params.turn,
            eagerness: params.eagerness,
            cohesion_fade: params.cohesion_fade,
            edge: directions.edge,
            error: trace.distance_field.error(),
            block: trace.distance_field.block(),
            is_coarse: trace.is_coarse.into(),
            count: count as u32,
            step: step.step,
            interval: step.interval,
            longest_wait: step.longest_wait,
            forgotten: step.forgotten,
            directions: directions.all().len() as u32,
            examined: directions.examined().len() as u32,
            budget: step.avoidance.ray_budget,
            term_count: step.ways.map_or(0, |it| it.terms.len()) as u32,
        }
    }
}

impl LookMemory {
    const NEVER_LOOKED: Self = Self {
        escape: [0.0; 3],
        next: NextLook::NEVER.0,
    };
}

pub(crate) struct AvoidanceBuffers {
    capacity: usize,
    slots: usize,
    /// [`AvoidanceUniform`].
    pub(crate) uniform: Buffer,
    /// [`MOST_DIRECTIONS`] directions: components ahead, to the side and up, and padding.
    pub(crate) directions: Buffer,
    /// The directions that the buffer holds.
    written: Vec<[f32; 3]>,
    /// [`LookMemory`] of each slot.
    pub(crate) memory: Buffer,
    /// [`DueLook`]s, and their number in `due_count`.
    pub(crate) due: Buffer,
    pub(crate) due_count: Buffer,
    /// Wish of each boid to avoid geometry in x, y and z, and the factor of cohesion in w.
    pub(crate) wishes: Buffer,
    /// [`LookKey`] of each due look. Empty until there is a ray budget.
    pub(crate) keys: Buffer,
    /// Sum of the rays for each value of a digit.
    pub(crate) bins: Buffer,
    /// [`LookSelection`].
    pub(crate) selection: Buffer,
}

impl AvoidanceBuffers {
    pub(crate) fn new(gpu: &Gpu, capacity: usize, slots: usize) -> Result<Self, GpuError> {
        let memory = vec![LookMemory::NEVER_LOOKED; slots];
        Ok(Self {
            capacity,
            slots,
            uniform: gpu.uniform::<AvoidanceUniform>("avoidance uniform"),
            directions: gpu.uniform::<[[f32; 4]; MOST_DIRECTIONS]>("directions of view"),
            written: Vec::new(),
            memory: gpu.filled("memory of looks", &memory)?,
            due: gpu.buffer::<DueLook>("due looks", capacity)?,
            due_count: gpu.buffer::<u32>("number of due looks", 1)?,
            wishes: gpu.buffer::<[f32; 4]>("wishes", capacity)?,
            keys: gpu.buffer::<LookKey>("keys of looks", 0)?,
            bins: gpu.buffer::<u32>("rays by digit", DIGIT_VALUES)?,
            selection: gpu.buffer::<LookSelection>("selection of looks", 1)?,
        })
    }

    /// Prepares a step of `count` boids.
    ///
    /// # Errors
    /// Fails if there is no memory for the keys that a ray budget needs.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        step: &AvoidanceStep,
        count: usize,
    ) -> Result<(), GpuError> {
        let bytes = (self.capacity * size_of::<LookKey>()) as u64;
        if step.has_budget() && self.keys.size() < bytes {
            self.keys = gpu.buffer::<LookKey>("keys of looks", self.capacity)?;
        }
        gpu.write(&self.uniform, &[AvoidanceUniform::new(step, count)]);
        let directions = step.state.directions.all();
        if *directions != self.written {
            let rows = directions.iter().take(MOST_DIRECTIONS);
            let rows: Vec<[f32; 4]> = rows.map(|[x, y, z]| [*x, *y, *z, 0.0]).collect();
            gpu.write(&self.directions, &rows);
            directions.clone_into(&mut self.written);
        }
        Ok(())
    }

    /// Uploads the avoidance memory of the CPU.
    pub(crate) fn upload_memory(&self, gpu: &Gpu, memory: &Memory) {
        let kept = |slot: u32| {
            let (next, escape) = memory.bits(slot);
            LookMemory { escape, next }
        };
        let kept: Vec<LookMemory> = (0..self.slots as u32).map(kept).collect();
        gpu.write(&self.memory, &kept);
    }

    /// Reads the avoidance memory back to the CPU, after all submitted work.
    ///
    /// # Errors
    /// Fails if the GPU was lost.
    pub(crate) fn read_memory(&self, gpu: &Gpu, memory: &Memory) -> Result<(), GpuError> {
        let kept: Vec<LookMemory> = gpu.read(&self.memory, self.slots)?;
        for (slot, kept) in (0..).zip(&kept) {
            memory.set_bits(slot, kept.next, kept.escape);
        }
        Ok(())
    }
}
