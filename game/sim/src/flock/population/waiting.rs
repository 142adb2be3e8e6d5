//! The number of boids that wait for a place, and when it is final.

use crate::state::snapshot_error::{broken, SnapshotError, MOST_SECONDS};
use serde::{Deserialize, Serialize};

/// While obstacles move, time in seconds without growth after which the number counts as final.
const QUIET: f64 = 1.0;

/// Record of the number of waiting boids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Waiting {
    /// Number after the last step.
    count: usize,
    /// Simulated time of its last increase, in seconds.
    grown_at: f64,
}

impl Waiting {
    /// Refuses a time that is impossible, from a corrupt file.
    pub(crate) fn validate(&self) -> Result<(), SnapshotError> {
        if (0.0..=MOST_SECONDS).contains(&self.grown_at) {
            Ok(())
        } else {
            Err(broken(format!(
                "waiting.grown_at is {} s; allowed: 0 to {MOST_SECONDS:e} s",
                self.grown_at
            )))
        }
    }

    /// True if the number has not grown for so long that it counts as final while obstacles move.
    pub(super) fn is_quiet(&self, time: f64) -> bool {
        time - self.grown_at >= QUIET
    }

    /// Records the number after a step, and whether it has grown.
    pub(super) fn notice(&mut self, count: usize, time: f64) {
        if count > self.count {
            self.grown_at = time;
        }
        self.count = count;
    }
}
