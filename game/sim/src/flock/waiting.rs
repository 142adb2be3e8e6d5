//! The number of boids that wait for a place, and when it is known.

use super::Flock;
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
    pub(super) fn validate(&self) -> Result<(), SnapshotError> {
        match (0.0..=MOST_SECONDS).contains(&self.grown_at) {
            true => Ok(()),
            false => Err(broken(format!(
                "waiting.grown_at is {} s; allowed: 0 to {MOST_SECONDS:e} s",
                self.grown_at
            ))),
        }
    }
}

impl Flock {
    /// [`not_placed`](Self::not_placed) once that is known: none while boids that geometry was put over
    /// have not been looked at, while waiting boids have not been tried again, and, while obstacles move,
    /// until the number has not grown for a second of simulated time. A change puts some boids out of
    /// their places in each of the next steps, so that their number in the first of them says little.
    /// Takes constant time.
    ///
    /// ```
    /// use flock_sim::{shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// assert_eq!(flock.settled_not_placed(), Some(0));
    /// let mountain = Geometry::new(&shapes::cuboid(Vec3::repeat(100.0))).0;
    /// flock.set_geometry(Arc::new(mountain));
    /// flock.step();
    /// assert!(flock.settled_not_placed().is_none() && flock.not_placed() < 1000);
    /// flock.depenetrate();
    /// assert_eq!(flock.settled_not_placed(), Some(1000));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn settled_not_placed(&self) -> Option<usize> {
        let is_quiet = match self.obstacles.is_moving() {
            true => self.time - self.waiting.grown_at >= QUIET,
            false => self.untried.left() == 0 || self.not_placed() == 0,
        };
        (self.unchecked.left() == 0 && is_quiet).then(|| self.not_placed())
    }

    /// Notices after a step whether more boids wait.
    pub(super) fn notice_waiting(&mut self) {
        let count = self.not_placed();
        if count > self.waiting.count {
            self.waiting.grown_at = self.time;
        }
        self.waiting.count = count;
    }
}
