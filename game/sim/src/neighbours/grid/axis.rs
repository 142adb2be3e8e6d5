//! One axis of the grid: from a coordinate to a cell, and from a cell to the cells around it.

use std::ops::Range;

/// Ranges of cells along an axis, in ascending order. The second one is empty unless the range
/// wraps around the end of the axis.
pub(crate) type Segments = [Range<u32>; 2];

/// Bounds of the rounding of a distance along an axis, as a share of the axis' extent, with some
/// margin: in double precision, and in single precision across the sides of a periodic box.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;
const ROUNDING_ACROSS: f64 = 1.0 / (1u64 << 21) as f64;

/// The cells along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    pub(crate) min: f64,
    pub(crate) cells_per_metre: f64,
    /// Width of a cell, in metres.
    pub(super) metres_per_cell: f64,
    /// Number of cells, at least 1.
    pub(crate) cells: u32,
    /// True if cell numbers repeat along the axis: the flock is wider than the cells, or the box is
    /// periodic. There are then at least three cells.
    pub(crate) wraps: bool,
    /// Length of a periodic box along the axis, in metres; `None` for an axis that is not periodic.
    period: Option<f64>,
}

impl Axis {
    /// An axis with cells of the given width, in metres, from `min` on until `max` is covered.
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

    /// The axis of a periodic box from `min` to `max`, with cells of at least the given width, in
    /// metres.
    pub(crate) fn around(min: f32, max: f32, width: f64) -> Self {
        let (min, period) = (f64::from(min), f64::from(max) - f64::from(min));
        let cells = (period / width).floor().min(f64::from(u32::MAX)) as u32;
        Self::in_box(min, period, cells)
    }

    fn in_box(min: f64, period: f64, cells: u32) -> Self {
        // With fewer than three cells, a cell would be on both sides of another cell.
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

    /// Halves the number of cells. In a periodic box the cells become wider; otherwise cell numbers
    /// repeat along the axis.
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

    /// True if the axis belongs to a periodic box and has enough cells to wrap.
    pub(crate) fn is_periodic(&self) -> bool {
        self.wraps && self.period.is_some()
    }

    /// True if the axis belongs to a periodic box but is too short for cells that wrap.
    pub(crate) fn is_narrow(&self) -> bool {
        !self.wraps && self.period.is_some()
    }

    /// Length, in metres, by which rounding may make a distance between two boids look shorter.
    pub(super) fn slack(&self) -> f64 {
        let share = if self.is_periodic() {
            ROUNDING_ACROSS
        } else {
            ROUNDING
        };
        f64::from(self.cells) * self.metres_per_cell * share
    }

    /// A coordinate in units of cells. It uses double precision, because it must be exact to far
    /// less than a cell even a billion cells away.
    #[inline(always)]
    pub(crate) fn along(&self, coordinate: f32) -> f64 {
        let along = (f64::from(coordinate) - self.min) * self.cells_per_metre;
        // f64::max would take several instructions because of NaN.
        if along > 0.0 {
            along
        } else {
            0.0
        }
    }

    /// Number of the cell at a position in cells, as if the cell numbers did not repeat. A periodic
    /// box has each cell once: there, rounding must not move a boid to the other end.
    #[inline(always)]
    pub(crate) fn unwrapped(&self, along: f64) -> u64 {
        if self.wraps && self.period.is_none() {
            along as u64
        } else {
            (along as u64).min(u64::from(self.cells - 1))
        }
    }

    /// The index of the cell with a number from [`Self::unwrapped`].
    #[inline(always)]
    pub(crate) fn wrapped(&self, cell: u64) -> u32 {
        if self.wraps && self.period.is_none() {
            (cell % u64::from(self.cells)) as u32
        } else {
            cell as u32
        }
    }

    /// Multiplies each number by the number of cells and adds the cell index of the coordinate.
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
        // The same without branches.
        let last = f64::from(self.cells - 1);
        for (number, coordinate) in each {
            let along = self.along(*coordinate);
            let along = if along < last { along } else { last };
            *number = *number * self.cells + floor(along);
        }
    }

    /// The cells that cover everything between two coordinates. The axis must not be periodic.
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

    /// The cells within `reach` of a range of coordinates, each with its distance from the range,
    /// in metres.
    ///
    /// If the cell numbers repeat within the reach, all distances are 0. The axis must not be
    /// periodic.
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

/// Rounds a number that is not negative down to an integer. A saturating cast would have no vector
/// instruction.
#[inline(always)]
fn floor(number: f64) -> u32 {
    /// 2⁵²: numbers of this size are integers, and consecutive integers differ in their last bits.
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
