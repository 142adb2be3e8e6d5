//! The rows of cells around a group of boids, as in rows.wgsl.
//!
//! Only cells that may hold neighbours are searched. Rows whose nearest edge is beyond the reach
//! are left out. Other rows are as long as the rest of the reach along X, √(reach² - gap²).

use super::{
    extent::Extent,
    pieces::{Piece, Pieces, MOST_ROWS},
    Axis, Grid, MARGIN,
};
use std::ops::Range;

/// The rows around a group, in the order of the grid.
pub(crate) struct Rows<'a> {
    grid: &'a Grid,
    rows: [Row; MOST_ROWS],
    count: usize,
    /// The sorted boids from the first to the last of the group.
    group: Range<u32>,
    x: Stretch,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    first_cell: u32,
    is_own: bool,
    /// Squared distance of the row from the group in Y and Z, in m².
    gap_squared: f64,
    /// The `seam` of a [`Piece`] along Y and Z.
    seam: [f32; 2],
    is_mixed: bool,
}

/// The range of a group along X.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    /// The cell of the lower end.
    cell: u32,
    /// The two ends, in cells from the lower edge of that cell.
    low: f64,
    high: f64,
}

/// A cell of a group or beside one, along Y or Z.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    cell: u32,
    /// Distance from the group, in metres.
    gap: f64,
    seam: f32,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(grid: &'a Grid) -> Self {
        Self {
            grid,
            rows: [Row::default(); MOST_ROWS],
            count: 0,
            group: 0..0,
            x: Stretch::default(),
        }
    }

    /// Finds the rows around a group, which lies in one row. `group` are the sorted boids from its
    /// first to its last one.
    ///
    /// Not inlined: one copy is enough for all searches and vector widths.
    #[inline(never)]
    pub(crate) fn find(&mut self, group: Range<usize>, extent: &Extent) {
        let [x_axis, y_axis, z_axis] = &self.grid.axes;
        let own = self.grid.sorted[group.start] / x_axis.cells;
        let beside = |axis: &Axis, cell: u32, at: usize| {
            axis.beside(
                cell,
                axis.along(extent.low[at]),
                axis.along(extent.high[at]),
            )
        };
        let (y_cells, y_count) = beside(y_axis, own % y_axis.cells, 1);
        let (z_cells, z_count) = beside(z_axis, own / y_axis.cells, 2);
        let is_mixed = self.grid.axes.iter().any(Axis::is_narrow);
        self.x = self.grid.stretch(&group, extent);
        self.group = group.start as u32..group.end as u32;
        self.count = 0;
        for z in &z_cells[..z_count] {
            for y in &y_cells[..y_count] {
                let row = z.cell * y_axis.cells + y.cell;
                self.rows[self.count] = Row {
                    first_cell: row * x_axis.cells,
                    is_own: row == own,
                    gap_squared: y.gap * y.gap + z.gap * z.gap,
                    seam: [y.seam, z.seam],
                    is_mixed,
                };
                self.count += 1;
            }
        }
    }

    /// Finds the pieces of the rows that may contain boids nearer than `reach` metres to a boid of
    /// the group.
    #[inline(never)]
    pub(crate) fn find_pieces(&self, reach: f32, pieces: &mut Pieces) {
        let reach = f64::from(reach) * MARGIN + self.grid.slack;
        pieces.clear();
        for row in &self.rows[..self.count] {
            let rest = reach * reach - row.gap_squared;
            if rest > 0.0 {
                self.add_pieces(pieces, row, rest.sqrt());
            }
        }
    }

    /// Adds the pieces of a row within `reach` of the group along X.
    fn add_pieces(&self, pieces: &mut Pieces, row: &Row, reach: f64) {
        let [x_axis, ..] = &self.grid.axes;
        let reach = reach * x_axis.cells_per_metre;
        let below = (reach - self.x.low + 1.0) as u32;
        let above = (reach + self.x.high) as u32;
        for (cells, seam) in x_axis.stretches(self.x.cell, below, above) {
            let start = self.grid.starts[(row.first_cell + cells.start) as usize];
            let end = self.grid.starts[(row.first_cell + cells.end) as usize];
            let [y, z] = row.seam;
            let piece = Piece {
                start,
                end,
                seam: [seam.unwrap_or(0.0), y, z],
                is_mixed: row.is_mixed || seam.is_none(),
            };
            if row.is_own && !piece.is_mixed {
                pieces.push_around(&piece, &self.group)
            } else {
                pieces.push(piece)
            }
        }
    }
}

impl Grid {
    fn stretch(&self, group: &Range<usize>, extent: &Extent) -> Stretch {
        let [axis, ..] = &self.axes;
        let (low, high) = (axis.along(extent.low[0]), axis.along(extent.high[0]));
        let cell = axis.unwrapped(low);
        let (from, to) = (self.sorted[group.start], self.sorted[group.end - 1]);
        // The boids of the group are far apart but share cells, because the grid repeats.
        if high - low > f64::from(to - from + 1) {
            let (cell, high) = (from % axis.cells, f64::from(to - from + 1));
            return Stretch {
                cell,
                low: 0.0,
                high,
            };
        }
        Stretch {
            cell: axis.wrapped(cell),
            low: low - cell as f64,
            high: high - cell as f64,
        }
    }
}

impl Axis {
    /// The cell of a group and the cells beside it, and their number. The group lies between `low`
    /// and `high`, in cells.
    fn beside(&self, cell: u32, low: f64, high: f64) -> ([Beside; 3], usize) {
        let edge = self.unwrapped(low) as f64;
        // Boids that are far apart but share cells have no known distance.
        let [before, after] = if high < edge + 1.0 {
            [low - edge, edge + 1.0 - high].map(|gap| gap * self.metres_per_cell)
        } else {
            [0.0; 2]
        };
        let last = self.cells - 1;
        let seam = if self.is_periodic() { 1.0 } else { 0.0 };
        let mut cells = [Beside::default(); 3];
        let mut count = 0;
        let mut push = |cell: u32, gap: f64, seam: f32| {
            cells[count] = Beside { cell, gap, seam };
            count += 1;
        };
        if cell > 0 {
            push(cell - 1, before, 0.0);
        } else if self.wraps {
            push(last, before, seam);
        }
        push(cell, 0.0, 0.0);
        if cell < last {
            push(cell + 1, after, 0.0);
        } else if self.wraps {
            push(0, after, -seam);
        }
        (cells, count)
    }

    /// The cells from `below` before a cell to `above` after it, in ascending order, each range
    /// with the seam of its boids; `None` if the seam is not the same for all.
    fn stretches(&self, cell: u32, below: u32, above: u32) -> [(Range<u32>, Option<f32>); 2] {
        let cells = self.cells;
        let none = (0..0, Some(0.0));
        let end = cell.saturating_add(above).saturating_add(1);
        if !self.wraps {
            return [
                (cell.saturating_sub(below)..end.min(cells), Some(0.0)),
                none,
            ];
        }
        if below.saturating_add(above) >= cells - 1 {
            return [(0..cells, None), none];
        }
        let seam = if self.is_periodic() { 1.0 } else { 0.0 };
        if cell < below {
            let lower = cells + cell - below..cells;
            return [(0..end, Some(0.0)), (lower, Some(seam))];
        }
        if end > cells {
            let upper = (0..end - cells, Some(-seam));
            return [upper, (cell - below..cells, Some(0.0))];
        }
        [(cell - below..end, Some(0.0)), none]
    }
}
