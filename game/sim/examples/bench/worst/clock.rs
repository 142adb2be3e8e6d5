//! The clocks that measure a frame.
//!
//! Wall time is what a player sees, and on a busy machine it includes the time of other programs.
//! Processor time does not: only the time in which the processor works for this program counts.
//!
//! The calling thread is one of the pool here, so its processor time is that of the work that only
//! it does, and of its share of a step. The thread of a game is usually outside the pool and waits
//! for it: then its own processor time says little, and that of the whole process, divided by the
//! threads, is the number that counts. It is below the wall time of a frame without other programs
//! where only one thread works.

use serde::Serialize;
use std::{fmt, ops::Add, time::Instant};

/// What measures the time of a frame.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    Wall,
    /// Processor time of the calling thread.
    Thread,
    /// Processor time of all threads of the process, divided by the threads of the pool.
    Process,
}

/// All clocks, in the order of the times in [`Spent`].
pub const CLOCKS: [Clock; 3] = [Clock::Wall, Clock::Thread, Clock::Process];

/// Milliseconds that some work takes by each clock; none by one that the platform does not have.
#[derive(Clone, Copy)]
pub struct Spent(pub [Option<f64>; CLOCKS.len()]);

impl Spent {
    /// Measures some work.
    pub fn on(work: impl FnOnce()) -> Self {
        let start = Instant::now();
        let before = processor_times();
        work();
        let after = processor_times();
        let wall = 1e3 * start.elapsed().as_secs_f64();
        let [thread, process] = [0, 1].map(|clock| Some(after[clock]? - before[clock]?));
        let threads = rayon::current_num_threads() as f64;
        Self([Some(wall), thread, process.map(|time| time / threads)])
    }
}

impl Add for Spent {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self([0, 1, 2].map(|clock| Some(self.0[clock]? + other.0[clock]?)))
    }
}

/// Processor times in milliseconds, of this thread and of the process.
#[cfg(unix)]
fn processor_times() -> [Option<f64>; 2] {
    use rustix::time::{clock_gettime, ClockId};
    [ClockId::ThreadCPUTime, ClockId::ProcessCPUTime].map(|clock| {
        let time = clock_gettime(clock);
        Some(1e3 * time.tv_sec as f64 + 1e-6 * time.tv_nsec as f64)
    })
}

#[cfg(not(unix))]
fn processor_times() -> [Option<f64>; 2] {
    [None; 2]
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Wall => "wall time",
            Self::Thread => "processor time of the calling thread",
            Self::Process => "processor time of all threads, divided by their number",
        })
    }
}
