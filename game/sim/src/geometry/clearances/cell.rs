//! What is known of a cell near a surface: a plane below the clearances of all its places.
//!
//! Above a wall the clearance grows by as much as the height, so such a plane is off by little. It is proven by a place
//! straight above: whatever is around there reaches no farther into the cell than to the ball that is known to be free.

use crate::Vec3;

/// A lower bound of the clearances in a cell: at the centre and how much it grows along each axis, in one byte each.
#[derive(Clone, Copy)]
pub(super) struct Cell(pub(super) u32);

/// What a clearance grows by along an axis at most, in the steps in which that is kept.
const STEEPEST: f32 = 127.0;

/// How deep below zero the bound at the centre may be, in cells: deeper than the way from there to a corner, so that none of a
/// surface is lost.
const DEEPEST: f32 = 1.25;

/// Makes up for what is lost when a bound is worked out in 32-bit floats, in cells.
const ROUNDING: f64 = 1e-5;

/// How the heights of cells are kept.
#[derive(Clone, Copy)]
pub(crate) struct Heights {
    /// The height that a zero stands for, in metres.
    pub(crate) lowest: f32,
    /// From one number to the next, in metres.
    pub(crate) unit: f32,
}

impl Heights {
    /// For cells of this size, in metres, no higher than so many cells.
    pub(super) fn new(cell: f32, highest: f32) -> Self {
        Self {
            lowest: -DEEPEST * cell,
            unit: (highest + DEEPEST) * cell / f32::from(u8::MAX),
        }
    }

    /// By how much a height may be too low because of how it is kept, in metres.
    pub(super) fn unit(&self) -> f32 {
        self.unit
    }
}

/// How much a clearance grows along each axis.
#[derive(Clone, Copy)]
pub(super) struct Slope([i8; 3]);

impl Slope {
    pub(super) const NONE: Self = Self([0; 3]);

    /// About that of a clearance that grows along a unit vector.
    pub(super) fn along(direction: &nalgebra::Vector3<f64>) -> Self {
        let kept = |axis: usize| (direction[axis] * f64::from(STEEPEST)).round() as i8;
        Self([kept(0), kept(1), kept(2)])
    }

    /// In metres for each metre.
    pub(super) fn get(self) -> Vec3 {
        Vec3::from(self.0.map(f32::from)) / STEEPEST
    }
}

impl Cell {
    /// With a height in metres, rounded down; `cell` is the edge of the cell.
    pub(super) fn new(height: f64, slope: Slope, heights: &Heights, cell: f32) -> Self {
        let above = height - ROUNDING * f64::from(cell) - f64::from(heights.lowest);
        // The casts keep what is too high within the range, and round down.
        let height = (above / f64::from(heights.unit)) as u8;
        let [x, y, z] = slope.0.map(|part| part.cast_unsigned());
        Self(u32::from_le_bytes([x, y, z, height]))
    }

    /// At least how far a place is from every surface, in metres, or less than zero. `way` leads there from the centre.
    #[inline(always)]
    pub(super) fn bound(self, way: [f32; 3], heights: &Heights) -> f32 {
        let height = (self.0 >> 24) as f32 * heights.unit + heights.lowest;
        let part = |axis: usize| {
            let steps = (self.0 << (24 - 8 * axis)).cast_signed() >> 24;
            steps as f32 * (1.0 / STEEPEST) * way[axis]
        };
        height + part(0) + part(1) + part(2)
    }
}
