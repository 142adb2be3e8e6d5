//! What a flock reports about its steps.

pub(crate) mod events;
pub(crate) mod measure;
pub(crate) mod statistics;

use crate::state::boid_id::BoidId;
use events::{EventKind, Events};
use statistics::Statistics;

/// Events and statistics of a flock.
#[derive(Default)]
pub(crate) struct Reports {
    pub(crate) events: Events,
    pub(crate) statistics: Statistics,
}

impl Reports {
    /// Records an event, if its kind is on.
    pub(crate) fn record(&mut self, kind: EventKind, boid: BoidId) {
        self.events.record(kind, boid, self.statistics.steps);
    }

    /// Counts and records a boid that was moved out of an obstacle or geometry.
    pub(crate) fn record_rescue(&mut self, boid: BoidId) {
        self.count_rescued(1);
        self.record(EventKind::Rescued, boid);
    }

    pub(crate) fn count_rescued(&mut self, boids: usize) {
        let rescued = &mut self.statistics.rescued;
        *rescued = rescued.saturating_add(boids as u64);
    }

    pub(crate) fn count_displaced(&mut self, boids: usize) {
        let displaced = &mut self.statistics.displaced;
        *displaced = displaced.saturating_add(boids as u64);
    }
}
