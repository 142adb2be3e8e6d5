//! The state of a flock's boids on a GPU.

use super::copy_indices::CopyIndices;
use crate::gpu::{changes, error::GpuError, remote_boids::RemoteBoids, role::Role};

/// What a flock keeps about its boids on a GPU.
#[derive(Default)]
pub(crate) struct GpuState {
    /// The boids on the GPU. While there are any, the arrays of the CPU hold the last upload.
    pub(crate) boids: Option<Box<dyn RemoteBoids>>,
    /// Buffers from which boids were read back, kept for the next upload.
    pub(crate) spare: Option<Box<dyn RemoteBoids>>,
    /// Number of boids for which the next upload makes room.
    pub(crate) room: usize,
    pub(crate) copies: CopyIndices,
    /// The reason why the boids are not on a GPU although the backend asks for one. The GPU is
    /// tried again only after a change that may help.
    pub(crate) error: Option<GpuError>,
    /// What the flock does among others in the next step.
    pub(crate) role: Role,
    /// Step up to which panics have been recorded as events.
    pub(crate) panics_noticed: u64,
    /// Number of changes of the preferred adapter at the time of the error.
    pub(crate) preferences: u32,
}

impl GpuState {
    /// Reads the levels of detail by slot from the GPU, and waits for all steps. `Some(Ok(None))`
    /// means that all boids steer in every step. `None` if the boids are on the CPU.
    pub(crate) fn read_levels(&self) -> Option<Result<Option<Vec<u8>>, GpuError>> {
        self.boids.as_ref().map(|boids| boids.read_levels())
    }

    /// Allows another attempt on the GPU, if the change of settings, geometry or rules may have
    /// removed the error.
    pub(crate) fn try_again(&mut self) {
        self.error.take_if(|error| {
            matches!(
                error,
                GpuError::Unsupported { .. } | GpuError::TooLarge { .. }
            )
        });
    }

    /// Allows another attempt on the GPU after another backend was chosen.
    pub(crate) fn forget_error(&mut self) {
        self.error = None;
    }

    pub(crate) fn fail(&mut self, error: GpuError) {
        self.error = Some(error);
        self.preferences = changes();
    }
}
