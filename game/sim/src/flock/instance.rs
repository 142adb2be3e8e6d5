//! Numbers that distinguish the flocks of a process.

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

impl Instance {
    /// The number.
    pub(super) fn number(&self) -> u64 {
        self.0
    }
}
