//! The number of boids that wait for a place, and when it is known.

use super::Population;
use crate::state::snapshot_error::{broken, SnapshotError, MOST_SECONDS};
use serde::{Deserialize, Serialize};

/// Time in seconds for which the number must not grow while obstacles move.
const QUIET: f64 = 1.0;

/// What was noticed of the number of boids that wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Waiting {
    /// After the last step.
    count: usize,
    /// Simulated time at which it last grew, in seconds.
    grown_at: f64,
}

impl Waiting {
    /// Refuses a time that cannot have been.
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
}

impl Population {
    /// Number of boids that wait, once it is known. `is_moving` is true while obstacles move.
    pub(crate) fn settled_not_placed(&self, time: f64, is_moving: bool) -> Option<usize> {
        let is_quiet = if is_moving {
            time - self.waiting.grown_at >= QUIET
        } else {
            self.untried.left() == 0 || self.not_placed() == 0
        };
        (self.unchecked.left() == 0 && is_quiet).then(|| self.not_placed())
    }

    /// Notices after a step whether more boids wait.
    pub(crate) fn notice_waiting(&mut self, time: f64) {
        let count = self.not_placed();
        if count > self.waiting.count {
            self.waiting.grown_at = time;
        }
        self.waiting.count = count;
    }
}
