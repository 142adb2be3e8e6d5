//! One axis of the grid: from a coordinate to a cell, and from a cell to those around it.

use std::ops::Range;

/// Ranges of cells along an axis, in ascending order; the second is empty unless the axis wraps
/// round there.
pub(crate) type Segments = [Range<u32>; 2];

/// The cells along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    pub(crate) min: f64,
    pub(crate) cells_per_metre: f64,
    /// Number of cells, at least 1.
    pub(crate) cells: u32,
    /// True if the cells repeat along the axis: the flock is wider than they are, or the box is
    /// periodic. There are then three or more.
    pub(crate) wraps: bool,
    /// Length of a box that wraps round, in metres.
    period: Option<f64>,
}

impl Axis {
    /// Cells of the given width from `min` until `max` is covered.
    pub(crate) fn new(min: f32, max: f32, width: f64) -> Self {
        let (min, max) = (f64::from(min), f64::from(max));
        let cells_per_metre = 1.0 / width;
        let needed = ((max - min) * cells_per_metre).floor() + 1.0;
        let cells = needed.min(f64::from(u32::MAX)) as u32;
        Self {
            min,
            cells_per_metre,
            cells,
            wraps: f64::from(cells) < needed,
            period: None,
        }
    }

    /// Cells of at least the given width in a box from `min` to `max` that wraps round.
    pub(crate) fn around(min: f32, max: f32, width: f64) -> Self {
        let (min, period) = (f64::from(min), f64::from(max) - f64::from(min));
        let cells = (period / width).floor().min(f64::from(u32::MAX)) as u32;
        Self::in_box(min, period, cells)
    }

    fn in_box(min: f64, period: f64, cells: u32) -> Self {
        // Of fewer than three cells, one would be on both sides of another.
        let wraps = cells >= 3;
        let cells = if wraps { cells } else { 1 };
        Self {
            min,
            cells_per_metre: f64::from(cells) / period,
            cells,
            wraps,
            period: Some(period),
        }
    }

    /// A number of cells that repeat or not, at any position.
    #[cfg(all(test, feature = "gpu"))]
    pub(crate) fn of_cells(cells: u32, wraps: bool) -> Self {
        Self {
            cells,
            wraps,
            ..Self::default()
        }
    }

    /// Halves the number of cells. In a periodic box the cells become wider; otherwise they repeat
    /// along the axis.
    pub(crate) fn halve(&mut self) {
        let cells = self.cells.div_ceil(2);
        match self.period {
            Some(period) => *self = Self::in_box(self.min, period, cells),
            None => {
                self.cells = cells;
                self.wraps = true;
            }
        }
    }

    /// The cell of a coordinate. In double precision, since the result must be exact to far less
    /// than the width of a cell even a billion cells away.
    pub(crate) fn cell(&self, coordinate: f32) -> u32 {
        let cell = ((f64::from(coordinate) - self.min) * self.cells_per_metre) as u64;
        match self.wraps {
            true => (cell % u64::from(self.cells)) as u32,
            false => (cell as u32).min(self.cells - 1),
        }
    }

    /// The cells that cover everything between two coordinates. Of an axis without a period.
    pub(crate) fn between(&self, low: f64, high: f64) -> Segments {
        let cell = |coordinate: f64| ((coordinate - self.min) * self.cells_per_metre) as u64;
        let (cells, low, high) = (u64::from(self.cells), cell(low), cell(high));
        if !self.wraps {
            let last = cells - 1;
            return [low.min(last) as u32..high.min(last) as u32 + 1, 0..0];
        }
        if high - low + 1 >= cells {
            return [0..self.cells, 0..0];
        }
        let (from, to) = ((low % cells) as u32, (high % cells) as u32);
        match from <= to {
            true => [from..to + 1, 0..0],
            false => [0..to + 1, from..self.cells],
        }
    }

    /// The cell and those beside it, and how many they are.
    #[inline(always)]
    pub(crate) fn near(&self, cell: u32) -> ([u32; 3], usize) {
        let last = self.cells - 1;
        let before = match cell {
            0 => self.wraps.then_some(last),
            _ => Some(cell - 1),
        };
        let after = match cell == last {
            true => self.wraps.then_some(0),
            false => Some(cell + 1),
        };
        match (before, after) {
            (Some(before), Some(after)) => ([before, cell, after], 3),
            (Some(before), None) => ([before, cell, 0], 2),
            (None, Some(after)) => ([cell, after, 0], 2),
            (None, None) => ([cell, 0, 0], 1),
        }
    }

    /// The cells `from..=to` and `span` more on either side.
    pub(crate) fn segments(&self, from: u32, to: u32, span: u32) -> Segments {
        let cells = self.cells;
        let end = to + span + 1;
        if !self.wraps {
            return [from.saturating_sub(span)..end.min(cells), 0..0];
        }
        if to - from + 2 * span + 1 >= cells {
            return [0..cells, 0..0];
        }
        if from < span {
            return [0..end, cells + from - span..cells];
        }
        if end > cells {
            return [0..end - cells, from - span..cells];
        }
        [from - span..end, 0..0]
    }
}
