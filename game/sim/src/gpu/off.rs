//! The crate without the feature `gpu`: there is no device.

pub(crate) mod error;
pub(crate) mod remote_boids;

use error::GpuError;
use remote_boids::{RemoteBoids, Upload};

/// True if the crate was built with the feature `gpu`.
pub(crate) const IS_BUILT: bool = false;

/// Uploads boids, which fails.
pub(crate) fn upload(
    _upload: &Upload,
    _spare: Option<Box<dyn RemoteBoids>>,
) -> Result<Box<dyn RemoteBoids>, GpuError> {
    Err(GpuError::NotBuilt)
}

/// Number of changes of the preferred adapter.
pub(crate) fn changes() -> u32 {
    0
}
