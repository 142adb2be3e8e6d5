//! Computation of the distance field.

use super::{
    super::{bvh::Aabb, nearest_point::NearestPoint, Geometry, Vec3d},
    cell::{CellBound, Gradient, Quantization},
    Block, DistanceField, BLOCK, CELLS,
};
use crate::math::Vec3;
use rayon::prelude::*;

/// A block is divided if its centre is nearer to a surface than this many edges of a block. Blocks
/// that touch a surface are nearer than 0.87.
const NEAR: f32 = 1.1;

/// Maximum distance from the centre of a cell in a divided block to a surface, in edges of a block:
/// that of the block's centre and half a diagonal.
const FARTHEST_CELL: f32 = NEAR + 0.87;

/// Cells for each triangle. The triangles of a small level are searched quickly anyway.
const CELLS_PER_TRIANGLE: f64 = 16.0;

/// Limits of the number of cells. A cell takes four bytes, and about two microseconds to compute.
const MIN_CELLS: f64 = 1e5;
const MAX_CELLS: f64 = 1.2e6;

/// Heights above a cell, in cells, of the centre of a free sphere that bounds the distances in the
/// cell. From a greater height the sphere's surface is flatter within the cell, but other surfaces
/// are more likely to make the sphere smaller.
const SPHERE_HEIGHTS: [f64; 2] = [4.0, 1.5];

/// Difference between the distance at the centre and a bound, in cells, that is small enough to
/// stop.
const GOOD_ENOUGH: f64 = 0.2;

/// Maximum number of blocks. A block takes four bytes, and about a microsecond to compute.
const MAX_BLOCKS: f64 = 1e6;

/// Smallest cell, as a multiple of the largest coordinate: 64 steps of 32-bit floats.
const SMALLEST_CELL: f32 = 64.0 * f32::EPSILON;

/// Factor by which cells grow if there are too many.
const COARSER: f32 = 1.2;

/// Factor that makes a distance smaller by more than the rounding of what is computed from it.
const ROUND_DOWN: f64 = 1.0 - 1e-6;

impl DistanceField {
    /// Computes the distance field, on all threads; `None` without triangles.
    pub(in super::super) fn new(geometry: &Geometry) -> Option<Self> {
        let bounds = geometry.bvh.bounds()?;
        let cells = geometry.triangle_count() as f64 * CELLS_PER_TRIANGLE;
        let most_cells = cells.clamp(MIN_CELLS, MAX_CELLS);
        let mut cell = first_guess(geometry, &bounds, most_cells);
        loop {
            let mut grid = Self::empty(bounds, cell);
            if grid.size.iter().map(|n| f64::from(*n)).product::<f64>() <= MAX_BLOCKS * CELLS as f64
            {
                let blocks = grid.measure_blocks(geometry);
                let near = blocks.iter().filter(|block| grid.is_near(block)).count();
                if (near * CELLS) as f64 <= most_cells {
                    grid.fill(geometry, &blocks);
                    grid.find_regions();
                    grid.own_inside = grid.inside(geometry, &geometry.surfaces.weights);
                    return Some(grid);
                }
            }
            cell *= COARSER;
        }
    }

    /// Grid around the bounds, enlarged by a block on every side, with nothing computed yet.
    fn empty(bounds: Aabb, cell: f32) -> Self {
        let block = cell * BLOCK as f32;
        let blocks = (bounds.max - bounds.min).map(|extent| (extent / block).ceil() + 2.0);
        let [x, y] = [blocks.x as u32, blocks.y as u32];
        Self {
            bounds,
            origin: bounds.min.add_scalar(-block),
            cell,
            per_metre: 1.0 / cell,
            size: (blocks * BLOCK as f32).into(),
            strides: [1, x, x.saturating_mul(y)],
            blocks: Vec::new(),
            regions: Vec::new(),
            places: Vec::new(),
            own_inside: Vec::new(),
            cells: Vec::new(),
            heights: Quantization::new(cell, FARTHEST_CELL * BLOCK as f32),
        }
    }

    /// Nearest point to the centre of each block.
    fn measure_blocks(&self, geometry: &Geometry) -> Vec<NearestPoint> {
        let [width, height, depth] = self.size.map(|cells| cells as usize / BLOCK as usize);
        let mut blocks = vec![NearestPoint::UNKNOWN; width * height * depth];
        let rows = blocks.par_chunks_mut(width).enumerate();
        rows.for_each(|(row, blocks)| {
            let (y, z) = (row % height, row / height);
            let mut guess = 0;
            for (x, block) in blocks.iter_mut().enumerate() {
                let center = [x, y, z].map(|k| (k as u32 * BLOCK + BLOCK / 2) as f32);
                *block = NearestPoint::to(self.place(center), geometry, guess);
                guess = block.triangle;
            }
        });
        blocks
    }

    fn is_near(&self, block: &NearestPoint) -> bool {
        block.distance < f64::from(NEAR * BLOCK as f32 * self.cell)
    }

    /// Stores the distances of the blocks, and computes the cells of those near a surface.
    fn fill(&mut self, geometry: &Geometry, blocks: &[NearestPoint]) {
        let mut near = Vec::new();
        self.blocks = Vec::with_capacity(blocks.len());
        for (index, block) in blocks.iter().enumerate() {
            let kept = if self.is_near(block) {
                near.push((index as u32, block.triangle));
                Block::divided(near.len() - 1)
            } else {
                Block::whole(((block.distance * ROUND_DOWN) as f32).next_down())
            };
            self.blocks.push(kept);
        }
        let grid = &*self;
        let cells = near.par_iter();
        self.cells = cells
            .map(|(block, triangle)| grid.measure_cells(geometry, *block, *triangle))
            .collect();
    }

    /// Bounds of the cells of a block; `triangle` is near it.
    fn measure_cells(&self, geometry: &Geometry, block: u32, triangle: u32) -> [CellBound; CELLS] {
        let corner = self.coordinates(block as usize).map(|k| k as u32 * BLOCK);
        let mut cells = [CellBound(0); CELLS];
        let mut guess = triangle;
        for number in 0..CELLS as u32 {
            let within = serpentine(number);
            let center = [0, 1, 2].map(|axis| (corner[axis] + within[axis]) as f32 + 0.5);
            let center = self.place(center);
            let nearest = NearestPoint::to(center, geometry, guess);
            guess = nearest.triangle;
            let [x, y, z] = within;
            cells[((z * BLOCK + y) * BLOCK + x) as usize] =
                self.measure_cell(geometry, center, &nearest);
        }
        cells
    }

    /// Best bound of a cell: the highest of a constant one and some with a gradient.
    fn measure_cell(&self, geometry: &Geometry, center: Vec3, nearest: &NearestPoint) -> CellBound {
        let mut best = (
            self.linear_bound(nearest.distance, Vec3d::zeros(), Gradient::NONE),
            Gradient::NONE,
        );
        let good = nearest.distance - GOOD_ENOUGH * f64::from(self.cell);
        let offset = nearest.offset_to(center, geometry);
        let direction = offset.try_normalize(0.0).unwrap_or_default();
        let gradient = Gradient::along(&direction);
        for cells in SPHERE_HEIGHTS {
            let above = center + (direction * (cells * f64::from(self.cell))).cast::<f32>();
            let free = NearestPoint::to(above, geometry, nearest.triangle).distance;
            let height = self.linear_bound(free, (above - center).cast(), gradient);
            if height > best.0 {
                best = (height, gradient);
            }
            if height >= good {
                break;
            }
        }
        let (height, gradient) = best;
        CellBound::new(height, gradient, &self.heights, self.cell)
    }

    /// Value at the cell's centre of the highest linear bound with this gradient, given a sphere of
    /// radius `free` around the point at `above` from the centre that meets no surface. The
    /// distance falls by no more than the way from there (it is 1-Lipschitz), which is longest to a
    /// corner, also if it is counted from the plane.
    fn linear_bound(&self, free: f64, above: Vec3d, gradient: Gradient) -> f64 {
        let half = self.half_cell();
        let gradient = gradient.get().cast::<f64>();
        let corners = (0..8).map(|corner| {
            let sign = |axis: usize| if corner >> axis & 1 == 1 { half } else { -half };
            Vec3d::new(sign(0), sign(1), sign(2))
        });
        let lost = corners.map(|corner| (corner - above).norm() + gradient.dot(&corner));
        free * ROUND_DOWN - lost.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Half the edge of a cell, enlarged by the rounding of places in it: less than six steps of
    /// 32-bit floats at the largest coordinates of the grid.
    fn half_cell(&self) -> f64 {
        let in_bounds = self.bounds.min.amax().max(self.bounds.max.amax());
        let coordinates = in_bounds + 2.0 * BLOCK as f32 * self.cell;
        f64::from(0.5 * self.cell + 6.0 * f32::EPSILON * coordinates)
    }

    /// Place given in cells from the origin, rounded as in the lookup.
    pub(super) fn place(&self, cells: [f32; 3]) -> Vec3 {
        Vec3::from_fn(|axis, _| self.origin[axis] + cells[axis] * self.cell)
    }
}

/// Cells of a block in a serpentine order, each adjacent to the previous one, whose nearest
/// triangle is then a good guess.
fn serpentine(number: u32) -> [u32; 3] {
    let turn = |k: u32, turns: bool| if turns { BLOCK - 1 - k } else { k };
    let (x, y, z) = (
        number % BLOCK,
        number / BLOCK % BLOCK,
        number / (BLOCK * BLOCK),
    );
    let y = turn(y, z % 2 == 1);
    [turn(x, (y + z * BLOCK) % 2 == 1), y, z]
}

/// Edge of cells of which about `most_cells` are near a surface, if the surfaces are large and
/// smooth.
fn first_guess(geometry: &Geometry, bounds: &Aabb, most_cells: f64) -> f32 {
    let area: f64 = geometry.triangles.iter().map(area).sum();
    let layers = f64::from(2.0 * NEAR * BLOCK as f32);
    let size = (bounds.max - bounds.min).cast::<f64>().add_scalar(1e-6);
    let volume = size.product();
    let for_area = (layers * area / most_cells).sqrt();
    let for_blocks = (volume / (MAX_BLOCKS * CELLS as f64)).cbrt();
    // All of a small volume is near a surface.
    let for_cells = for_area.min((8.0 * volume / most_cells).cbrt());
    let coarsest = for_blocks.max(for_cells) as f32;
    coarsest.max(SMALLEST_CELL * bounds.min.amax().max(bounds.max.amax()))
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|vertex| vertex.cast::<f64>());
    (b - a).cross(&(c - a)).norm() / 2.0
}
