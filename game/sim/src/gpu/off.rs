//! Replacement of the module `gpu` in builds without the feature: there is no device.

pub(crate) mod error;
pub(crate) mod remote_boids;
pub(crate) mod role;

use error::GpuError;
use remote_boids::{RemoteBoids, Upload};

/// True if the crate was built with the feature `gpu`.
pub(crate) const IS_BUILT: bool = false;

/// Refuses to upload, because the feature `gpu` is missing.
pub(crate) fn upload(
    _upload: &Upload,
    _spare: Option<Box<dyn RemoteBoids>>,
) -> Result<Box<dyn RemoteBoids>, GpuError> {
    Err(GpuError::NotBuilt)
}

/// Number of changes of the preferred adapter, which never changes.
pub(crate) fn changes() -> u32 {
    0
}
