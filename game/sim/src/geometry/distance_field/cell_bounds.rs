//! Bounds of the cells of a divided block: for each cell the highest linear lower bound that is
//! found.

use super::{
    super::{nearest_point::NearestPoint, nearest_search::NearestSearch},
    cell::{CellBound, Gradient},
    DistanceField, BLOCK, CELLS, ROUND_DOWN,
};
use crate::math::{simd::LaneWork, Vec3, Vec3d};

/// Heights above a cell, in cells, of the centres of free spheres that bound the distances in the
/// cell. From a greater height, the sphere's surface is flatter within the cell, but other surfaces
/// are more likely to make the sphere smaller.
const SPHERE_HEIGHTS: [f64; 2] = [4.0, 1.5];

/// Difference between the distance at the centre and a bound, in cells, at which the search stops.
const GOOD_ENOUGH: f64 = 0.2;

/// Computes the bounds of the cells of a divided block.
pub(super) struct BlockCells<'a> {
    pub(super) grid: &'a DistanceField,
    pub(super) search: &'a NearestSearch<'a>,
    pub(super) block: u32,
    /// Number of a triangle near the block, with which the search starts.
    pub(super) triangle: u32,
    pub(super) cells: &'a mut [CellBound; CELLS],
}

impl LaneWork for BlockCells<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let block = self.grid.coordinates(self.block as usize);
        let corner = block.map(|k| k as u32 * BLOCK);
        let mut guess = self.triangle;
        let mut above = [guess; SPHERE_HEIGHTS.len()];
        for number in 0..CELLS as u32 {
            let [x, y, z] = serpentine(number);
            let center = [x + corner[0], y + corner[1], z + corner[2]].map(|k| k as f32 + 0.5);
            let center = self.grid.place(center);
            let nearest = self.search.nearest(center, guess);
            guess = nearest.triangle;
            self.cells[((z * BLOCK + y) * BLOCK + x) as usize] =
                self.grid
                    .measure_cell(self.search, center, &nearest, &mut above);
        }
    }
}

/// Coordinates of a cell in serpentine order: each cell is adjacent to the one before, whose
/// nearest triangle is then a good guess.
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

impl DistanceField {
    /// Best bound of a cell: the highest of a constant bound and some bounds with a gradient.
    ///
    /// `touched` are the triangles that the spheres of the cell before touched. The spheres of this
    /// cell probably touch them again.
    #[inline(always)]
    fn measure_cell(
        &self,
        search: &NearestSearch,
        center: Vec3,
        nearest: &NearestPoint,
        touched: &mut [u32; SPHERE_HEIGHTS.len()],
    ) -> CellBound {
        let constant = nearest.distance * ROUND_DOWN - self.lost(Vec3d::zeros(), Gradient::NONE);
        let mut best = (constant, Gradient::NONE);
        let good = nearest.distance - GOOD_ENOUGH * f64::from(self.cell);
        let offset = nearest.offset_to(center, search.mesh);
        let direction = offset.try_normalize(0.0).unwrap_or_default();
        let gradient = Gradient::along(&direction);
        for (cells, touched) in SPHERE_HEIGHTS.iter().zip(touched) {
            let above = center + (direction * (cells * f64::from(self.cell))).cast::<f32>();
            let lost = self.lost((above - center).cast(), gradient);
            // A sphere smaller than this gives no better bound.
            let least = (best.0 + lost) * ROUND_DOWN;
            let free = search.nearest_down_to(least, above, [nearest.triangle, *touched]);
            *touched = free.triangle;
            let height = free.distance * ROUND_DOWN - lost;
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

    /// Difference between the radius of a free sphere and the value of the best linear bound with
    /// this gradient at the cell's centre.
    ///
    /// The sphere's centre is at the offset `above` from the cell's centre. The distance is
    /// 1-Lipschitz: it falls by at most the length of the way from the sphere's centre. The
    /// difference is largest at a corner of the cell.
    #[inline(always)]
    fn lost(&self, above: Vec3d, gradient: Gradient) -> f64 {
        let half = self.half_cell();
        let gradient = gradient.get().cast::<f64>();
        let corners = (0..8).map(|corner| {
            let sign = |axis: usize| if corner >> axis & 1 == 1 { half } else { -half };
            Vec3d::new(sign(0), sign(1), sign(2))
        });
        let lost = corners.map(|corner| (corner - above).norm() + gradient.dot(&corner));
        lost.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Half the edge of a cell, enlarged by the rounding of positions in it. This is less than six
    /// steps of 32-bit floats at the largest coordinates of the grid.
    fn half_cell(&self) -> f64 {
        let in_bounds = self.bounds.min.amax().max(self.bounds.max.amax());
        let coordinates = in_bounds + 2.0 * BLOCK as f32 * self.cell;
        f64::from(0.5 * self.cell + 6.0 * f32::EPSILON * coordinates)
    }
}
