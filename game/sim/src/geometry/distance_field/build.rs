//! Computation of the distance field: its grid and its blocks.

use super::{
    super::{
        bvh::Aabb,
        nearest_point::NearestPoint,
        nearest_search::NearestSearch,
        surfaces::{Surfaces, Weight},
        triangle_mesh::TriangleMesh,
    },
    cell::{CellBound, Quantization},
    cell_bounds::BlockCells,
    cell_size::{Budget, CellSize},
    strays::{part, Parted},
    Block, DistanceField, BLOCK, CELLS, NEAR, ROUND_DOWN,
};
use crate::math::{
    simd::{LaneWork, SimdWidth},
    Vec3,
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum distance of a cell's centre from a surface in a divided block, in edges of a block: the
/// maximum distance of the block's centre plus half a diagonal.
const FARTHEST_CELL: f32 = NEAR + 0.87;

/// Factor by which cells grow if there are too many.
const COARSER: f32 = 1.2;

/// Maximum number of fields. Each field after the first one is for the strays of the field before
/// it.
pub(crate) const MOST_FIELDS: usize = 4;

/// Number of blocks from which strays are looked for, because most of such a level may be empty.
const WIDE: f64 = 65_536.0;

impl DistanceField {
    /// Computes the distance field, on all threads; `None` without triangles.
    ///
    /// `weights` are the geometry's own weights of its closed surfaces.
    pub(in super::super) fn new(mesh: &TriangleMesh, weights: &[Weight]) -> Option<Self> {
        Self::with_strays(mesh, weights, &Budget::LEVEL, MOST_FIELDS)
    }

    /// Field around most triangles, with at most `most_fields` fields in total: the other fields
    /// are for strays.
    fn with_strays(
        mesh: &TriangleMesh,
        weights: &[Weight],
        budget: &Budget,
        most_fields: usize,
    ) -> Option<Self> {
        let bounds = mesh.bvh.bounds()?;
        let all = CellSize::new(&mesh.triangles, &bounds, budget);
        if most_fields > 1 && all.blocks() > WIDE {
            if let Some(Parted { home, strays }) = part(&mesh.triangles) {
                let size = CellSize::new(&inside(&mesh.triangles, &home), &home, budget);
                let mut field = Self::around(mesh, weights, home, &size);
                let strays = TriangleMesh::without_surfaces(strays);
                let open = Surfaces::default().weights;
                let beyond = Self::with_strays(&strays, &open, &Budget::STRAYS, most_fields - 1);
                field.beyond = beyond.map(Box::new);
                return Some(field);
            }
        }
        Some(Self::around(mesh, weights, bounds, &all))
    }

    /// Field with a grid around some bounds.
    fn around(mesh: &TriangleMesh, weights: &[Weight], bounds: Aabb, size: &CellSize) -> Self {
        let search = NearestSearch::new(mesh);
        let mut cell = size.first_guess();
        loop {
            let mut grid = Self::empty(bounds, cell);
            let cells: f64 = grid.size.iter().map(|n| f64::from(*n)).product();
            if cells <= size.most_blocks * CELLS as f64 {
                let most_near = size.most_cells as usize / CELLS;
                if let Some(blocks) = grid.measure_blocks(&search, most_near) {
                    grid.fill(&search, &blocks);
                    grid.find_regions();
                    grid.own_inside = grid.inside(mesh, weights);
                    return grid;
                }
            }
            cell *= COARSER;
        }
    }

    /// Grid around the bounds, enlarged by a block on every side, without any values yet.
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

    /// Nearest surface point to the centre of each block; `None` if more than `most_near` blocks
    /// are near a surface.
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

    /// Stores the distances of the blocks, and computes the cells of the blocks near a surface.
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

    /// Position given in cells from the origin, rounded as in the lookup.
    #[inline]
    pub(super) fn place(&self, cells: [f32; 3]) -> Vec3 {
        Vec3::from_fn(|axis, _| self.origin[axis] + cells[axis] * self.cell)
    }
}

/// A row of blocks along X whose nearest points are searched.
struct BlockRow<'a> {
    grid: &'a DistanceField,
    search: &'a NearestSearch<'a>,
    /// Indices of the row along Y and Z.
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

/// The triangles inside a box.
fn inside(triangles: &[[Vec3; 3]], bounds: &Aabb) -> Vec<[Vec3; 3]> {
    let is_inside = |triangle: &&[Vec3; 3]| bounds.contains(&Aabb::around(*triangle));
    triangles.iter().filter(is_inside).copied().collect()
}
