//! The begin of a condition.

use crate::state::boid_id::BoidId;
use serde::{Deserialize, Serialize};
use std::mem::swap;

/// The boids for which a condition held the last time, so that an event is recorded when it begins to
/// hold.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Onset {
    holding: Vec<BoidId>,
    /// Memory for the next ones.
    #[serde(skip)]
    next: Vec<BoidId>,
}

/// Without the memory.
impl PartialEq for Onset {
    fn eq(&self, other: &Self) -> bool {
        self.holding == other.holding
    }
}

impl Onset {
    /// True if the condition held for no boid the last time.
    pub(crate) fn is_empty(&self) -> bool {
        self.holding.is_empty()
    }

    /// Takes in the boids for which the condition holds now, in any order, and calls `begin` with
    /// those for which it did not hold the last time, in the order of their ids.
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
