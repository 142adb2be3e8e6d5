//! Event counts of a scene's boids, for the panel.

use fyrox_flock::{sim::events::EventKind, FlockEvents};

/// Updates of the panel per second.
const UPDATES: usize = 5;

/// Counts of the events of all flocks of the scene.
#[derive(Clone, Debug, Default)]
pub struct Happenings {
    /// Number of panics that began between two updates of the panel, for the last second.
    alarms: [u64; UPDATES],
    caught: u64,
}

impl Happenings {
    /// Counts the events of a frame.
    pub fn count(&mut self, FlockEvents(events): &FlockEvents) {
        for (_, event) in events {
            match event.kind {
                EventKind::Panicked { .. } => self.alarms[0] += 1,
                EventKind::Caught => self.caught += 1,
                _ => (),
            }
        }
    }

    /// Starts the next interval between two updates of the panel.
    pub fn next(&mut self) {
        self.alarms.rotate_right(1);
        self.alarms[0] = 0;
    }

    /// Number of panics that began in the last second.
    pub fn alarms(&self) -> u64 {
        self.alarms.iter().sum()
    }

    /// Boids caught since the start.
    pub fn caught(&self) -> u64 {
        self.caught
    }
}
