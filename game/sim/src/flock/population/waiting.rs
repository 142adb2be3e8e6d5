//! The number of boids that wait for a place, and when it is final.

use super::Population;
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
}

impl Population {
    /// Number of waiting boids; `None` while it may still change. `is_moving` is true while
    /// obstacles move.
    pub(crate) fn settled_not_placed(&self, time: f64, is_moving: bool) -> Option<usize> {
        let is_quiet = if is_moving {
            time - self.waiting.grown_at >= QUIET
        } else {
            self.untried.left() == 0 || self.not_placed() == 0
        };
        (self.unchecked.left() == 0 && is_quiet).then(|| self.not_placed())
    }

    /// Records after a step whether the number has grown.
    pub(crate) fn notice_waiting(&mut self, time: f64) {
        let count = self.not_placed();
        if count > self.waiting.count {
            self.waiting.grown_at = time;
        }
        self.waiting.count = count;
    }
}
