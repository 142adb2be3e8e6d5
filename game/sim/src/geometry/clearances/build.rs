//! Measuring the distances.

use super::{
    super::{bvh::Aabb, nearest::Nearest, Geometry, Vec3d},
    cell::{Cell, Heights, Slope},
    Block, Clearances, BLOCK, CELLS,
};
use crate::Vec3;
use rayon::prelude::*;

/// A block is divided if its centre is nearer to a surface than so many edges of a block. Blocks that touch a surface are
/// nearer than 0.87.
const NEAR: f32 = 1.1;

/// The farthest that the centre of a cell of a divided block can be, in edges of a block: as far as the block's own and half
/// a diagonal.
const FARTHEST_CELL: f32 = NEAR + 0.87;

/// Cells for each triangle: a level of few triangles is quickly searched anyway, ...
const CELLS_PER_TRIANGLE: f64 = 16.0;

/// ... but within these limits. A cell takes four bytes, and about two microseconds to measure.
const FEWEST_CELLS: f64 = 1e5;
const MOST_CELLS: f64 = 1.2e6;

/// How far above a cell, in cells, a ball may prove how the clearance grows there: the higher, the flatter it is, but the more
/// likely something else reaches into it.
const ABOVE: [f64; 2] = [4.0, 1.5];

/// A bound is good enough if it is so much below the distance of the centre, in cells.
const GOOD: f64 = 0.2;

/// Most blocks. One takes four bytes, and about a microsecond to measure.
const MOST_BLOCKS: f64 = 1e6;

/// Cells are no smaller than so many of the steps in which coordinates can be told apart.
const SMALLEST_CELL: f32 = 64.0 * f32::EPSILON;

/// By how much cells are made larger if there are too many.
const COARSER: f32 = 1.2;

/// Less than any distance by more than the rounding of what is made of it.
const LESS: f64 = 1.0 - 1e-6;

impl Clearances {
    /// Measures the distances, on all threads; `None` without triangles.
    pub(in super::super) fn new(geometry: &Geometry) -> Option<Self> {
        let bounds = geometry.bvh.bounds()?;
        let cells = geometry.triangle_count() as f64 * CELLS_PER_TRIANGLE;
        let most_cells = cells.clamp(FEWEST_CELLS, MOST_CELLS);
        let mut cell = first_guess(geometry, &bounds, most_cells);
        loop {
            let mut grid = Self::empty(bounds, cell);
            if grid.size.iter().map(|n| f64::from(*n)).product::<f64>()
                <= MOST_BLOCKS * CELLS as f64
            {
                let blocks = grid.measure_blocks(geometry);
                let near = blocks.iter().filter(|block| grid.is_near(block)).count();
                if (near * CELLS) as f64 <= most_cells {
                    grid.fill(geometry, &blocks);
                    grid.find_sides(geometry);
                    return Some(grid);
                }
            }
            cell *= COARSER;
        }
    }

    /// A grid around the bounds, and a block more on every side, in which nothing has been measured.
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
            sides: Vec::new(),
            cells: Vec::new(),
            heights: Heights::new(cell, FARTHEST_CELL * BLOCK as f32),
        }
    }

    /// What is nearest to the centre of each block.
    fn measure_blocks(&self, geometry: &Geometry) -> Vec<Nearest> {
        let [width, height, depth] = self.size.map(|cells| cells as usize / BLOCK as usize);
        let mut blocks = vec![Nearest::UNKNOWN; width * height * depth];
        let rows = blocks.par_chunks_mut(width).enumerate();
        rows.for_each(|(row, blocks)| {
            let (y, z) = (row % height, row / height);
            let mut guess = 0;
            for (x, block) in blocks.iter_mut().enumerate() {
                let center = [x, y, z].map(|k| (k as u32 * BLOCK + BLOCK / 2) as f32);
                *block = Nearest::to(self.place(center), geometry, guess);
                guess = block.triangle;
            }
        });
        blocks
    }

    fn is_near(&self, block: &Nearest) -> bool {
        block.distance < f64::from(NEAR * BLOCK as f32 * self.cell)
    }

    /// Keeps the distances of the blocks, and measures the cells of those that are near.
    fn fill(&mut self, geometry: &Geometry, blocks: &[Nearest]) {
        let mut near = Vec::new();
        self.blocks = Vec::with_capacity(blocks.len());
        for (index, block) in blocks.iter().enumerate() {
            let kept = if self.is_near(block) {
                near.push((index as u32, block.triangle));
                Block::divided(near.len() - 1)
            } else {
                Block::whole(((block.distance * LESS) as f32).next_down())
            };
            self.blocks.push(kept);
        }
        let grid = &*self;
        let cells = near.par_iter();
        self.cells = cells
            .map(|(block, triangle)| grid.measure_cells(geometry, *block, *triangle))
            .collect();
    }

    /// What is known of the cells of a block, of which a triangle is near.
    fn measure_cells(&self, geometry: &Geometry, block: u32, triangle: u32) -> [Cell; CELLS] {
        let corner = self.coordinates(block as usize).map(|k| k as u32 * BLOCK);
        let mut cells = [Cell(0); CELLS];
        let mut guess = triangle;
        for number in 0..CELLS as u32 {
            let within = winding(number);
            let center = [0, 1, 2].map(|axis| (corner[axis] + within[axis]) as f32 + 0.5);
            let center = self.place(center);
            let nearest = Nearest::to(center, geometry, guess);
            guess = nearest.triangle;
            let [x, y, z] = within;
            cells[((z * BLOCK + y) * BLOCK + x) as usize] =
                self.measure_cell(geometry, center, &nearest);
        }
        cells
    }

    /// What is known of a cell: the highest of some bounds.
    fn measure_cell(&self, geometry: &Geometry, center: Vec3, nearest: &Nearest) -> Cell {
        let mut best = (
            self.height(nearest.distance, Vec3d::zeros(), Slope::NONE),
            Slope::NONE,
        );
        let good = nearest.distance - GOOD * f64::from(self.cell);
        let offset = nearest.offset_to(center, geometry);
        let direction = offset.try_normalize(0.0).unwrap_or_default();
        let slope = Slope::along(&direction);
        for cells in ABOVE {
            let above = center + (direction * (cells * f64::from(self.cell))).cast::<f32>();
            let free = Nearest::to(above, geometry, nearest.triangle).distance;
            let height = self.height(free, (above - center).cast(), slope);
            if height > best.0 {
                best = (height, slope);
            }
            if height >= good {
                break;
            }
        }
        let (height, slope) = best;
        Cell::new(height, slope, &self.heights, self.cell)
    }

    /// The highest plane with a slope below the clearances in a cell, at its centre, if a ball is free around what is so far
    /// from there: as clearances fall by no more than the way, and the way is longest to a corner, also if it is counted from
    /// the plane.
    fn height(&self, free: f64, above: Vec3d, slope: Slope) -> f64 {
        let half = self.half_cell();
        let slope = slope.get().cast::<f64>();
        let corners = (0..8).map(|corner| {
            let sign = |axis: usize| if corner >> axis & 1 == 1 { half } else { -half };
            Vec3d::new(sign(0), sign(1), sign(2))
        });
        let lost = corners.map(|corner| (corner - above).norm() + slope.dot(&corner));
        free * LESS - lost.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Half the edge of a cell, and by how much the places in it may lie outside by rounding: less than six steps in which the
    /// largest coordinates of the grid can be told apart.
    fn half_cell(&self) -> f64 {
        let in_bounds = self.bounds.min.amax().max(self.bounds.max.amax());
        let coordinates = in_bounds + 2.0 * BLOCK as f32 * self.cell;
        f64::from(0.5 * self.cell + 6.0 * f32::EPSILON * coordinates)
    }

    /// A place given in cells from the origin, rounded as it is when the distances are used.
    pub(super) fn place(&self, cells: [f32; 3]) -> Vec3 {
        Vec3::from_fn(|axis, _| self.origin[axis] + cells[axis] * self.cell)
    }
}

/// The cells of a block one after the other, each beside the one before, so that what was nearest to that is a good guess.
fn winding(number: u32) -> [u32; 3] {
    let turn = |k: u32, turns: bool| if turns { BLOCK - 1 - k } else { k };
    let (x, y, z) = (
        number % BLOCK,
        number / BLOCK % BLOCK,
        number / (BLOCK * BLOCK),
    );
    let y = turn(y, z % 2 == 1);
    [turn(x, (y + z * BLOCK) % 2 == 1), y, z]
}

/// Cells so small that about `most_cells` of them are near a surface, if the surfaces are large and smooth.
fn first_guess(geometry: &Geometry, bounds: &Aabb, most_cells: f64) -> f32 {
    let area: f64 = geometry.triangles.iter().map(area).sum();
    let layers = f64::from(2.0 * NEAR * BLOCK as f32);
    let size = (bounds.max - bounds.min).cast::<f64>().add_scalar(1e-6);
    let volume = size.product();
    let for_area = (layers * area / most_cells).sqrt();
    let for_blocks = (volume / (MOST_BLOCKS * CELLS as f64)).cbrt();
    // In a small volume all of it is near.
    let for_cells = for_area.min((8.0 * volume / most_cells).cbrt());
    let coarsest = for_blocks.max(for_cells) as f32;
    coarsest.max(SMALLEST_CELL * bounds.min.amax().max(bounds.max.amax()))
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|vertex| vertex.cast::<f64>());
    (b - a).cross(&(c - a)).norm() / 2.0
}
