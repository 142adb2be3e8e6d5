//! The geometry on the card, as the passes need it.

use super::{clearances::Clearances, device::Gpu, geometry::Obstacles, GpuError};
use crate::Geometry;
use std::sync::Arc;

/// A geometry on the card.
pub(crate) struct Level {
    geometry: Arc<Geometry>,
    /// None without triangles.
    pub(crate) solid: Option<Solid>,
}

/// What there is to collide with.
pub(crate) struct Solid {
    pub(crate) obstacles: Obstacles,
    pub(crate) clearances: Clearances,
}

impl Level {
    pub(crate) fn upload(gpu: &Gpu, geometry: &Arc<Geometry>) -> Result<Self, GpuError> {
        let clearances = Clearances::upload(gpu, geometry)?;
        let solid = clearances.map(|clearances| {
            let obstacles = Obstacles::upload(gpu, geometry)?;
            Ok(Solid {
                obstacles,
                clearances,
            })
        });
        Ok(Self {
            geometry: geometry.clone(),
            solid: solid.transpose()?,
        })
    }

    /// Whether this is the one.
    pub(crate) fn is_of(&self, geometry: &Arc<Geometry>) -> bool {
        Arc::ptr_eq(&self.geometry, geometry)
    }
}
