//! The uniform grid that finds neighbours. Boids are sorted along it, so that boids of neighbouring
//! cells are close together in memory.
//!
//! In Y and Z a cell is as wide as the reach of the rules. So the neighbours of a boid are in its
//! own row of cells along X and in the eight rows around it. Cells are numbered row by row, so
//! these nine pieces of rows are contiguous ranges of the sorted boids. In X the cells are finer,
//! so that the ends of the ranges extend little beyond the reach.
//!
//! The number of cells is limited by the number of boids. For a flock that spreads wider, the grid
//! repeats along the axis like a torus, and boids that are far apart share a cell. The distance
//! test excludes them. So no neighbour is ever missed, and the cost stays proportional to the
//! number of boids.

mod axis;
mod counting_sort;
mod extent;
mod pieces;
mod rows;
#[cfg(test)]
mod tests;

pub(crate) use axis::{Axis, Segments};
pub(crate) use extent::Extent;
pub(crate) use pieces::{Piece, Pieces};
pub(crate) use rows::Rows;

use crate::{
    boundary::{periodic_box::PeriodicBox, place_in_box::PlaceInBox},
    math::{
        lanes::{bounds_of, larger, smaller},
        simd::{LaneWork, SimdWidth},
    },
    neighbours::seekers::Seekers,
    settings::Backend,
    state::{
        boids::Boids,
        threads::{run, sum, Part, BLOCK},
    },
};
use std::{
    collections::TryReserveError,
    ops::{Add, Range},
};

/// Factor by which a cell is wider than the reach. It covers the rounding of the squared distance
/// in single precision.
pub(crate) const MARGIN: f64 = 1.0 + 1e-5;

/// Number of cells along X within the reach of the rules.
pub(crate) const FINENESS: u32 = 4;

/// Largest number of cells for each boid, and largest number of cells of a flock of few boids.
pub(crate) const CELLS_PER_BOID: usize = 4;
const FEW_CELLS: usize = 1 << 16;

/// Approximate number of boids in a cell if no rule needs neighbours. The grid then only keeps
/// boids that are close in space close in memory.
pub(crate) const BOIDS_PER_CELL: f64 = 8.0;

/// Boids sorted by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) axes: [Axis; 3],
    /// Length, in metres, by which rounding may make a distance between two boids look shorter.
    slack: f64,
    /// The cell of each boid before sorting.
    unsorted: Vec<u32>,
    /// The cell of each boid after sorting.
    pub(crate) sorted: Vec<u32>,
    /// Index of each boid before sorting.
    order: Vec<u32>,
    /// The sorted boids `starts[c]..starts[c + 1]` are in cell `c`.
    pub(crate) starts: Vec<u32>,
}

impl Grid {
    /// Memory for each boid of a large flock, in bytes.
    pub(crate) const BYTES: usize = (3 + CELLS_PER_BOID) * size_of::<u32>();

    /// Reserves memory for any layout of `count` boids, so that sorting them allocates nothing.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        for values in [&mut self.unsorted, &mut self.sorted, &mut self.order] {
            values.try_reserve_exact(count.saturating_sub(values.len()))?;
        }
        let starts = most_cells(count) + 1;
        self.starts
            .try_reserve_exact(starts.saturating_sub(self.starts.len()))
    }

    /// Sorts the boids by cell: a stable counting sort, so the result depends on the boids alone.
    pub(crate) fn sort(
        &mut self,
        boids: &Boids,
        reach: Option<f32>,
        periodic_box: Option<&PeriodicBox>,
        backend: Backend,
    ) {
        let most = most_cells(boids.len());
        self.axes = match periodic_box {
            Some(periodic_box) => lay_out_box(periodic_box, boids, reach, most),
            None => lay_out(boids, reach, most, backend),
        };
        self.slack = self.axes.iter().map(Axis::slack).fold(0.0, f64::max);
        self.resize(boids.len());
        self.find_cells(boids, periodic_box, backend);
        self.count_and_place(backend);
    }

    /// For the boids in a range after sorting, their indices before sorting.
    pub(crate) fn order(&self, sorted: Range<usize>) -> &[u32] {
        &self.order[sorted]
    }

    /// Number of seekers that form a group: up to `most` seekers of one row, starting with the
    /// seeker `from`.
    ///
    /// They search for neighbours together, even if they are far apart: consecutive groups of a row
    /// only search the reach on both sides twice.
    #[inline(always)]
    pub(crate) fn group_len(&self, seekers: &Seekers, from: usize, most: usize) -> usize {
        let [x_axis, ..] = &self.axes;
        let cell = |at: usize| self.sorted[seekers.index(at)];
        let first = cell(from);
        let row_end = first - first % x_axis.cells + x_axis.cells;
        let others = (from..from + most).take_while(|at| cell(*at) < row_end);
        others.count()
    }

    /// The cell of each boid, in the order of the grid.
    pub(crate) fn sorted_cells(&self) -> &[u32] {
        &self.sorted
    }

    /// The sorted boids in the cells from the cell of one boid to the cell of a later boid in the
    /// same row.
    pub(crate) fn cell_mates(&self, first: usize, last: usize) -> Range<usize> {
        let start = self.starts[self.sorted[first] as usize];
        let end = self.starts[self.sorted[last] as usize + 1];
        start as usize..end as usize
    }

    /// The sorted boids in the cells between two corners in the world, as ranges in ascending
    /// order. The grid must not be periodic.
    pub(crate) fn boids_between(
        &self,
        low: [f64; 3],
        high: [f64; 3],
    ) -> impl Iterator<Item = Range<usize>> + '_ {
        let [x, y, z] = [0, 1, 2].map(|axis| self.axes[axis].between(low[axis], high[axis]));
        let [x_cells, y_cells, _] = self.axes.map(|axis| axis.cells);
        let each = |segments: Segments| segments.into_iter().flatten();
        each(z)
            .flat_map(move |z| each(y.clone()).map(move |y| z * y_cells + y))
            .flat_map(move |row| {
                let start = |cell: u32| self.starts[(row * x_cells + cell) as usize] as usize;
                x.clone().map(|cells| start(cells.start)..start(cells.end))
            })
    }

    /// Calls `visit` with the sorted boids of this grid that may be within `reach` of boids of
    /// another grid. The grid must not be periodic.
    #[inline(always)]
    pub(crate) fn for_each_around(
        &self,
        extent: &Extent,
        reach: f32,
        mut visit: impl FnMut(&Piece),
    ) {
        let reach = f64::from(reach) * MARGIN + self.slack;
        let [x_axis, y_axis, z_axis] = &self.axes;
        let [x, y, z] = [0, 1, 2].map(|axis| [extent.low[axis], extent.high[axis]].map(f64::from));
        for (z_cell, z_gap) in z_axis.near(z, reach) {
            for (y_cell, y_gap) in y_axis.near(y, reach) {
                let rest = reach * reach - z_gap * z_gap - y_gap * y_gap;
                if rest <= 0.0 {
                    continue;
                }
                let (row, rest) = (z_cell * y_axis.cells + y_cell, rest.sqrt());
                for cells in x_axis.between(x[0] - rest, x[1] + rest) {
                    let start = |cell: u32| self.starts[(row * x_axis.cells + cell) as usize];
                    visit(&Piece::of(start(cells.start)..start(cells.end)));
                }
            }
        }
    }

    fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.cells as usize).product()
    }

    fn resize(&mut self, boids: usize) {
        self.unsorted.resize(boids, 0);
        self.sorted.resize(boids, 0);
        self.order.resize(boids, 0);
        self.starts.resize(self.cells() + 1, 0);
    }

    fn find_cells(&mut self, boids: &Boids, periodic_box: Option<&PeriodicBox>, backend: Backend) {
        let (axes, vectors) = (&self.axes, SimdWidth::widest());
        run(backend, Part::whole(&mut self.unsorted), |part| {
            let mut first = part.first;
            for cells in part.items.chunks_mut(BLOCK) {
                let block = first..first + cells.len();
                let mut placed = [[0.0; BLOCK]; 3];
                let places = match periodic_box {
                    None => boids.positions(block),
                    Some(periodic_box) => {
                        vectors.run(PlaceInBox {
                            periodic_box,
                            points: boids.positions(block),
                            places: placed.each_mut().map(|values| &mut values[..cells.len()]),
                        });
                        placed.each_ref().map(|values| &values[..cells.len()])
                    }
                };
                first += cells.len();
                vectors.run(FindCells {
                    axes,
                    places,
                    cells,
                });
            }
        });
    }
}

/// The lowest and the highest coordinate of boids along each axis.
#[derive(Clone, Copy, Default)]
struct Bounds([(f32, f32); 3]);

impl Add for Bounds {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (Self(these), Self(those)) = (self, other);
        Self([0, 1, 2].map(|axis| {
            let ((low, high), (other_low, other_high)) = (these[axis], those[axis]);
            (smaller(other_low, low), larger(other_high, high))
        }))
    }
}

/// Computes the bounds of boids.
struct FindBounds<'a> {
    positions: [&'a [f32]; 3],
    bounds: &'a mut Bounds,
}

impl LaneWork for FindBounds<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let [x, y, z] = self.positions;
        self.bounds.0 = [bounds_of(x), bounds_of(y), bounds_of(z)];
    }
}

/// Computes the cells of boids, axis by axis.
struct FindCells<'a> {
    axes: &'a [Axis; 3],
    places: [&'a [f32]; 3],
    cells: &'a mut [u32],
}

impl LaneWork for FindCells<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let ([x_axis, y_axis, z_axis], [x, y, z]) = (self.axes, self.places);
        self.cells.fill(0);
        z_axis.add_cells(z, self.cells);
        y_axis.add_cells(y, self.cells);
        x_axis.add_cells(x, self.cells);
    }
}

/// Largest number of cells for this number of boids.
pub(crate) fn most_cells(boids: usize) -> usize {
    (boids * CELLS_PER_BOID).max(FEW_CELLS)
}

/// Divides the bounding box of the boids into cells.
fn lay_out(boids: &Boids, reach: Option<f32>, most_cells: usize, backend: Backend) -> [Axis; 3] {
    let vectors = SimdWidth::widest();
    let Bounds(bounds) = sum(backend, 0..boids.len(), |part| {
        let mut bounds = Bounds::default();
        vectors.run(FindBounds {
            positions: boids.positions(part),
            bounds: &mut bounds,
        });
        bounds
    });
    let width = cell_width(reach, &bounds, boids.len());
    let widths = [width / f64::from(FINENESS), width, width];
    let axes = [0, 1, 2].map(|axis| Axis::new(bounds[axis].0, bounds[axis].1, widths[axis]));
    coarser(axes, most_cells)
}

/// Divides a periodic box into cells. Along an axis that is not periodic, the bounding box of the
/// boids is divided.
fn lay_out_box(
    periodic_box: &PeriodicBox,
    boids: &Boids,
    reach: Option<f32>,
    most_cells: usize,
) -> [Axis; 3] {
    let wraps = periodic_box.periods().map(f32::is_finite);
    let bounds = [0, 1, 2].map(|axis| {
        if wraps[axis] {
            (periodic_box.min[axis], periodic_box.max[axis])
        } else {
            bounds((0..boids.len()).map(|index| periodic_box.place(boids.position(index))[axis]))
        }
    });
    let width = cell_width(reach, &bounds, boids.len());
    let widths = [width / f64::from(FINENESS), width, width];
    let axes = [0, 1, 2].map(|axis| {
        if wraps[axis] {
            Axis::around(bounds[axis].0, bounds[axis].1, widths[axis])
        } else {
            Axis::new(bounds[axis].0, bounds[axis].1, widths[axis])
        }
    });
    coarser(axes, most_cells)
}

/// The axes with at most `most_cells` cells in total.
fn coarser(mut axes: [Axis; 3], most_cells: usize) -> [Axis; 3] {
    // The longest axis has several cells as long as there are too many cells in total, so no axis
    // loses its last cell.
    while axes
        .iter()
        .map(|axis| f64::from(axis.cells))
        .product::<f64>()
        > most_cells as f64
    {
        if let Some(longest) = axes.iter_mut().max_by_key(|axis| axis.cells) {
            longest.halve();
        }
    }
    axes
}

fn cell_width(reach: Option<f32>, bounds: &[(f32, f32); 3], boids: usize) -> f64 {
    let widest = bounds
        .iter()
        .map(|(min, max)| f64::from(*max) - f64::from(*min))
        .fold(0.0, f64::max);
    let width = match reach {
        Some(reach) => f64::from(reach) * MARGIN,
        None => widest / libm::cbrt(boids as f64 / BOIDS_PER_CELL),
    };
    // Boids that are all in one point, or no boids, fit into a cell of any width.
    if width > 0.0 && width.is_finite() {
        width
    } else {
        1.0
    }
}

/// The lowest and the highest number; 0 and 0 without numbers.
fn bounds(mut values: impl Iterator<Item = f32>) -> (f32, f32) {
    let Some(first) = values.next() else {
        return (0.0, 0.0);
    };
    values.fold((first, first), |(min, max), value| {
        (smaller(value, min), larger(value, max))
    })
}
