//! What is built on the first query after a change.

use crate::hierarchy::Hierarchy;
use std::{
    mem::take,
    sync::{Mutex, OnceLock, PoisonError},
};

/// The boxes around the boids where they are now, built when they are first asked for, by whichever thread asks.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    built: OnceLock<Hierarchy>,
    /// Outdated boxes, whose memory is used again.
    spare: Mutex<Hierarchy>,
}

impl Cache {
    /// The boxes around these positions, which are the same ever since the last change.
    ///
    /// They are built on one thread: while the thread pool waits for work that it shares out, it may begin another query,
    /// which would wait for this one for ever.
    pub(crate) fn get(&self, positions: &[&[f32]; 3]) -> &Hierarchy {
        self.built.get_or_init(|| {
            let mut hierarchy =
                take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            hierarchy.rebuild(positions);
            hierarchy
        })
    }

    /// The boids have changed.
    pub(crate) fn outdate(&mut self) {
        if let Some(hierarchy) = self.built.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = hierarchy;
        }
    }
}
