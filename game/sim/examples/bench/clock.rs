//! The clock of the measurements.

use std::{fs, sync::OnceLock, time::Instant};

/// Measures time on the clock, or only the time that the calling thread computed.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    is_of_thread: bool,
}

impl Clock {
    /// `is_of_thread`: time in which other programs have the processor does not count. For one thread, on Linux only.
    pub fn new(is_of_thread: bool) -> Self {
        Self { is_of_thread }
    }

    /// Milliseconds that some work takes.
    pub fn time(self, work: impl FnOnce()) -> f64 {
        let start = self.now();
        work();
        self.now() - start
    }

    /// Milliseconds since some time.
    fn now(self) -> f64 {
        static START: OnceLock<Instant> = OnceLock::new();
        let of_thread = || {
            let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
            let nanoseconds: f64 = schedule.split_whitespace().next()?.parse().ok()?;
            Some(nanoseconds / 1e6)
        };
        let known = self.is_of_thread.then(of_thread).flatten();
        known.unwrap_or_else(|| 1e3 * START.get_or_init(Instant::now).elapsed().as_secs_f64())
    }
}
