//! How far every place is at least from all surfaces: a sparse grid of distances, which answers in some nanoseconds what
//! the triangles answer in a microsecond.
//!
//! Space is divided into blocks, each of 4 x 4 x 4 cells. Blocks far from all surfaces hold the distance of their centre:
//! distances grow no faster than the way, so a place is at least as far from every surface as that less the way there. Blocks
//! near a surface hold, for each of their cells, a plane below the clearances of its places. No move is decided by a
//! clearance: it only saves looking at the triangles where they are too far away to matter. What boids see is: they take what
//! a clearance does not show to be free for an obstacle.

mod build;
mod cell;
mod many;
mod sides;
#[cfg(test)]
mod tests;

pub(crate) use many::ManyClearances;

use super::bvh::Aabb;
use crate::Vec3;
use cell::{Cell, Heights};
use sides::Side;

/// Cells along the edge of a block, as a power of two.
const BLOCK_BITS: u32 = 2;

/// Cells along the edge of a block.
const BLOCK: u32 = 1 << BLOCK_BITS;

/// Cells in a block.
const CELLS: usize = (BLOCK * BLOCK * BLOCK) as usize;

/// Makes up for the rounding of a distance between two places.
const ROUNDING: f32 = 1.0 + 2e-6;

/// Added to a number, it leaves no bits for fractions, and the whole number in the lowest bits.
const WHOLE: f32 = 1.5 * (1 << 23) as f32;

/// The number of the cell that a place is in which lies so many cells from the origin, at most four million; of the cells
/// beside one border, either. Casts take several times as long where many numbers are converted.
#[inline(always)]
fn number_of(along: f32) -> i32 {
    let whole = ((along - 0.5) + WHOLE).to_bits();
    whole.wrapping_sub(WHOLE.to_bits()).cast_signed()
}

/// A lower bound of the distance to the nearest surface, at every place.
#[derive(Clone)]
pub(crate) struct Clearances {
    /// The box around all triangles.
    bounds: Aabb,
    /// The corner where the grid begins.
    pub(crate) origin: Vec3,
    /// Edge of a cell, in metres.
    pub(crate) cell: f32,
    pub(crate) per_metre: f32,
    /// Number of cells along each axis.
    pub(crate) size: [f32; 3],
    /// From one block to the next along each axis.
    pub(crate) strides: [u32; 3],
    blocks: Vec<Block>,
    /// Of each block, whether it is inside of a solid.
    sides: Vec<Side>,
    /// Of each block near a surface, what is known of its cells.
    cells: Vec<[Cell; CELLS]>,
    pub(crate) heights: Heights,
}

/// The bits of the distance of a block's centre, or [`Block::IS_DIVIDED`] and the number of the block's cells.
#[derive(Clone, Copy)]
struct Block(u32);

impl Block {
    /// The sign bit, which no distance has.
    const IS_DIVIDED: u32 = 1 << 31;

    fn whole(distance: f32) -> Self {
        Self(distance.to_bits())
    }

    fn divided(cells: usize) -> Self {
        Self(cells as u32 | Self::IS_DIVIDED)
    }

    #[inline(always)]
    fn is_divided(self) -> bool {
        self.0 & Self::IS_DIVIDED != 0
    }

    /// Of a divided block, the number of its cells.
    #[inline(always)]
    fn number(self) -> usize {
        (self.0 & !Self::IS_DIVIDED) as usize
    }
}

impl Clearances {
    /// By how much a clearance may be too small next to a surface: the diagonal of a cell, and what is lost by rounding down.
    /// Most are off by a tenth of that.
    pub(crate) fn error(&self) -> f32 {
        1.733 * self.cell + self.heights.unit()
    }

    /// Edge of a block, in metres.
    pub(crate) fn block(&self) -> f32 {
        self.cell * BLOCK as f32
    }

    /// Whether the clearance is no more than [`error`](Self::error) too small at a place, as it is next to surfaces.
    pub(crate) fn is_fine(&self, place: [f32; 3]) -> bool {
        let cell = self.cell(place);
        cell.is_some_and(|cell| self.blocks[self.block_of(cell)].is_divided())
    }

    /// At least how far a place is from every surface, in metres, and 0 for one that is not finite.
    pub(crate) fn at(&self, place: [f32; 3]) -> f32 {
        let [clearance] = self.lanes(&place.map(|x| [x]));
        clearance
    }

    /// The blocks as a graphics card takes them.
    #[cfg(feature = "gpu")]
    pub(crate) fn block_bits(&self) -> Vec<u32> {
        self.blocks.iter().map(|block| block.0).collect()
    }

    /// The cells of the divided blocks, one block after the other, as a graphics card takes them.
    #[cfg(feature = "gpu")]
    pub(crate) fn cell_bits(&self) -> Vec<u32> {
        self.cells.iter().flatten().map(|cell| cell.0).collect()
    }

    /// The cell in which a place lies; none outside the grid.
    #[inline(always)]
    fn cell(&self, place: [f32; 3]) -> Option<[u32; 3]> {
        let mut cell = [0; 3];
        let mut is_in_grid = true;
        for axis in 0..3 {
            let along = (place[axis] - self.origin[axis]) * self.per_metre;
            is_in_grid &= self.is_in(along, axis);
            cell[axis] = number_of(along).cast_unsigned();
        }
        is_in_grid.then_some(cell)
    }

    /// Whether what lies so many cells from the origin along an axis is in the grid. Not right at its end, where
    /// [`number_of`] may lead out of it, and not if it is not a number.
    #[inline(always)]
    fn is_in(&self, along: f32, axis: usize) -> bool {
        (along >= 0.0) & (along < self.size[axis] - 0.5)
    }

    /// The number of the block in which a cell lies.
    #[inline(always)]
    fn block_of(&self, [x, y, z]: [u32; 3]) -> usize {
        let [sx, sy, sz] = self.strides;
        ((x >> BLOCK_BITS) * sx + (y >> BLOCK_BITS) * sy + (z >> BLOCK_BITS) * sz) as usize
    }

    /// Outside the grid the box around all triangles is what is known.
    #[cold]
    fn outside(&self, place: [f32; 3]) -> f32 {
        let gap = |axis: usize| {
            let (below, above) = (
                self.bounds.min[axis] - place[axis],
                place[axis] - self.bounds.max[axis],
            );
            below.max(above).max(0.0)
        };
        let (x, y, z) = (gap(0), gap(1), gap(2));
        let distance = (x * x + y * y + z * z).sqrt() / ROUNDING;
        match distance.is_finite() && place.iter().all(|x| x.is_finite()) {
            true => distance,
            false => 0.0,
        }
    }
}
