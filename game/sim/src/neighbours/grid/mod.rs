//! The uniform grid that finds neighbours: boids are sorted along it, so that those of neighbouring
//! cells lie together.
//!
//! A cell is as wide as the reach of the rules in Y and Z, so the neighbours of a boid are in its
//! own row of cells along X and the eight around it. The cells are numbered row by row, hence those
//! nine pieces of rows are contiguous ranges of the sorted boids. In X the cells are finer, so that
//! the ends of the ranges reach little farther than the rules do.
//!
//! The number of cells is bounded by the number of boids. A flock that is spread wider than that
//! wraps round: like a torus, the grid repeats along the axis, and boids that are far apart share a
//! cell. The distance test sorts those out, so no neighbour is ever missed and the cost stays in
//! proportion to the number of boids.

mod axis;
#[cfg(test)]
mod tests;

pub(crate) use axis::{Axis, Segments};

use crate::{
    boundary::periodic_box::PeriodicBox,
    settings::Driver,
    state::{
        boids::Boids,
        threads::{run, Part},
    },
};
use std::{collections::TryReserveError, ops::Range};

/// A cell is wider than the reach by this factor. It covers the rounding of the squared distance in
/// single precision.
pub(crate) const MARGIN: f64 = 1.0 + 1e-5;

/// Cells along X in the reach of the rules.
pub(crate) const FINENESS: u32 = 4;

/// Cells for each boid at most, and cells at most for a flock of few boids.
pub(crate) const CELLS_PER_BOID: usize = 4;
const FEW_CELLS: usize = 1 << 16;

/// Boids in a cell, about, if no rule needs neighbours. The grid then only keeps boids that are
/// close in space close in memory.
pub(crate) const BOIDS_PER_CELL: f64 = 8.0;

/// Boids sorted by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) axes: [Axis; 3],
    /// The cell of each boid before sorting.
    unsorted: Vec<u32>,
    /// The cell of each boid after sorting.
    pub(crate) sorted: Vec<u32>,
    /// Index of each boid before sorting.
    order: Vec<u32>,
    /// Cell `c` holds the sorted boids `starts[c]..starts[c + 1]`. One more entry serves the sort.
    pub(crate) starts: Vec<u32>,
}

/// A row of cells along X that surrounds some boids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    first_cell: usize,
    /// True if the boids themselves lie in this row.
    pub(crate) is_own: bool,
}

impl Grid {
    /// Bytes for each boid of a large flock.
    pub(crate) const BYTES: usize = (3 + CELLS_PER_BOID) * size_of::<u32>();

    /// Reserves memory for any layout of `count` boids, so that sorting them allocates nothing.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        for values in [&mut self.unsorted, &mut self.sorted, &mut self.order] {
            values.try_reserve_exact(count.saturating_sub(values.len()))?;
        }
        let starts = most_cells(count) + 2;
        self.starts
            .try_reserve_exact(starts.saturating_sub(self.starts.len()))
    }

    /// Sorts the boids by cell: a stable counting sort, so the result depends on the boids alone.
    pub(crate) fn sort(
        &mut self,
        boids: &Boids,
        reach: Option<f32>,
        periodic_box: Option<&PeriodicBox>,
        driver: Driver,
    ) {
        let most = most_cells(boids.len());
        self.axes = match periodic_box {
            Some(periodic_box) => lay_out_box(periodic_box, boids, reach, most),
            None => lay_out(boids, reach, most),
        };
        self.resize(boids.len());
        self.find_cells(boids, periodic_box, driver);
        self.count_boids();
        self.place_boids();
    }

    /// Indices before sorting of the boids in a range after sorting.
    pub(crate) fn order(&self, sorted: Range<usize>) -> &[u32] {
        &self.order[sorted]
    }

    /// Number of sorted boids from `first` on, up to `most`, in one row within `span` further
    /// cells.
    pub(crate) fn group_len(&self, first: usize, most: usize, span: u32) -> usize {
        let [x_axis, ..] = &self.axes;
        let cell = self.sorted[first];
        let row_end = cell - cell % x_axis.cells + x_axis.cells;
        let end = row_end.min(cell + span + 1);
        let ours = &self.sorted[first..first + most];
        ours.iter().take_while(|other| **other < end).count()
    }

    /// The sorted boids along X around a group that lies in one row.
    pub(crate) fn around(&self, first: usize, len: usize) -> Segments {
        let [x_axis, ..] = &self.axes;
        let from = self.sorted[first] % x_axis.cells;
        let to = self.sorted[first + len - 1] % x_axis.cells;
        x_axis.segments(from, to, FINENESS)
    }

    /// The cell of each boid, in the order of the grid.
    pub(crate) fn sorted_cells(&self) -> &[u32] {
        &self.sorted
    }

    /// The sorted boids in the cells of a group that lies in one row.
    pub(crate) fn cell_mates(&self, first: usize, len: usize) -> Range<usize> {
        let start = self.starts[self.sorted[first] as usize];
        let end = self.starts[self.sorted[first + len - 1] as usize + 1];
        start as usize..end as usize
    }

    /// The rows around the sorted boid at `index`, at most nine, always in the same order.
    #[inline(always)]
    pub(crate) fn rows(&self, index: usize) -> impl Iterator<Item = Row> {
        let [x_axis, y_axis, z_axis] = &self.axes;
        let own = self.sorted[index] / x_axis.cells;
        let (y_cells, z_cells) = (
            y_axis.near(own % y_axis.cells),
            z_axis.near(own / y_axis.cells),
        );
        let mut rows = [Row::default(); 9];
        let mut count = 0;
        for z in &z_cells.0[..z_cells.1] {
            for y in &y_cells.0[..y_cells.1] {
                let row = z * y_axis.cells + y;
                rows[count] = Row {
                    first_cell: (row * x_axis.cells) as usize,
                    is_own: row == own,
                };
                count += 1;
            }
        }
        rows.into_iter().take(count)
    }

    /// The sorted boids in the given cells of a row.
    pub(crate) fn boids_in(&self, row: &Row, cells: &Range<u32>) -> Range<usize> {
        let start = self.starts[row.first_cell + cells.start as usize];
        let end = self.starts[row.first_cell + cells.end as usize];
        start as usize..end as usize
    }

    /// The sorted boids in the cells between two corners in the world, in ascending order. Not in a
    /// box that wraps round.
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
                let row = Row {
                    first_cell: (row * x_cells) as usize,
                    is_own: false,
                };
                x.clone().map(|cells| self.boids_in(&row, &cells))
            })
    }

    fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.cells as usize).product()
    }

    fn resize(&mut self, boids: usize) {
        self.unsorted.resize(boids, 0);
        self.sorted.resize(boids, 0);
        self.order.resize(boids, 0);
        self.starts.clear();
        self.starts.resize(self.cells() + 2, 0);
    }

    fn find_cells(&mut self, boids: &Boids, periodic_box: Option<&PeriodicBox>, driver: Driver) {
        let [x_axis, y_axis, z_axis] = self.axes;
        run(driver, Part::whole(&mut self.unsorted), |part| {
            for (offset, cell) in part.items.iter_mut().enumerate() {
                let position = boids.position(part.first + offset);
                let place =
                    periodic_box.map_or(position, |periodic_box| periodic_box.place(position));
                let row = z_axis.cell(place.z) * y_axis.cells + y_axis.cell(place.y);
                *cell = row * x_axis.cells + x_axis.cell(place.x);
            }
        });
    }

    /// Counts the boids of cell `c` in `starts[c + 2]`; the prefix sum then makes `starts[c + 1]`
    /// the begin of the cell.
    fn count_boids(&mut self) {
        for cell in &self.unsorted {
            self.starts[*cell as usize + 2] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
    }

    /// Scatters the boids. Each one advances `starts[c + 1]`, which ends as the end of cell `c`.
    fn place_boids(&mut self) {
        for (source, cell) in self.unsorted.iter().enumerate() {
            let place = &mut self.starts[*cell as usize + 1];
            self.order[*place as usize] = source as u32;
            self.sorted[*place as usize] = *cell;
            *place += 1;
        }
    }
}

/// Largest number of cells for N boids.
pub(crate) fn most_cells(boids: usize) -> usize {
    (boids * CELLS_PER_BOID).max(FEW_CELLS)
}

/// Divides the space that the boids take up into cells.
fn lay_out(boids: &Boids, reach: Option<f32>, most_cells: usize) -> [Axis; 3] {
    let bounds = boids
        .position
        .each_ref()
        .map(|values| bounds(values.iter().copied()));
    let width = cell_width(reach, &bounds, boids.len());
    let widths = [width / f64::from(FINENESS), width, width];
    let axes = [0, 1, 2].map(|axis| Axis::new(bounds[axis].0, bounds[axis].1, widths[axis]));
    coarser(axes, most_cells)
}

/// Divides a box that wraps round into cells; along an axis where it does not, the space that the
/// boids take up.
fn lay_out_box(
    periodic_box: &PeriodicBox,
    boids: &Boids,
    reach: Option<f32>,
    most_cells: usize,
) -> [Axis; 3] {
    let wraps = periodic_box.periods().map(f32::is_finite);
    let bounds = [0, 1, 2].map(|axis| match wraps[axis] {
        true => (periodic_box.min[axis], periodic_box.max[axis]),
        false => {
            bounds((0..boids.len()).map(|index| periodic_box.place(boids.position(index))[axis]))
        }
    });
    let width = cell_width(reach, &bounds, boids.len());
    let widths = [width / f64::from(FINENESS), width, width];
    let axes = [0, 1, 2].map(|axis| match wraps[axis] {
        true => Axis::around(bounds[axis].0, bounds[axis].1, widths[axis]),
        false => Axis::new(bounds[axis].0, bounds[axis].1, widths[axis]),
    });
    coarser(axes, most_cells)
}

/// The axes with as few cells as there may be.
fn coarser(mut axes: [Axis; 3], most_cells: usize) -> [Axis; 3] {
    // The longest axis has several cells as long as there are too many cells, so no axis loses its
    // last one.
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
        None => widest / (boids as f64 / BOIDS_PER_CELL).cbrt(),
    };
    // Boids all in one point and a flock without boids fit into a cell of any width.
    if width > 0.0 && width.is_finite() {
        width
    } else {
        1.0
    }
}

fn bounds(mut values: impl Iterator<Item = f32>) -> (f32, f32) {
    let Some(first) = values.next() else {
        return (0.0, 0.0);
    };
    values.fold((first, first), |(min, max), value| {
        (
            if value < min { value } else { min },
            if value > max { value } else { max },
        )
    })
}
