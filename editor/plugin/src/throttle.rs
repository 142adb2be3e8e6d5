//! Updates that take little of the time.

use std::time::{Duration, Instant};

/// Updates take at most 1/`MOST_SHARE` of the time.
const MOST_SHARE: u32 = 20;

/// When the next update is due. The default is at once.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    next: Option<Instant>,
}

impl Throttle {
    /// The time, if an update is due.
    pub(crate) fn due(&self) -> Option<Instant> {
        let now = Instant::now();
        self.next.is_none_or(|next| now >= next).then_some(now)
    }

    /// Waits for at least `interval` after an update that began at a time.
    pub(crate) fn wait(&mut self, interval: Duration, began: Instant) {
        let now = Instant::now();
        self.next = Some(now + interval.max(MOST_SHARE * (now - began)));
    }
}
