//! What a flock tells of its steps.

pub(crate) mod events;
pub(crate) mod measure;
pub(crate) mod statistics;

use crate::state::boid_id::BoidId;
use events::{EventKind, Events};
use statistics::Statistics;

/// What a flock tells of its steps.
#[derive(Default)]
pub(crate) struct Reports {
    pub(crate) events: Events,
    pub(crate) statistics: Statistics,
}

impl Reports {
    /// Notes an event of a kind that is on.
    pub(crate) fn record(&mut self, kind: EventKind, boid: BoidId) {
        self.events.record(kind, boid, self.statistics.steps);
    }

    /// A boid was moved out of what it was inside of.
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
