//! The hunters of one flock, as they are saved separately from their world.

use super::hunter::Hunter;
use crate::{state::snapshot_error::SnapshotError, world::FlockId};
use serde::{Deserialize, Serialize};

/// The saved state of one flock's hunters, from [`World::hunts`](crate::World::hunts).
///
/// It refers to hunted flocks by numbers that the caller chooses, so that it can be restored in a
/// world where the flocks have other ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hunts(pub(super) Vec<Hunter>);

impl Hunts {
    /// Number of hunters in it.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no hunters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks everything that can be checked without the flock.
    ///
    /// # Errors
    /// Refuses values that no world can have saved.
    pub fn validate(&self) -> Result<(), SnapshotError> {
        self.0.iter().try_for_each(Hunter::validate)
    }

    /// The same hunters with the ids of the hunted flocks replaced by `name`. A hunter loses its
    /// prey if `name` returns `None` for its flock.
    pub(super) fn renamed(mut self, name: impl Fn(FlockId) -> Option<FlockId>) -> Self {
        for hunter in &mut self.0 {
            let prey = &mut hunter.pursuit.prey;
            *prey = prey.and_then(|mut prey| {
                prey.flock = name(prey.flock)?;
                Some(prey)
            });
        }
        self
    }
}
