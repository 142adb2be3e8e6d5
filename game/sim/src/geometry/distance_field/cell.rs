//! Linear lower bound of the distances in a cell near a surface.
//!
//! Above a plane the distance grows with the height, so a linear bound is nearly exact. A free
//! sphere proves it: the sphere around a point above the cell with the distance there as radius
//! meets no surface.

use crate::math::Vec3;

/// Lower bound of the distances in a cell: its value at the centre and its gradient, in one byte
/// for each component.
#[derive(Clone, Copy)]
pub(super) struct CellBound(pub(super) u32);

/// Number of quantization steps for a gradient of 1, which is the largest one.
pub(crate) const STEEPEST: f32 = 127.0;

/// Smallest value at the centre, as cells below zero. It is below the distance to a corner, so that
/// cells that contain a surface have a bound too.
const LOWEST: f32 = 1.25;

/// Margin for the rounding of a bound that is evaluated in 32-bit floats, in cells.
const ROUNDING: f64 = 1e-5;

/// Quantization of the values at the centres of cells.
#[derive(Clone, Copy)]
pub(crate) struct Quantization {
    /// Value that is stored as zero, in metres.
    pub(crate) lowest: f32,
    /// Step of the stored values, in metres.
    pub(crate) unit: f32,
}

impl Quantization {
    /// Quantization for cells of edge `cell`, in metres, with values up to `highest` cells.
    pub(super) fn new(cell: f32, highest: f32) -> Self {
        Self {
            lowest: -LOWEST * cell,
            unit: (highest + LOWEST) * cell / f32::from(u8::MAX),
        }
    }

    /// Largest error of a stored value, in metres.
    pub(super) fn unit(&self) -> f32 {
        self.unit
    }
}

/// Gradient of a bound.
#[derive(Clone, Copy)]
pub(super) struct Gradient([i8; 3]);

impl Gradient {
    pub(super) const NONE: Self = Self([0; 3]);

    /// Gradient of a distance that grows along a unit vector, rounded.
    pub(super) fn along(direction: &nalgebra::Vector3<f64>) -> Self {
        let kept = |axis: usize| (direction[axis] * f64::from(STEEPEST)).round() as i8;
        Self([kept(0), kept(1), kept(2)])
    }

    /// Components of the gradient, in metres per metre.
    pub(super) fn get(self) -> Vec3 {
        Vec3::from(self.0.map(f32::from)) / STEEPEST
    }
}

impl CellBound {
    /// Bound with a value in metres at the centre, rounded down. `cell` is the edge of the cell, in
    /// metres.
    pub(super) fn new(height: f64, gradient: Gradient, heights: &Quantization, cell: f32) -> Self {
        let above = height - ROUNDING * f64::from(cell) - f64::from(heights.lowest);
        // The cast saturates and rounds down.
        let height = (above / f64::from(heights.unit)) as u8;
        let [x, y, z] = gradient.0.map(|part| part.cast_unsigned());
        Self(u32::from_le_bytes([x, y, z, height]))
    }

    /// Lower bound of the distance of a position from the nearest surface, in metres; may be
    /// negative. `offset` leads from the centre of the cell to the position.
    #[inline(always)]
    pub(super) fn bound(self, offset: [f32; 3], heights: &Quantization) -> f32 {
        let height = (self.0 >> 24) as f32 * heights.unit + heights.lowest;
        let part = |axis: usize| {
            let steps = (self.0 << (24 - 8 * axis)).cast_signed() >> 24;
            steps as f32 * (1.0 / STEEPEST) * offset[axis]
        };
        height + part(0) + part(1) + part(2)
    }
}
