//! The tree over the boids, built by the first query after a change.

use crate::neighbours::boid_tree::BoidTree;
use std::{
    mem::take,
    sync::{Mutex, OnceLock, PoisonError},
};

/// The tree over the boids, built on the first query by the thread that makes it.
#[derive(Debug, Default)]
pub(crate) struct TreeCache {
    built: OnceLock<BoidTree>,
    /// Outdated boxes, whose memory is used again.
    spare: Mutex<BoidTree>,
}

impl TreeCache {
    /// The boxes that `rebuild` makes if there are none since the last change.
    ///
    /// They are built on one thread: while the thread pool waits for work that it shares out, it
    /// may begin another query, which would wait for this one for ever.
    pub(crate) fn get(&self, rebuild: impl FnOnce(&mut BoidTree)) -> &BoidTree {
        self.built.get_or_init(|| {
            let mut hierarchy =
                take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            rebuild(&mut hierarchy);
            hierarchy
        })
    }

    /// The boids have changed.
    pub(crate) fn clear(&mut self) {
        if let Some(hierarchy) = self.built.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = hierarchy;
        }
    }
}
