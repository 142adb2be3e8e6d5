//! What boids see of the geometry, and what they ask for because of it.
//!
//! Three passes: `measure` looks up the clearance of every boid and lists those that are to look around; `look` lets these do
//! so, each in a thread of its own, and keeps what they see in the memory of their slots; `push` turns what is remembered into
//! what boids ask for. As only a few boids look in a step, the list keeps those that do together. With a budget of rays
//! [`budget`] stands in for the second pass.
//!
//! The decisions are those of the processor, as far as rounding allows. It casts rays in fours, and so up to three more where
//! a boid looks for a way out; they are counted here as well, so that a budget means the same.

mod budget;
mod memory;
mod passes;
mod settings;
#[cfg(test)]
mod tests;

use super::{
    clearances::Clearances, counters::Counters, device::Gpu, geometry::Obstacles, kernel::Bound,
    state::State, GpuError,
};
use crate::avoidance::{Lookout, Memory};
use budget::Budget;
use memory::CardMemory;
use passes::{Buffers, Scenery};
use settings::{packed_directions, Packed};
use wgpu::{Buffer, ComputePass};

/// The passes in which boids see.
pub(crate) struct Sight {
    room: usize,
    buffers: Buffers,
    memory: CardMemory,
    /// The directions that are in their buffer.
    written: Vec<[f32; 3]>,
    push: Bound,
    /// What depends on the geometry; none before there is any.
    looks: Option<Looks>,
}

/// The passes that look at a geometry.
struct Looks {
    /// Tells which geometry it is.
    blocks: Buffer,
    measure: Bound,
    look: Look,
}

enum Look {
    /// Of all boids that are to look around.
    All(Bound),
    /// Of the most urgent of them.
    Some(Box<Budget>),
}

impl Sight {
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
        let buffers = Buffers::new(gpu, room, before, &memory, counters)?;
        Ok(Self {
            room,
            push: buffers.push_pass(gpu),
            buffers,
            memory,
            written: Vec::new(),
            looks: None,
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
    /// If there is no room on the card for what a budget of rays takes.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        lookout: Option<&Lookout>,
        clearances: &Clearances,
        obstacles: &Obstacles,
        count: usize,
    ) -> Result<(), GpuError> {
        let scenery = Scenery {
            clearances,
            obstacles,
        };
        let has_budget = lookout.is_some_and(Lookout::has_budget);
        self.bind(gpu, &scenery, has_budget)?;
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
    fn bind(&mut self, gpu: &Gpu, scenery: &Scenery, has_budget: bool) -> Result<(), GpuError> {
        let blocks = &scenery.clearances.blocks;
        let is_bound = |looks: &Looks| {
            looks.blocks == *blocks && matches!(looks.look, Look::Some(_)) == has_budget
        };
        if self.looks.as_ref().is_some_and(is_bound) {
            return Ok(());
        }
        let look = match has_budget {
            false => Look::All(self.buffers.look_pass(gpu, scenery)),
            true => Look::Some(Box::new(Budget::new(
                gpu,
                self.room,
                &self.buffers,
                scenery,
            )?)),
        };
        self.looks = Some(Looks {
            blocks: blocks.clone(),
            measure: self.buffers.measure_pass(gpu, scenery),
            look,
        });
        Ok(())
    }

    /// Finds out what the first `count` boids see.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        let Some(looks) = &self.looks else {
            return;
        };
        looks.measure.run(pass, count);
        match &looks.look {
            Look::All(look) => look.run(pass, count),
            Look::Some(budget) => budget.encode(pass, count),
        }
        self.push.run(pass, count);
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
