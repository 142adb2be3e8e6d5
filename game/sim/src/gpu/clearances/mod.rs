//! How far every place is at least from all surfaces, on the graphics card: the grid of the processor as it is.

#[cfg(test)]
mod tests;

use super::{device::Gpu, GpuError};
use crate::{geometry, Geometry, Vec3};
use bytemuck::{Pod, Zeroable};
use wgpu::Buffer;

/// Looks up clearances. A pass that has it among its parts declares `field`, `blocks` and `cells`.
pub(super) const CLEARANCES: &str = include_str!("clearances.wgsl");

/// By how much a bound may become too high because compilers may contract what tells where a cell is: one step in which the
/// largest coordinates can be told apart for each of the sum and the product, along three axes.
const CONTRACTION: f32 = 6.0 * f32::EPSILON;

/// `Field` in clearances.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Field {
    origin: [f32; 3],
    cell: f32,
    low: [f32; 3],
    cells_per_metre: f32,
    high: [f32; 3],
    lowest: f32,
    size: [f32; 3],
    unit: f32,
    strides: [u32; 3],
    slack: f32,
}

/// The clearances of one geometry in the memory of a graphics card.
pub(crate) struct Clearances {
    /// [`Field`], a uniform buffer.
    pub(crate) field: Buffer,
    /// Of each block the distance of its centre, or the number of its cells.
    pub(crate) blocks: Buffer,
    /// Of each divided block its cells.
    pub(crate) cells: Buffer,
}

impl Clearances {
    /// Brings the clearances of a geometry to the card; none without triangles.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(crate) fn upload(gpu: &Gpu, geometry: &Geometry) -> Result<Option<Self>, GpuError> {
        let (Some(clearances), Some(bounds)) = (geometry.clearances(), geometry.bounds()) else {
            return Ok(None);
        };
        let field = gpu.uniform::<Field>("field of clearances");
        gpu.write(&field, &[Field::new(clearances, bounds)]);
        Ok(Some(Self {
            field,
            blocks: gpu.filled("blocks of clearances", &clearances.block_bits())?,
            cells: gpu.filled("cells of clearances", &clearances.cell_bits())?,
        }))
    }
}

impl Field {
    fn new(clearances: &geometry::Clearances, (low, high): (Vec3, Vec3)) -> Self {
        let heights = clearances.heights;
        let coordinates = low.amax().max(high.amax()) + 2.0 * clearances.block();
        Self {
            origin: clearances.origin.into(),
            cell: clearances.cell,
            low: low.into(),
            cells_per_metre: clearances.per_metre,
            high: high.into(),
            lowest: heights.lowest,
            size: clearances.size,
            unit: heights.unit,
            strides: clearances.strides,
            slack: CONTRACTION * coordinates,
        }
    }
}
