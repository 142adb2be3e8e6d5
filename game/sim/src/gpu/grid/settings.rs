//! What the passes of the grid know, and what they find out, as the shaders lay it out.

use crate::{
    gpu::seam::PackedSeam,
    grid::{most_cells, BOIDS_PER_CELL, MARGIN},
    seam::Seam,
};
use bytemuck::{Pod, Zeroable};

/// `Settings` in settings.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Settings {
    seam: PackedSeam,
    width: f32,
    divisions: f32,
    count: u32,
    most_cells: u32,
}

impl Settings {
    pub(super) fn new(reach: Option<f32>, seam: Option<&Seam>, count: usize) -> Self {
        let width = reach.map_or(0.0, |reach| f64::from(reach) * MARGIN);
        Self {
            seam: PackedSeam::new(seam),
            width: width as f32,
            divisions: (count.max(1) as f64 / BOIDS_PER_CELL).cbrt() as f32,
            count: count as u32,
            most_cells: most_cells(count) as u32,
        }
    }

    pub(super) fn most_cells(&self) -> usize {
        self.most_cells as usize
    }
}

/// How space is divided into cells. `Layout` in layout.wgsl; each fourth number is padding.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Layout {
    pub(crate) low: [f32; 4],
    pub(crate) cells_per_metre: [f32; 4],
    pub(crate) cells: [u32; 4],
    pub(crate) wraps: [u32; 4],
}
