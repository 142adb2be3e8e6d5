//! Detection of the boids for which a condition begins to hold.

use crate::state::boid_id::BoidId;
use serde::{Deserialize, Serialize};
use std::mem::swap;

/// The boids for which a condition held at the last update, so that an event is recorded only when
/// it begins to hold.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Onset {
    holding: Vec<BoidId>,
    /// Buffer for the next update.
    #[serde(skip)]
    next: Vec<BoidId>,
}

/// Compares without the buffer.
impl PartialEq for Onset {
    fn eq(&self, other: &Self) -> bool {
        self.holding == other.holding
    }
}

impl Onset {
    /// True if the condition held for no boid at the last update.
    pub(crate) fn is_empty(&self) -> bool {
        self.holding.is_empty()
    }

    /// Takes the boids for which the condition holds now, in any order. Calls `begin` for the boids
    /// for which it did not hold at the last update, in the order of their ids.
    pub(crate) fn update(
        &mut self,
        now: impl Iterator<Item = BoidId>,
        mut begin: impl FnMut(BoidId),
    ) {
        self.next.clear();
        self.next.extend(now);
        self.next.sort_unstable();
        let mut before = self.holding.iter().peekable();
        for id in &self.next {
            while before.next_if(|other| *other < id).is_some() {}
            if before.peek() != Some(&id) {
                begin(*id);
            }
        }
        swap(&mut self.holding, &mut self.next);
    }
}
