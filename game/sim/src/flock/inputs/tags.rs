//! Tags by which a game finds again what it added to a flock.

use super::emitters::EmitterId;
use crate::{
    obstacles::set::ObstacleId,
    perches::set::PerchId,
    steering::{fear::predator::PredatorId, influences::InfluenceId},
};
use serde::{Deserialize, Serialize};

/// Id of an item of any kind that a game added to a flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ItemId {
    /// An influence.
    Influence(InfluenceId),
    /// An emitter.
    Emitter(EmitterId),
    /// A moving obstacle.
    Obstacle(ObstacleId),
    /// A perch.
    Perch(PerchId),
    /// A predator that the game moves.
    Predator(PredatorId),
    /// The wind. A flock always has exactly one.
    Wind,
}

/// Implements the conversions from the id of each kind.
macro_rules! from_ids {
    ($($kind:ident($id:ident)),*) => {
        $(impl From<$id> for ItemId {
            fn from(id: $id) -> Self {
                Self::$kind(id)
            }
        })*
    };
}

from_ids!(
    Influence(InfluenceId),
    Emitter(EmitterId),
    Obstacle(ObstacleId),
    Perch(PerchId),
    Predator(PredatorId)
);

/// Tags, sorted by item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Tags {
    pub(crate) entries: Vec<(ItemId, u64)>,
}

impl Tags {
    fn find(&self, item: ItemId) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&item, |entry| entry.0)
    }

    pub(crate) fn get(&self, item: ItemId) -> Option<u64> {
        Some(self.entries[self.find(item).ok()?].1)
    }

    pub(crate) fn set(&mut self, item: ItemId, tag: Option<u64>) {
        match (self.find(item), tag) {
            (Ok(index), Some(tag)) => self.entries[index].1 = tag,
            (Err(index), Some(tag)) => self.entries.insert(index, (item, tag)),
            (Ok(index), None) => drop(self.entries.remove(index)),
            (Err(_), None) => {}
        }
    }
}
