//! Numbers that distinguish the flocks of a process.

use super::Flock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of flocks that have been created.
static MADE: AtomicU64 = AtomicU64::new(0);

/// Number of a flock, unique in the process.
#[derive(Debug)]
pub(super) struct Instance(u64);

impl Default for Instance {
    /// Takes the next number.
    fn default() -> Self {
        Self(MADE.fetch_add(1, Relaxed))
    }
}

impl Flock {
    /// A number that no other flock of the process has.
    ///
    /// A flock that was restored from a snapshot has another number than the original. Programs
    /// that cache data about a flock can tell by it that another flock has taken its place.
    pub fn instance(&self) -> u64 {
        self.instance.0
    }
}
