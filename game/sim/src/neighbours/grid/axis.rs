//! One axis of the grid: from a coordinate to a cell, and from a cell to those around it.

use std::ops::Range;

/// Ranges of cells along an axis, in ascending order; the second is empty unless the axis wraps
/// round there.
pub(crate) type Segments = [Range<u32>; 2];

/// Shares of the extent of an axis that rounding may cost of a distance along it, with some to
/// spare: of one in double precision, and across the sides of a periodic box in single precision.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;
const ROUNDING_ACROSS: f64 = 1.0 / (1u64 << 21) as f64;

/// The cells along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    pub(crate) min: f64,
    pub(crate) cells_per_metre: f64,
    /// Width of a cell.
    pub(super) metres_per_cell: f64,
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
            metres_per_cell: width,
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
            metres_per_cell: period / f64::from(cells),
            cells,
            wraps,
            period: Some(period),
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

    /// True if the axis is that of a box that wraps round, with cells that do.
    pub(crate) fn is_periodic(&self) -> bool {
        self.wraps && self.period.is_some()
    }

    /// True if the axis is that of a box that wraps round, but too short for cells that do.
    pub(crate) fn is_narrow(&self) -> bool {
        !self.wraps && self.period.is_some()
    }

    /// Metres that a distance between two boids may seem shorter than it is.
    pub(super) fn slack(&self) -> f64 {
        let share = if self.is_periodic() {
            ROUNDING_ACROSS
        } else {
            ROUNDING
        };
        f64::from(self.cells) * self.metres_per_cell * share
    }

    /// The place of a coordinate, in cells. In double precision, since it must be exact to far less
    /// than the width of a cell even a billion cells away.
    #[inline(always)]
    pub(crate) fn along(&self, coordinate: f32) -> f64 {
        let along = (f64::from(coordinate) - self.min) * self.cells_per_metre;
        // Not f64::max, which takes several instructions because of NaN.
        if along > 0.0 {
            along
        } else {
            0.0
        }
    }

    /// The number of the cell at a place, as if the cells of a wide flock did not repeat. A box
    /// that wraps round has each cell once: rounding may not move a boid to its other end.
    #[inline(always)]
    pub(crate) fn unwrapped(&self, along: f64) -> u64 {
        if self.wraps && self.period.is_none() {
            along as u64
        } else {
            (along as u64).min(u64::from(self.cells - 1))
        }
    }

    /// The cell of a number that [`Self::unwrapped`] returned.
    #[inline(always)]
    pub(crate) fn wrapped(&self, cell: u64) -> u32 {
        if self.wraps && self.period.is_none() {
            (cell % u64::from(self.cells)) as u32
        } else {
            cell as u32
        }
    }

    /// Multiplies each number by the number of cells and adds the cell of the coordinate.
    #[inline(always)]
    pub(super) fn add_cells(&self, coordinates: &[f32], numbers: &mut [u32]) {
        let each = numbers.iter_mut().zip(coordinates);
        if self.wraps && self.period.is_none() {
            for (number, coordinate) in each {
                let cell = self.wrapped(self.unwrapped(self.along(*coordinate)));
                *number = *number * self.cells + cell;
            }
            return;
        }
        // The same as above, without branches.
        let last = f64::from(self.cells - 1);
        for (number, coordinate) in each {
            let along = self.along(*coordinate);
            let along = if along < last { along } else { last };
            *number = *number * self.cells + floor(along);
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
        if from <= to {
            [from..to + 1, 0..0]
        } else {
            [0..to + 1, from..self.cells]
        }
    }

    /// The cells within `reach` of everything between two coordinates, each with its distance from
    /// that, in metres; 0 for all if they repeat. Of an axis without a period.
    pub(super) fn near(
        &self,
        [low, high]: [f64; 2],
        reach: f64,
    ) -> impl Iterator<Item = (u32, f64)> + '_ {
        let cell = |coordinate: f64| self.unwrapped((coordinate - self.min) * self.cells_per_metre);
        let (first, last) = (cell(low - reach), cell(high + reach));
        let repeats = self.wraps && last - first >= u64::from(self.cells);
        let last = if repeats {
            first + u64::from(self.cells) - 1
        } else {
            last
        };
        (first..=last).map(move |cell| {
            let edge = self.min + cell as f64 * self.metres_per_cell;
            let gap = (edge - high).max(low - edge - self.metres_per_cell);
            let gap = if repeats { 0.0 } else { gap.max(0.0) };
            (self.wrapped(cell), gap)
        })
    }
}

/// The largest integer that is not above a number, which is not negative. A cast that saturates is no
/// instruction of vectors.
#[inline(always)]
fn floor(number: f64) -> u32 {
    /// 2⁵²: numbers of this size are integers, which follow each other in their last bits.
    const INTEGERS: f64 = (1u64 << 52) as f64;
    let moved = number + INTEGERS;
    let is_above = moved - INTEGERS > number;
    (moved.to_bits() as u32).wrapping_sub(u32::from(is_above))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_those_of_the_language() {
        let numbers = (0..1000).map(|it| f64::from(it) * 0.25);
        let large = (0..1000).map(|it| f64::from(u32::MAX - it) - 0.5);
        for number in numbers
            .chain(large)
            .chain([-0.0, 1e-300, 0.999_999_999_999])
        {
            assert_eq!(floor(number), number.floor() as u32, "{number}");
        }
    }
}
