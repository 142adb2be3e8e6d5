//! All passes of a step, and the memory that they share.

use super::{
    counters::Counters,
    device::Gpu,
    follow::{self, Follow},
    gather::{self, Gather},
    grid::Grid,
    instances::Instances,
    level::Level,
    sight::Sight,
    state::State,
    steer::{self, Steer},
    travel::Travel,
    GpuError,
};
use crate::{
    avoidance::Memory, boids::Boids, boundary::Containment, step::Step, Geometry, Settings,
};
use std::sync::Arc;
use wgpu::{Buffer, CommandEncoder};

/// All passes of a step, and the memory that they share.
pub(crate) struct Passes {
    room: usize,
    slots: usize,
    /// Sorted along the grid, as the last step found them.
    before: State,
    /// In the same order, as the last step left them.
    current: State,
    counters: Counters,
    variation: Buffer,
    level: Option<Level>,
    /// Whether boids see geometry, or at least measure how far it is.
    sees: bool,
    grid: Grid,
    /// Where boids looked for each other in the last step.
    seen: Buffer,
    sight: Sight,
    gather: Gather,
    steer: Steer,
    travel: Travel,
    follow: Follow,
    instances: Instances,
}

impl Passes {
    /// For so many boids with slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, room: usize, slots: usize) -> Result<Self, GpuError> {
        let (before, current) = (State::new(gpu, room)?, State::new(gpu, room)?);
        let counters = Counters::new(gpu)?;
        let variation = gpu.buffer::<f32>("variations", slots)?;
        let grid = Grid::new(gpu, room, &current, &before)?;
        let sight = Sight::new(gpu, room, slots, &before, &counters)?;
        let gather = Gather::new(gpu, room, searched(&grid, &before, &sight))?;
        let steer = Steer::new(
            gpu,
            &steer::Buffers {
                before: &before,
                wish: gather.wish(),
                push: sight.push(),
                current: &current,
            },
        );
        let travel = Travel::new(
            gpu,
            &before.place,
            &current.motion,
            &current.place,
            sight.clearance(),
            &counters.buffer,
        );
        let follow = Follow::new(
            gpu,
            &follow::Buffers {
                before: &before,
                facing: gather.facing(),
                current: &current,
            },
        );
        Ok(Self {
            instances: Instances::new(gpu, room, &before, &current, &variation)?,
            room,
            slots,
            level: None,
            sees: false,
            seen: grid.seen().clone(),
            before,
            current,
            counters,
            variation,
            grid,
            sight,
            gather,
            steer,
            travel,
            follow,
        })
    }

    /// Whether there is room for so many boids with slots below `slots`.
    pub(crate) fn has_room(&self, boids: usize, slots: usize) -> bool {
        boids <= self.room && slots <= self.slots
    }

    /// Takes over the geometry that others have on the same card.
    pub(crate) fn inherit(&mut self, level: Option<Level>) {
        self.level = level;
    }

    /// Gives back all memory but that of the geometry.
    pub(crate) fn into_level(self) -> Option<Level> {
        self.level
    }

    /// Takes in the boids, before the last step and after it, in one order, and what they remember.
    pub(crate) fn write(
        &self,
        gpu: &Gpu,
        [previous, current]: [&Boids; 2],
        variation: &[f32],
        memory: &Memory,
    ) {
        self.before.write(gpu, previous);
        self.current.write(gpu, current);
        gpu.write(&self.variation, variation);
        self.sight.upload_memory(gpu, memory);
    }

    /// Gets ready for a step of so many boids.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        geometry: &Arc<Geometry>,
        count: usize,
    ) -> Result<(), GpuError> {
        self.face(gpu, step, geometry, count)?;
        let rules = &step.rules;
        self.grid.prepare(gpu, rules.reach(), rules.seam(), count)?;
        if *self.grid.seen() != self.seen {
            self.seen = self.grid.seen().clone();
            let searched = searched(&self.grid, &self.before, &self.sight);
            self.gather.rebind(gpu, searched);
        }
        let has_push = step.lookout.is_some() && self.sees;
        let roaming = step.roaming.as_ref();
        self.gather.prepare(gpu, rules, roaming, has_push, count)?;
        let containment = step.containment.as_ref();
        let orders = steer::Orders {
            steerage: &step.steerage,
            frights: step.frights,
            limits: &step.limits,
            containment,
            has_push,
        };
        self.steer.prepare(gpu, &orders, count);
        self.follow
            .prepare(gpu, &step.following, step.facing, containment, count);
        Ok(())
    }

    /// Gets ready for the geometry, if there is any that boids collide with.
    fn face(
        &mut self,
        gpu: &Gpu,
        step: &Step,
        geometry: &Arc<Geometry>,
        count: usize,
    ) -> Result<(), GpuError> {
        let is_known = |level: &Level| level.is_of(geometry);
        if step.obstacles.is_some() && !self.level.as_ref().is_some_and(is_known) {
            self.level = Some(Level::upload(gpu, geometry)?);
        }
        let level = self.level.as_ref().filter(|_| step.obstacles.is_some());
        let solid = level.and_then(|level| level.solid.as_ref());
        self.sees = solid.is_some();
        if let Some(solid) = solid {
            let lookout = step.lookout.as_ref();
            self.sight
                .prepare(gpu, lookout, &solid.clearances, &solid.obstacles, count)?;
        }
        let obstacles = solid.map(|solid| &solid.obstacles);
        self.travel.prepare(gpu, &step.travel, obstacles, count);
        Ok(())
    }

    pub(crate) fn encode(&self, encoder: &mut CommandEncoder, count: usize) {
        if count == 0 {
            return;
        }
        let pass = &mut encoder.begin_compute_pass(&Default::default());
        self.grid.encode(pass, count);
        if self.sees {
            self.sight.encode(pass, count);
        }
        self.gather.encode(pass, count);
        self.steer.encode(pass, count);
        self.travel.encode(pass, count);
        self.follow.encode(pass, count);
    }

    /// Gets ready to draw the boids `blend` of the way between the last two steps.
    pub(crate) fn prepare_instances(
        &mut self,
        gpu: &Gpu,
        containment: Option<&Containment>,
        settings: &Settings,
        blend: f32,
        count: usize,
    ) {
        let body = &settings.body;
        self.instances.prepare(gpu, body, containment, blend, count);
    }

    pub(crate) fn encode_instances(&self, encoder: &mut CommandEncoder, count: usize) {
        if count > 0 {
            let pass = &mut encoder.begin_compute_pass(&Default::default());
            self.instances.encode(pass, count);
            self.instances.encode_tags(pass, count);
        }
    }

    /// Texels, tags and counters.
    pub(crate) fn drawn(&self) -> [&Buffer; 3] {
        let Instances { texels, tags, .. } = &self.instances;
        [texels, tags, &self.counters.buffer]
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
        self.sight.download_memory(gpu, memory)
    }
}

/// What the search for neighbours reads.
fn searched(grid: &Grid, before: &State, sight: &Sight) -> gather::Inputs {
    gather::Inputs {
        seen: grid.seen().clone(),
        motion: before.motion.clone(),
        cells: grid.cells().clone(),
        starts: grid.starts().clone(),
        layout: grid.layout().clone(),
        push: sight.push().clone(),
    }
}
