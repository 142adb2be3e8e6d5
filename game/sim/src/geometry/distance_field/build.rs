//! Computation of the distance field.

use super::{
    super::{
        bvh::Aabb, nearest_point::NearestPoint, nearest_search::NearestSearch, Geometry, Vec3d,
    },
    cell::{CellBound, Gradient, Quantization},
    strays::{part, Parted},
    Block, DistanceField, BLOCK, CELLS,
};
use crate::math::{
    simd::{LaneWork, SimdWidth},
    Vec3,
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A block is divided if its centre is nearer to a surface than this many edges of a block. Blocks
/// that touch a surface are nearer than 0.87.
const NEAR: f32 = 1.1;

/// Maximum distance from the centre of a cell in a divided block to a surface, in edges of a block:
/// that of the block's centre and half a diagonal.
const FARTHEST_CELL: f32 = NEAR + 0.87;

/// Cells for each triangle. The triangles of a small level are searched quickly anyway.
const CELLS_PER_TRIANGLE: f64 = 16.0;

/// Maximum number of cells. A cell takes four bytes, and about two microseconds to compute.
const MAX_CELLS: f64 = 1.2e6;

/// Heights above a cell, in cells, of the centre of a free sphere that bounds the distances in the
/// cell. From a greater height the sphere's surface is flatter within the cell, but other surfaces
/// are more likely to make the sphere smaller.
const SPHERE_HEIGHTS: [f64; 2] = [4.0, 1.5];

/// Difference between the distance at the centre and a bound, in cells, that is small enough to
/// stop.
const GOOD_ENOUGH: f64 = 0.2;

/// Smallest cell, as a multiple of the largest coordinate: 64 steps of 32-bit floats.
const SMALLEST_CELL: f32 = 64.0 * f32::EPSILON;

/// Factor by which cells grow if there are too many.
const COARSER: f32 = 1.2;

/// Factor that makes a distance smaller by more than the rounding of what is computed from it.
const ROUND_DOWN: f64 = 1.0 - 1e-6;

/// Maximum number of fields, each for the strays of the one before.
pub(crate) const MOST_FIELDS: usize = 4;

/// Number of blocks from which on most of a level may be empty, so that strays are looked for.
const WIDE: f64 = 65_536.0;

/// What the computation of a field may cost.
struct Budget {
    /// Number of cells that even the smallest geometry may take.
    least_cells: f64,
    /// Maximum number of blocks. A block takes four bytes, and about a microsecond to compute.
    most_blocks: f64,
}

impl Budget {
    const LEVEL: Self = Self {
        least_cells: 1e5,
        most_blocks: 1e6,
    };

    const STRAYS: Self = Self {
        least_cells: 4096.0,
        most_blocks: 32_768.0,
    };
}

impl DistanceField {
    /// Computes the distance field, on all threads; `None` without triangles.
    pub(in super::super) fn new(geometry: &Geometry) -> Option<Self> {
        Self::with_strays(geometry, &Budget::LEVEL, MOST_FIELDS)
    }

    /// Field around most triangles, with at most so many fields for the others.
    fn with_strays(geometry: &Geometry, budget: &Budget, most_fields: usize) -> Option<Self> {
        let bounds = geometry.bvh.bounds()?;
        let all = CellSize::new(&geometry.triangles, &bounds, budget);
        if most_fields > 1 && all.blocks() > WIDE {
            if let Some(Parted { home, strays }) = part(&geometry.triangles) {
                let size = CellSize::new(&inside(&geometry.triangles, &home), &home, budget);
                let mut field = Self::around(geometry, home, &size);
                let strays = Geometry::without_surfaces(strays);
                let beyond = Self::with_strays(&strays, &Budget::STRAYS, most_fields - 1);
                field.beyond = beyond.map(Box::new);
                return Some(field);
            }
        }
        Some(Self::around(geometry, bounds, &all))
    }

    /// Field with a grid around some bounds.
    fn around(geometry: &Geometry, bounds: Aabb, size: &CellSize) -> Self {
        let search = NearestSearch::new(geometry);
        let mut cell = size.first_guess();
        loop {
            let mut grid = Self::empty(bounds, cell);
            let cells: f64 = grid.size.iter().map(|n| f64::from(*n)).product();
            if cells <= size.most_blocks * CELLS as f64 {
                let most_near = size.most_cells as usize / CELLS;
                if let Some(blocks) = grid.measure_blocks(&search, most_near) {
                    grid.fill(&search, &blocks);
                    grid.find_regions();
                    grid.own_inside = grid.inside(geometry, &geometry.surfaces.weights);
                    return grid;
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
            beyond: None,
        }
    }

    /// Nearest point to the centre of each block; `None` if more than `most_near` blocks are near a
    /// surface.
    fn measure_blocks(
        &self,
        search: &NearestSearch,
        most_near: usize,
    ) -> Option<Vec<NearestPoint>> {
        let [width, height, depth] = self.size.map(|cells| cells as usize / BLOCK as usize);
        let mut blocks = vec![NearestPoint::UNKNOWN; width * height * depth];
        let (near, vectors) = (AtomicUsize::new(0), SimdWidth::widest());
        let rows = blocks.par_chunks_mut(width).enumerate();
        let all = rows.try_for_each(|(row, blocks)| {
            vectors.run(BlockRow {
                grid: self,
                search,
                place: [row % height, row / height],
                blocks,
            });
            let found = blocks.iter().filter(|block| self.is_near(block)).count();
            let is_few = near.fetch_add(found, Ordering::Relaxed) + found <= most_near;
            is_few.then_some(())
        });
        all.map(|()| blocks)
    }

    fn is_near(&self, block: &NearestPoint) -> bool {
        block.distance < f64::from(NEAR * BLOCK as f32 * self.cell)
    }

    /// Stores the distances of the blocks, and computes the cells of those near a surface.
    fn fill(&mut self, search: &NearestSearch, blocks: &[NearestPoint]) {
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
        let (grid, vectors) = (&*self, SimdWidth::widest());
        let cells = near.par_iter().map(|(block, triangle)| {
            let mut cells = [CellBound(0); CELLS];
            vectors.run(BlockCells {
                grid,
                search,
                block: *block,
                triangle: *triangle,
                cells: &mut cells,
            });
            cells
        });
        self.cells = cells.collect();
    }

    /// Best bound of a cell: the highest of a constant one and some with a gradient.
    #[inline(always)]
    fn measure_cell(
        &self,
        search: &NearestSearch,
        center: Vec3,
        nearest: &NearestPoint,
    ) -> CellBound {
        let mut best = (
            self.linear_bound(nearest.distance, Vec3d::zeros(), Gradient::NONE),
            Gradient::NONE,
        );
        let good = nearest.distance - GOOD_ENOUGH * f64::from(self.cell);
        let offset = nearest.offset_to(center, search.geometry);
        let direction = offset.try_normalize(0.0).unwrap_or_default();
        let gradient = Gradient::along(&direction);
        for cells in SPHERE_HEIGHTS {
            let above = center + (direction * (cells * f64::from(self.cell))).cast::<f32>();
            let free = search.nearest(above, nearest.triangle).distance;
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
    #[inline(always)]
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

/// A row of blocks along X, whose nearest points are searched.
struct BlockRow<'a> {
    grid: &'a DistanceField,
    search: &'a NearestSearch<'a>,
    /// Numbers of the row along Y and Z.
    place: [usize; 2],
    blocks: &'a mut [NearestPoint],
}

impl LaneWork for BlockRow<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let [y, z] = self.place;
        let mut guess = 0;
        for (x, block) in self.blocks.iter_mut().enumerate() {
            let center = [x, y, z].map(|k| (k as u32 * BLOCK + BLOCK / 2) as f32);
            *block = self.search.nearest(self.grid.place(center), guess);
            guess = block.triangle;
        }
    }
}

/// The cells of a divided block, whose bounds are computed.
struct BlockCells<'a> {
    grid: &'a DistanceField,
    search: &'a NearestSearch<'a>,
    block: u32,
    /// Number of a triangle near the block.
    triangle: u32,
    cells: &'a mut [CellBound; CELLS],
}

impl LaneWork for BlockCells<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let block = self.grid.coordinates(self.block as usize);
        let corner = block.map(|k| k as u32 * BLOCK);
        let mut guess = self.triangle;
        for number in 0..CELLS as u32 {
            let [x, y, z] = serpentine(number);
            let center = [x + corner[0], y + corner[1], z + corner[2]].map(|k| k as f32 + 0.5);
            let center = self.grid.place(center);
            let nearest = self.search.nearest(center, guess);
            guess = nearest.triangle;
            self.cells[((z * BLOCK + y) * BLOCK + x) as usize] =
                self.grid.measure_cell(self.search, center, &nearest);
        }
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

/// Triangles in a box.
fn inside(triangles: &[[Vec3; 3]], bounds: &Aabb) -> Vec<[Vec3; 3]> {
    let is_inside = |triangle: &&[Vec3; 3]| bounds.contains(&Aabb::around(*triangle));
    triangles.iter().filter(is_inside).copied().collect()
}

/// What decides the size of the cells.
struct CellSize {
    /// Extent of the bounds, in metres.
    extent: Vec3d,
    /// Largest coordinate of the bounds, in metres.
    coordinate: f32,
    /// Edge of cells of which about `most_cells` are near a surface, if the surfaces are large and
    /// smooth.
    for_cells: f64,
    most_cells: f64,
    most_blocks: f64,
}

impl CellSize {
    fn new(triangles: &[[Vec3; 3]], bounds: &Aabb, budget: &Budget) -> Self {
        let cells = triangles.len() as f64 * CELLS_PER_TRIANGLE;
        let most_cells = cells.clamp(budget.least_cells, MAX_CELLS);
        let area: f64 = triangles.iter().map(area).sum();
        let layers = f64::from(2.0 * NEAR * BLOCK as f32);
        let extent = (bounds.max - bounds.min).cast::<f64>().add_scalar(1e-6);
        // All of a small volume is near a surface.
        let for_volume = (8.0 * extent.product() / most_cells).cbrt();
        Self {
            extent,
            coordinate: bounds.min.amax().max(bounds.max.amax()),
            for_cells: (layers * area / most_cells).sqrt().min(for_volume),
            most_cells,
            most_blocks: budget.most_blocks,
        }
    }

    /// Number of blocks if only the surfaces decide.
    fn blocks(&self) -> f64 {
        let block = f64::from(BLOCK) * self.for_cells;
        self.extent.map(|extent| extent / block + 2.0).product()
    }

    fn first_guess(&self) -> f32 {
        let for_blocks = (self.extent.product() / (self.most_blocks * CELLS as f64)).cbrt();
        let coarsest = for_blocks.max(self.for_cells) as f32;
        coarsest.max(SMALLEST_CELL * self.coordinate)
    }
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|vertex| vertex.cast::<f64>());
    (b - a).cross(&(c - a)).norm() / 2.0
}
