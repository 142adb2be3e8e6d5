//! The frames after a change.

use serde::Serialize;
use std::fmt;

/// Frames between two changes.
pub const BETWEEN: u32 = 50;

/// Times, in milliseconds, of the frames from a change on to the next, over all repetitions.
pub struct AfterChange {
    /// The least time of each frame. What else runs on the machine seldom meets the same frame each
    /// time.
    least: [f64; BETWEEN as usize],
    /// The worst frame of each repetition.
    worst: Vec<f64>,
    /// The least time of the change alone.
    alone: f64,
}

impl Default for AfterChange {
    fn default() -> Self {
        Self {
            least: [f64::INFINITY; BETWEEN as usize],
            worst: Vec::new(),
            alone: f64::INFINITY,
        }
    }
}

impl AfterChange {
    pub fn add(&mut self, since: usize, milliseconds: f64, of_change: f64) {
        self.least[since] = milliseconds.min(self.least[since]);
        if since == 0 {
            self.alone = of_change.min(self.alone);
            self.worst.push(0.0);
        }
        if let Some(worst) = self.worst.last_mut() {
            *worst = milliseconds.max(*worst);
        }
    }

    /// The frame whose least time is the largest, beyond the median of the least times.
    fn repeated(&self) -> f64 {
        let mut least = self.least;
        least.sort_by(f64::total_cmp);
        least[least.len() - 1] - least[least.len() / 2]
    }

    /// What the change costs, for this time of a frame in the median of all; none if there were too
    /// few frames.
    pub fn cost(mut self, median: f64) -> Option<Cost> {
        self.worst.sort_by(f64::total_cmp);
        let count = self.worst.len();
        let repeated_ms = self.repeated();
        if count == 0 || !repeated_ms.is_finite() {
            return None;
        }
        let [median_ms, most_ms] = [count / 2, count - 1].map(|it| self.worst[it] - median);
        Some(Cost {
            repeated_ms,
            median_ms,
            most_ms,
            alone_ms: self.alone,
        })
    }
}

/// What a change costs, in milliseconds.
#[derive(Serialize)]
pub struct Cost {
    /// The frame whose least time is the largest, beyond the others.
    repeated_ms: f64,
    /// The worst frame after the change, beyond the median of all frames: in the median of the
    /// repetitions, and at most.
    median_ms: f64,
    most_ms: f64,
    /// The change alone.
    alone_ms: f64,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            repeated_ms,
            median_ms,
            most_ms,
            alone_ms,
        } = self;
        write!(
            f,
            "{repeated_ms:8.2} {median_ms:8.2} {most_ms:8.2} {alone_ms:8.2}"
        )
    }
}
