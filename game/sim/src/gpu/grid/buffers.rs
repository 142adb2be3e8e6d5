//! The memory that the grid works in.

use super::settings::{Layout, Settings};
use crate::{
    gpu::{device::Gpu, GpuError},
    grid::most_cells,
};
use wgpu::Buffer;

/// Cells that one workgroup sums up. `BLOCK` in scan.wgsl.
pub(super) const BLOCK: usize = 2048;

pub(super) struct Buffers {
    pub(super) room: usize,
    pub(super) settings: Buffer,
    pub(super) bounds: Buffer,
    pub(super) layout: Buffer,
    /// How many boids each cell has; zero again after each step.
    pub(super) counts: Buffer,
    pub(super) block_sums: Buffer,
    pub(super) starts: Buffer,
    /// Cell and number of each boid before sorting.
    pub(super) arrivals: Buffer,
    /// The boids by cell, in the order of arrival.
    pub(super) arrived: Buffer,
    pub(super) cells: Buffer,
    /// Where each boid was before sorting.
    pub(super) order: Buffer,
}

impl Buffers {
    pub(super) fn new(gpu: &Gpu, room: usize) -> Result<Self, GpuError> {
        // All of the last block is written.
        let blocks = blocks(most_cells(room));
        let numbers = |what, count| gpu.buffer::<u32>(what, count);
        Ok(Self {
            room,
            settings: gpu.uniform::<Settings>("settings of the grid"),
            bounds: numbers("bounds of the flock", 6)?,
            layout: gpu.buffer::<Layout>("layout of the grid", 1)?,
            counts: numbers("boids of the cells", blocks * BLOCK)?,
            block_sums: numbers("boids of blocks of cells", blocks)?,
            starts: numbers("starts of the cells", blocks * BLOCK)?,
            arrivals: numbers("boids before sorting", 2 * room)?,
            arrived: numbers("boids by cell", room)?,
            cells: numbers("cells of the boids", room)?,
            order: numbers("order of the boids", room)?,
        })
    }
}

/// Blocks of so many cells, with one entry after the last.
pub(super) fn blocks(cells: usize) -> usize {
    (cells + 1).div_ceil(BLOCK)
}
