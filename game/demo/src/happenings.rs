//! What happened to the boids of a scene, as the panel counts it.

use fyrox_flock::{sim::EventKind, FlockEvents};

/// Updates of the panel in a second.
const UPDATES: usize = 5;

/// Counts of events that the flocks of the scene report.
#[derive(Clone, Debug, Default)]
pub struct Happenings {
    /// Panics that began between two updates of the panel, during the last second.
    alarms: [u64; UPDATES],
    caught: u64,
}

impl Happenings {
    /// Counts what happened in a frame.
    pub fn count(&mut self, FlockEvents(events): &FlockEvents) {
        for (_, event) in events {
            match event.kind {
                EventKind::Panicked { .. } => self.alarms[0] += 1,
                EventKind::Caught => self.caught += 1,
                _ => (),
            }
        }
    }

    /// Begins a new fifth of a second.
    pub fn next(&mut self) {
        self.alarms.rotate_right(1);
        self.alarms[0] = 0;
    }

    /// Panics that began during the last second.
    pub fn alarms(&self) -> u64 {
        self.alarms.iter().sum()
    }

    /// Boids caught since the start.
    pub fn caught(&self) -> u64 {
        self.caught
    }
}
