//! The grid on the graphics card: boids are sorted along it by counting, as on the processor, and in the same order.
//!
//! Which boid of a cell arrives first is left to chance; a pass of its own then gives those of a cell the order that they had
//! before, so that the result depends on nothing but the boids. The cells are found in single precision, and are a little wider
//! for that, so a boid may be in another cell than on the processor; no neighbour is missed (see lay_out.wgsl).

mod buffers;
mod passes;
mod settings;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use settings::Layout;

use super::{device::Gpu, state::State, GpuError};
use crate::seam::Seam;
use buffers::Buffers;
use passes::{Folding, Passes};
use settings::Settings;
use wgpu::{Buffer, ComputePass};

/// `Layout` for shaders that search the grid.
pub(crate) const LAYOUT: &str = include_str!("layout.wgsl");

/// Sorts boids by cell.
pub(crate) struct Grid {
    buffers: Buffers,
    passes: Passes,
    /// Once there was a box that wraps round.
    folding: Option<Folding>,
    /// Whether there is one now.
    folds: bool,
    /// Cells at most for the boids that there are now.
    most_cells: usize,
    /// Where the sorted boids are in the world.
    place: Buffer,
}

impl Grid {
    /// For at most `room` boids, which are sorted from `current` into `before`.
    pub(crate) fn new(
        gpu: &Gpu,
        room: usize,
        current: &State,
        before: &State,
    ) -> Result<Self, GpuError> {
        let buffers = Buffers::new(gpu, room)?;
        Ok(Self {
            passes: Passes::new(gpu, &buffers, current, before),
            buffers,
            folding: None,
            folds: false,
            most_cells: 0,
            place: before.place.clone(),
        })
    }

    /// Gets ready for steps of `count` boids, for which there is room. Where there is a seam that was not there before, or none
    /// any more, [`seen`](Self::seen) is another buffer afterwards.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        reach: Option<f32>,
        seam: Option<&Seam>,
        count: usize,
    ) -> Result<(), GpuError> {
        if seam.is_some() && self.folding.is_none() {
            self.folding = Some(Folding::new(gpu, &self.buffers, &self.place)?);
        }
        self.folds = seam.is_some();
        let settings = Settings::new(reach, seam, count);
        self.most_cells = settings.most_cells();
        gpu.write(&self.buffers.settings, &[settings]);
        Ok(())
    }

    /// Sorts the boids, as many as were prepared for.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        self.passes.encode(pass, count, self.most_cells);
        if let (true, Some(folding)) = (self.folds, &self.folding) {
            folding.encode(pass, count);
        }
    }

    /// The cell of each sorted boid, `(z * cells.y + y) * cells.x + x`: `array<u32>`.
    pub(crate) fn cells(&self) -> &Buffer {
        &self.buffers.cells
    }

    /// Where among the sorted boids each cell begins, with one more entry: `array<u32>`.
    pub(crate) fn starts(&self) -> &Buffer {
        &self.buffers.starts
    }

    /// [`Layout`].
    pub(crate) fn layout(&self) -> &Buffer {
        &self.buffers.layout
    }

    /// Where the sorted boids look for each other, `array<Place>`: in the world, in a buffer of the sorted boids themselves, or
    /// in the frame of a box that wraps round.
    pub(crate) fn seen(&self) -> &Buffer {
        match (self.folds, &self.folding) {
            (true, Some(folding)) => &folding.seen,
            _ => &self.place,
        }
    }
}
