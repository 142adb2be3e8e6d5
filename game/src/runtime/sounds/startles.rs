//! The boids of a flock that take off or are startled, for their sounds.

use flock_sim::{
    events::{EventMask, FlockEvent},
    BoidId,
};

/// The boids that took off or were startled in a frame.
#[derive(Default)]
pub(in crate::runtime) struct Startles {
    /// True if a script plays their sounds.
    pub(in crate::runtime) is_heard: bool,
    pub(in crate::runtime) boids: Vec<BoidId>,
}

impl Startles {
    /// The event kinds to subscribe to.
    pub(in crate::runtime) fn mask(&self) -> EventMask {
        if self.is_heard {
            EventMask::TOOK_OFF | EventMask::SCARED | EventMask::PANICKED
        } else {
            EventMask::NONE
        }
    }

    /// Collects the boids from the events of a frame.
    pub(in crate::runtime) fn take(&mut self, events: &[FlockEvent]) {
        self.boids.clear();
        let mask = self.mask();
        let startles = events.iter().filter(|it| mask.contains(it.kind.mask()));
        self.boids.extend(startles.map(|event| event.boid));
    }
}
