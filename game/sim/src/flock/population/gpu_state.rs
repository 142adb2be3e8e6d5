//! The boids on a GPU, while they are there.

use super::gpu_members::CopyIndices;
use crate::gpu::{changes, error::GpuError, remote_boids::RemoteBoids};

/// The GPU's side of the boids.
#[derive(Default)]
pub(crate) struct GpuState {
    /// The boids on the GPU; the CPU's arrays are then those of the upload.
    pub(crate) boids: Option<Box<dyn RemoteBoids>>,
    /// Buffers of boids that were read back, to be used again.
    pub(crate) spare: Option<Box<dyn RemoteBoids>>,
    /// Number of boids for which the next upload makes room.
    pub(crate) room: usize,
    pub(crate) copies: CopyIndices,
    /// The reason why the boids are not on a GPU although the driver asks for one. It is not tried
    /// again until something changes that may help.
    pub(crate) error: Option<GpuError>,
    /// Panics up to this step have been recorded as events.
    pub(crate) panics_noticed: u64,
    /// Number of changes of the preferred adapter at the time of the error.
    pub(crate) preferences: u32,
}

impl GpuState {
    /// The levels of detail by slot, which the device holds: none while all boids steer in every step. Waits for all
    /// steps. None if the boids are on the CPU.
    pub(crate) fn read_levels(&self) -> Option<Result<Option<Vec<u8>>, GpuError>> {
        self.boids.as_ref().map(|boids| boids.read_levels())
    }

    /// Tries the GPU again after settings, geometry or rules changed, if that may help.
    pub(crate) fn try_again(&mut self) {
        self.error.take_if(|error| {
            matches!(
                error,
                GpuError::Unsupported { .. } | GpuError::TooLarge { .. }
            )
        });
    }

    /// Tries the GPU again since another driver was chosen.
    pub(crate) fn forget_error(&mut self) {
        self.error = None;
    }

    pub(crate) fn fail(&mut self, error: GpuError) {
        self.error = Some(error);
        self.preferences = changes();
    }
}
