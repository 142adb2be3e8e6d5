//! Size of the cells of a distance field, from its budget.

use super::{super::bvh::Aabb, BLOCK, CELLS, NEAR};
use crate::math::{Vec3, Vec3d};

/// Number of cells for each triangle. A small level needs few, because a search among its triangles
/// is fast.
const CELLS_PER_TRIANGLE: f64 = 16.0;

/// Maximum number of cells. A cell takes four bytes, and about two microseconds to compute.
const MAX_CELLS: f64 = 1.2e6;

/// Smallest cell, as a multiple of the largest coordinate: 64 steps of 32-bit floats.
const SMALLEST_CELL: f32 = 64.0 * f32::EPSILON;

/// Budget for the computation of a field.
pub(super) struct Budget {
    /// Number of cells that is allowed for any geometry, even the smallest one.
    least_cells: f64,
    /// Maximum number of blocks. A block takes four bytes, and about a microsecond to compute.
    most_blocks: f64,
}

impl Budget {
    pub(super) const LEVEL: Self = Self {
        least_cells: 1e5,
        most_blocks: 1e6,
    };

    pub(super) const STRAYS: Self = Self {
        least_cells: 4096.0,
        most_blocks: 32_768.0,
    };
}

/// The values that determine the size of the cells.
pub(super) struct CellSize {
    /// Extent of the bounds, in metres.
    extent: Vec3d,
    /// Largest coordinate of the bounds, in metres.
    coordinate: f32,
    /// Edge of the cells, in metres, at which about `most_cells` cells are near a surface, if the
    /// surfaces are large and smooth.
    for_cells: f64,
    pub(super) most_cells: f64,
    pub(super) most_blocks: f64,
}

impl CellSize {
    pub(super) fn new(triangles: &[[Vec3; 3]], bounds: &Aabb, budget: &Budget) -> Self {
        let cells = triangles.len() as f64 * CELLS_PER_TRIANGLE;
        let most_cells = cells.clamp(budget.least_cells, MAX_CELLS);
        let area: f64 = triangles.iter().map(area).sum();
        let layers = f64::from(2.0 * NEAR * BLOCK as f32);
        let extent = (bounds.max - bounds.min).cast::<f64>().add_scalar(1e-6);
        // In a small volume every cell is near a surface.
        let for_volume = libm::cbrt(8.0 * extent.product() / most_cells);
        Self {
            extent,
            coordinate: bounds.min.amax().max(bounds.max.amax()),
            for_cells: (layers * area / most_cells).sqrt().min(for_volume),
            most_cells,
            most_blocks: budget.most_blocks,
        }
    }

    /// Number of blocks with cells of the size `for_cells`.
    pub(super) fn blocks(&self) -> f64 {
        let block = f64::from(BLOCK) * self.for_cells;
        self.extent.map(|extent| extent / block + 2.0).product()
    }

    pub(super) fn first_guess(&self) -> f32 {
        let for_blocks = libm::cbrt(self.extent.product() / (self.most_blocks * CELLS as f64));
        let coarsest = for_blocks.max(self.for_cells) as f32;
        coarsest.max(SMALLEST_CELL * self.coordinate)
    }
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|vertex| vertex.cast::<f64>());
    (b - a).cross(&(c - a)).norm() / 2.0
}
