//! The geometries in the memory of a device.

use super::error::GpuError;
use crate::geometry::SidedGeometry;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use wgpu::Buffer;

/// A geometry in GPU memory.
pub(crate) struct GpuGeometry {
    pub(super) source: Option<SidedGeometry>,
    pub(crate) has_triangles: bool,
    /// [`GpuNode`](super::geometry::GpuNode).
    pub(crate) nodes: Buffer,
    /// [`GpuTriangle`](super::geometry::GpuTriangle).
    pub(crate) triangles: Buffer,
    /// [`DistanceFieldUniform`](super::geometry::DistanceFieldUniform).
    pub(crate) field: Buffer,
    /// For each block of the distance field, the distance of its centre, or the index of its cells.
    pub(crate) blocks: Buffer,
    /// Cells of the divided blocks.
    pub(crate) cells: Buffer,
}

impl GpuGeometry {
    /// True if this is the upload of the given geometry.
    pub(crate) fn is_of(&self, geometry: &SidedGeometry) -> bool {
        self.source.as_ref().is_some_and(|it| it.is_like(geometry))
    }
}

/// The geometries in the memory of a device. Each is stored once for all flocks that use it.
#[derive(Default)]
pub(crate) struct SharedGeometries(Mutex<Vec<Weak<GpuGeometry>>>);

impl SharedGeometries {
    /// The upload of a geometry, which the first call makes by `upload`.
    ///
    /// # Errors
    /// Fails if `upload` does.
    pub(super) fn get(
        &self,
        geometry: &SidedGeometry,
        upload: impl FnOnce() -> Result<GpuGeometry, GpuError>,
    ) -> Result<Arc<GpuGeometry>, GpuError> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|it| it.strong_count() > 0);
        let known = all.iter().filter_map(Weak::upgrade);
        if let Some(known) = { known }.find(|it| it.is_of(geometry)) {
            return Ok(known);
        }
        let uploaded = Arc::new(upload()?);
        all.push(Arc::downgrade(&uploaded));
        Ok(uploaded)
    }
}
