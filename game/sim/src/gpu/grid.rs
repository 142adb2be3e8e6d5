//! The grid on the GPU: a counting sort of the boids along its cells.
//!
//! The order in which boids arrive in their cells depends on the scheduling of threads. A later
//! pass restores the order that they had before, so the sort is stable and its result depends only
//! on the boids. Cells are computed in single precision and are a little wider for that. So a boid
//! may be in another cell than on the CPU, but no neighbour is missed; the proof is in
//! `passes/lay_out_grid.wgsl`.

use super::{
    boid_buffers::BoidPlace,
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Padding1, Padding3, Vec3f, Vec3u},
};
use crate::neighbours::grid::{most_cells, BOIDS_PER_CELL, MARGIN};
use wgpu::Buffer;

/// Number of boids whose bounds one thread computes.
pub(crate) const BOUNDS_PER_THREAD: usize = 4;

/// Number of cells whose boids one workgroup sums up.
pub(crate) const CELLS_PER_BLOCK: usize = 2048;

/// Largest number of boids in a cell that are ordered by counting the boids before each. It is more
/// than the threads of a workgroup, so that at most one larger cell begins in each workgroup.
pub(crate) const LARGEST_UNCROWDED_CELL: usize = 1024;

wgsl_struct! {
    pub(crate) struct GridUniform {
        /// Width of a cell in Y and Z, in metres, without the margin for rounding. 0 if no rule
        /// needs neighbours.
        width: f32,
        /// Number of cells along the widest axis if no rule needs neighbours.
        divisions: f32,
        /// Number of boids, without those that leave.
        count: u32,
        most_cells: u32,
        /// Number of boids before the sort, including those that leave.
        unsorted: u32,
        padding: Padding3,
    }
}

wgsl_struct! {
    /// The layout of the grid cells.
    pub(crate) struct GridLayout {
        pub(crate) low: Vec3f,
        /// Largest rounding error, in metres, of a distance between two boids, or between a boid
        /// and the edge of a cell.
        pub(crate) slack: f32,
        pub(crate) cells_per_metre: Vec3f,
        pub(crate) padding_1: Padding1,
        /// Number of cells along each axis, at least 1.
        pub(crate) cells: Vec3u,
        pub(crate) padding_2: Padding1,
        /// 1 along periodic axes, which have at least three cells.
        pub(crate) wraps: Vec3u,
        pub(crate) padding_3: Padding1,
    }
}

impl GridUniform {
    fn new(reach: Option<f32>, unsorted: usize, count: usize) -> Self {
        let width = reach.map_or(0.0, |reach| f64::from(reach) * MARGIN);
        Self {
            width: width as f32,
            divisions: libm::cbrt(count.max(1) as f64 / BOIDS_PER_CELL) as f32,
            count: count as u32,
            most_cells: most_cells(count) as u32,
            unsorted: unsorted as u32,
            padding: [0; 3],
        }
    }
}

pub(crate) struct GridBuffers {
    capacity: usize,
    /// [`GridUniform`].
    pub(crate) uniform: Buffer,
    pub(crate) bounds: Buffer,
    /// [`GridLayout`].
    pub(crate) layout: Buffer,
    /// Number of boids in each cell; reset to zero after each step.
    pub(crate) counts: Buffer,
    pub(crate) block_sums: Buffer,
    /// Cell `c` holds the sorted boids `starts[c]..starts[c + 1]`.
    pub(crate) starts: Buffer,
    /// For each boid before sorting, its cell and its rank of arrival there.
    pub(crate) arrivals: Buffer,
    /// Boids sorted by cell, and within a cell in the order of arrival.
    pub(crate) arrived: Buffer,
    /// Cell of each sorted boid, `(z * cells.y + y) * cells.x + x`.
    pub(crate) cells: Buffer,
    /// For each sorted boid, its index before sorting.
    pub(crate) order: Buffer,
    /// [`BoidPlace`] of each sorted boid in the frame of a periodic box. Empty until it is needed.
    places_in_box: Buffer,
    has_periodic_box: bool,
}

impl GridBuffers {
    pub(crate) fn new(gpu: &Gpu, capacity: usize) -> Result<Self, GpuError> {
        // A multiple of whole blocks, because the last block is written completely.
        let cells = blocks(most_cells(capacity)) * CELLS_PER_BLOCK;
        let numbers = |what, count| gpu.buffer::<u32>(what, count);
        Ok(Self {
            capacity,
            uniform: gpu.uniform::<GridUniform>("grid uniform"),
            bounds: numbers("bounds of the flock", 6)?,
            layout: gpu.buffer::<GridLayout>("layout of the grid", 1)?,
            counts: numbers("counts of the cells", cells)?,
            block_sums: numbers("sums of blocks of cells", cells / CELLS_PER_BLOCK)?,
            starts: numbers("starts of the cells", cells)?,
            arrivals: numbers("arrivals in the cells", 2 * capacity)?,
            arrived: numbers("boids by arrival", capacity)?,
            cells: numbers("cells of the boids", capacity)?,
            order: numbers("order of the boids", capacity)?,
            places_in_box: gpu.buffer::<BoidPlace>("positions in the box", 0)?,
            has_periodic_box: false,
        })
    }

    /// Prepares the sort of `unsorted` boids, of which `count` stay, with neighbours within `reach`
    /// metres.
    ///
    /// # Errors
    /// Fails if there is no memory for the positions in a periodic box.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        reach: Option<f32>,
        has_periodic_box: bool,
        [unsorted, count]: [usize; 2],
    ) -> Result<(), GpuError> {
        self.has_periodic_box = has_periodic_box;
        let bytes = (self.capacity * size_of::<BoidPlace>()) as u64;
        if has_periodic_box && self.places_in_box.size() < bytes {
            self.places_in_box = gpu.buffer::<BoidPlace>("positions in the box", self.capacity)?;
        }
        gpu.write(&self.uniform, &[GridUniform::new(reach, unsorted, count)]);
        Ok(())
    }

    /// [`BoidPlace`] of each sorted boid in the frame of the neighbour search: the given buffer in
    /// the world, or the positions in a periodic box.
    pub(crate) fn search_places<'a>(&'a self, in_world: &'a Buffer) -> &'a Buffer {
        if self.has_periodic_box {
            &self.places_in_box
        } else {
            in_world
        }
    }
}

/// Number of blocks that hold these cells and one entry after the last cell.
pub(crate) fn blocks(cells: usize) -> usize {
    (cells + 1).div_ceil(CELLS_PER_BLOCK)
}
