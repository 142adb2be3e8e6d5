//! The progress of baking, and its cancellation.

use super::clip_error::ClipError;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The progress of baking.
#[derive(Debug, Default)]
pub struct Progress {
    thousandths: AtomicU32,
    is_stopped: AtomicBool,
}

impl Progress {
    /// Progress from 0 to 1.
    pub fn share(&self) -> f32 {
        self.thousandths.load(Ordering::Relaxed) as f32 * 0.001
    }

    /// Cancels baking, which then ends with an error.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Sets the progress; an error if baking was cancelled.
    pub(super) fn set(&self, share: f32) -> Result<(), ClipError> {
        let thousandths = (1000.0 * share) as u32;
        self.thousandths.store(thousandths, Ordering::Relaxed);
        if self.is_stopped.load(Ordering::Relaxed) {
            Err(ClipError::Stopped)
        } else {
            Ok(())
        }
    }
}
