//! Numbers that tell the flocks of a process apart.

use super::Flock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of flocks that have been made.
static MADE: AtomicU64 = AtomicU64::new(0);

/// The number of a flock.
#[derive(Debug)]
pub(super) struct Instance(u64);

impl Default for Instance {
    /// The next number.
    fn default() -> Self {
        Self(MADE.fetch_add(1, Relaxed))
    }
}

impl Flock {
    /// A number that no other flock of the process has, also none that was restored from a snapshot of it. A
    /// program that keeps something about a flock knows by it that another one is in its place.
    pub fn instance(&self) -> u64 {
        self.instance.0
    }
}
