//! Cache of the tree of boids. The first query after a change builds the tree.

use crate::neighbours::boid_tree::BoidTree;
use std::{
    mem::take,
    sync::{Mutex, OnceLock, PoisonError},
};

/// The tree of boids, built by the thread of the first query.
#[derive(Debug, Default)]
pub(crate) struct TreeCache {
    built: OnceLock<BoidTree>,
    /// An outdated tree whose memory is reused.
    spare: Mutex<BoidTree>,
}

impl TreeCache {
    /// The tree. `rebuild` builds it if the boids have changed.
    ///
    /// It is built on one thread: while a thread waits for work that it shares with the thread
    /// pool, it may begin another query, which would wait for this one for ever.
    pub(crate) fn get(&self, rebuild: impl FnOnce(&mut BoidTree)) -> &BoidTree {
        self.built.get_or_init(|| {
            let mut hierarchy =
                take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            rebuild(&mut hierarchy);
            hierarchy
        })
    }

    /// Marks the tree as outdated after a change of the boids.
    pub(crate) fn clear(&mut self) {
        if let Some(hierarchy) = self.built.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = hierarchy;
        }
    }
}
