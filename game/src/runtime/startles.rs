//! The boids of a flock that take off or are startled, for their sounds.

use flock_sim::{
    events::{EventMask, FlockEvent},
    BoidId,
};

/// The boids that took off or were startled in a frame.
#[derive(Default)]
pub(super) struct Startles {
    /// True if a script plays their sounds.
    pub(super) is_heard: bool,
    pub(super) boids: Vec<BoidId>,
}

impl Startles {
    /// The event kinds to subscribe to.
    pub(super) fn mask(&self) -> EventMask {
        if self.is_heard {
            EventMask::TOOK_OFF | EventMask::SCARED | EventMask::PANICKED
        } else {
            EventMask::NONE
        }
    }

    /// Collects the boids from the events of a frame.
    pub(super) fn take(&mut self, events: &[FlockEvent]) {
        self.boids.clear();
        let mask = self.mask();
        let startles = events.iter().filter(|it| mask.contains(it.kind.mask()));
        self.boids.extend(startles.map(|event| event.boid));
    }
}
