//! Distance field: a lower bound of the distance from any position to the nearest surface, in a
//! sparse grid.
//!
//! A lookup takes some nanoseconds, a search among the triangles a microsecond.
//!
//! Space is divided into blocks of 4 x 4 x 4 cells. A block far from all surfaces stores the
//! distance at its centre. Distances are 1-Lipschitz, so the distance at another position is at
//! least this value minus the distance from the centre. A block near a surface stores a linear
//! lower bound for each of its cells.
//!
//! Triangles that lie far from most other triangles are strays. They have their own field with its
//! own grid, so the cost of a field depends on the surfaces and not on their bounding box.
//!
//! The field decides no move: it only proves that no triangle is near enough to matter. It does
//! decide what boids see: sphere tracing treats positions that the field does not prove free as
//! blocked.

pub(crate) mod build;
pub(crate) mod cell;
mod cell_bounds;
mod cell_size;
mod lookup;
mod regions;
mod strays;
#[cfg(test)]
mod tests;

use super::bvh::Aabb;
use crate::math::Vec3;
use cell::{CellBound, Quantization};

/// Number of cells along the edge of a block, as a power of two.
pub(crate) const BLOCK_BITS: u32 = 2;

/// Number of cells along the edge of a block.
pub(crate) const BLOCK: u32 = 1 << BLOCK_BITS;

/// Number of cells in a block.
pub(crate) const CELLS: usize = (BLOCK * BLOCK * BLOCK) as usize;

/// Factor that covers the rounding of a distance between two positions.
pub(crate) const ROUNDING: f32 = 1.0 + 2e-6;

/// A block is divided if its centre is nearer to a surface than this, in edges of a block. If a
/// block touches a surface, its centre is nearer than 0.87.
const NEAR: f32 = 1.1;

/// Factor that reduces a distance by more than the rounding of values computed from it.
const ROUND_DOWN: f64 = 1.0 - 1e-6;

/// Magic number: added to a float, it rounds the float to an integer, which is then in the lowest
/// bits of the mantissa.
const ROUND_TO_INTEGER: f32 = 1.5 * (1 << 23) as f32;

/// Index of the cell at `along` cells from the origin, at most four million. At the border of two
/// cells it is either of them. This replaces a cast, which takes several times as long in loops
/// over lanes.
#[inline(always)]
fn cell_index(along: f32) -> i32 {
    let whole = ((along - 0.5) + ROUND_TO_INTEGER).to_bits();
    whole.wrapping_sub(ROUND_TO_INTEGER.to_bits()).cast_signed()
}

/// Lower bound of the distance to the nearest surface, for every position.
#[derive(Clone)]
pub(crate) struct DistanceField {
    /// Bounding box of all triangles except the strays.
    bounds: Aabb,
    /// Smallest corner of the grid.
    pub(crate) origin: Vec3,
    /// Edge of a cell, in metres.
    pub(crate) cell: f32,
    pub(crate) per_metre: f32,
    /// Number of cells along each axis.
    pub(crate) size: [f32; 3],
    /// Difference of the indices of adjacent blocks along each axis.
    pub(crate) strides: [u32; 3],
    blocks: Vec<Block>,
    /// Region of each block.
    regions: Vec<RegionNumber>,
    /// One position in each region, starting with region number 1.
    places: Vec<Vec3>,
    /// Result of [`inside`](Self::inside) for the geometry's own weights.
    pub(super) own_inside: Vec<bool>,
    /// Bounds of the cells of each divided block.
    cells: Vec<[CellBound; CELLS]>,
    pub(crate) heights: Quantization,
    /// Field of the strays; `None` without strays.
    beyond: Option<Box<DistanceField>>,
}

/// Bits of the distance at a block's centre, or [`Block::IS_DIVIDED`] and the index of the block's
/// cells.
#[derive(Clone, Copy)]
pub(crate) struct Block(u32);

impl Block {
    /// The sign bit, which is 0 in all distances.
    pub(crate) const IS_DIVIDED: u32 = 1 << 31;

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

    /// Index of the cells of a divided block.
    #[inline(always)]
    fn number(self) -> usize {
        (self.0 & !Self::IS_DIVIDED) as usize
    }
}

/// Number of a region of blocks, from 1; 0 for blocks that may contain a surface.
type RegionNumber = u16;

impl DistanceField {
    /// Largest error of a clearance next to a surface, in metres: the diagonal of a cell plus the
    /// quantization of its value. Most errors are a tenth of this.
    pub(crate) fn error(&self) -> f32 {
        1.733 * self.cell + self.heights.unit()
    }

    /// Edge of a block, in metres.
    pub(crate) fn block(&self) -> f32 {
        self.cell * BLOCK as f32
    }

    /// True if the clearance at a position is too small by at most [`error`](Self::error). This
    /// holds next to surfaces.
    pub(crate) fn is_fine(&self, place: [f32; 3]) -> bool {
        let cell = self.cell(place);
        cell.is_some_and(|cell| self.blocks[self.block_of(cell)].is_divided())
    }

    /// Lower bound of the distance from a position to the nearest surface, in metres; 0 for a
    /// position that is not finite.
    pub(crate) fn at(&self, place: [f32; 3]) -> f32 {
        let [clearance] = self.lanes(&place.map(|x| [x]));
        clearance
    }

    /// Blocks in the format of the GPU.
    #[cfg(feature = "gpu")]
    pub(crate) fn block_bits(&self) -> Vec<u32> {
        self.blocks.iter().map(|block| block.0).collect()
    }

    /// Cells of the divided blocks, in the format of the GPU.
    #[cfg(feature = "gpu")]
    pub(crate) fn cell_bits(&self) -> Vec<u32> {
        self.cells.iter().flatten().map(|cell| cell.0).collect()
    }

    /// Cell that contains a position; `None` outside the grid.
    #[inline(always)]
    fn cell(&self, place: [f32; 3]) -> Option<[u32; 3]> {
        let mut cell = [0; 3];
        let mut is_in_grid = true;
        for axis in 0..3 {
            let along = (place[axis] - self.origin[axis]) * self.per_metre;
            is_in_grid &= self.is_in(along, axis);
            cell[axis] = cell_index(along).cast_unsigned();
        }
        is_in_grid.then_some(cell)
    }

    /// True if a position at `along` cells from the origin along an axis is in the grid.
    ///
    /// False just before the end of the grid, where [`cell_index`] may round beyond it, and false
    /// for NaN.
    #[inline(always)]
    fn is_in(&self, along: f32, axis: usize) -> bool {
        (along >= 0.0) & (along < self.size[axis] - 0.5)
    }

    /// Index of the block that contains a cell.
    #[inline(always)]
    fn block_of(&self, [x, y, z]: [u32; 3]) -> usize {
        let [sx, sy, sz] = self.strides;
        ((x >> BLOCK_BITS) * sx + (y >> BLOCK_BITS) * sy + (z >> BLOCK_BITS) * sz) as usize
    }

    /// This field and the fields of the strays, in the order of the lookup.
    #[cfg(feature = "gpu")]
    pub(crate) fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |field| field.beyond.as_deref())
    }

    /// Bounding box of all triangles except the strays: its smallest and its largest corner.
    #[cfg(feature = "gpu")]
    pub(crate) fn bounds(&self) -> (Vec3, Vec3) {
        (self.bounds.min, self.bounds.max)
    }

    /// Lower bound outside the grid: the distance to the bounding box of the triangles, or to a
    /// stray.
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
        let distance = if distance.is_finite() && place.iter().all(|x| x.is_finite()) {
            distance
        } else {
            0.0
        };
        match &self.beyond {
            Some(strays) => distance.min(strays.at(place)),
            None => distance,
        }
    }
}
