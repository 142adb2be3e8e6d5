//! Tags by which a game knows again what it added to a flock.

use super::{emitters::EmitterId, input_log::FlockInput, Flock};
use crate::{
    obstacles::set::ObstacleId,
    perches::set::PerchId,
    state::snapshot_error::{broken, SnapshotError},
    steering::{fear::hunter::HunterId, influences::InfluenceId},
};
use serde::{Deserialize, Serialize};

/// Names something that a game added to a flock, of any kind.
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
    /// A hunter that the game moves.
    Hunter(HunterId),
    /// The wind, which a flock always has.
    Wind,
}

/// The conversion of the id of a kind.
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
    Hunter(HunterId)
);

/// The tags in the order of their items.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Tags {
    entries: Vec<(ItemId, u64)>,
}

impl Tags {
    fn find(&self, item: ItemId) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&item, |entry| entry.0)
    }

    fn get(&self, item: ItemId) -> Option<u64> {
        Some(self.entries[self.find(item).ok()?].1)
    }

    fn set(&mut self, item: ItemId, tag: Option<u64>) {
        match (self.find(item), tag) {
            (Ok(index), Some(tag)) => self.entries[index].1 = tag,
            (Err(index), Some(tag)) => self.entries.insert(index, (item, tag)),
            (Ok(index), None) => drop(self.entries.remove(index)),
            (Err(_), None) => {}
        }
    }

    /// Forgets the tag of something that was removed.
    pub(super) fn forget(&mut self, item: impl Into<ItemId>) {
        self.set(item.into(), None);
    }
}

/// Tags are numbers that mean what the game wants, such as a hash of the saved name of a node. The steps
/// know nothing of them; snapshots and logs hold them. So a game that loads a snapshot finds again what
/// it added, instead of adding it a second time:
///
/// ```
/// use flock_sim::{Flock, ItemId, MovingObstacle, ObstacleShape, Placement, Settings};
///
/// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
/// let shape = ObstacleShape::Sphere { radius: 1.0 };
/// let door = flock.add_obstacle(MovingObstacle { shape, placement: Placement::default() })?;
/// flock.set_tag(door, Some(17));
///
/// let restored = Flock::restore(&flock.snapshot(), flock.geometry().clone())?;
/// assert_eq!(restored.tagged(17).next(), Some(ItemId::Obstacle(door)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Flock {
    /// Gives an influence, an emitter, an obstacle, a perch, a hunter or the wind a tag in place of the one
    /// before, or takes it away. Several may have the same tag. False if the item was removed. Takes time in
    /// proportion to the number of items.
    pub fn set_tag(&mut self, item: impl Into<ItemId>, tag: Option<u64>) -> bool {
        let item = item.into();
        if !self.has_item(item) {
            return false;
        }
        if self.tags.get(item) != tag {
            self.tags.set(item, tag);
            self.log(|| FlockInput::SetTag { item, tag });
        }
        true
    }

    /// The tag of an item; `None` if it has none, or was removed.
    pub fn tag(&self, item: impl Into<ItemId>) -> Option<u64> {
        self.tags.get(item.into())
    }

    /// The items with a tag: those of a kind in the order in which they were added. Takes time in
    /// proportion to the number of tags.
    pub fn tagged(&self, tag: u64) -> impl Iterator<Item = ItemId> + '_ {
        self.tags()
            .filter(move |(_, other)| *other == tag)
            .map(|(item, _)| item)
    }

    /// All items that have a tag, with it: those of a kind in the order in which they were added.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = (ItemId, u64)> + '_ {
        self.tags.entries.iter().copied()
    }

    fn has_item(&self, item: ItemId) -> bool {
        match item {
            ItemId::Influence(id) => self.influences.get(id).is_some(),
            ItemId::Emitter(id) => self.emitters().any(|(other, _)| other == id),
            ItemId::Obstacle(id) => self.obstacles.iter().any(|(other, _)| other == id),
            ItemId::Perch(id) => self.perches.get(id).is_some(),
            ItemId::Hunter(id) => self.hunters.iter().any(|(other, _)| other == id),
            ItemId::Wind => true,
        }
    }

    /// Takes back the tags of a snapshot, after the items.
    pub(super) fn restore_tags(&mut self, tags: &Tags) -> Result<(), SnapshotError> {
        let is_ordered = tags.entries.is_sorted_by(|a, b| a.0 < b.0);
        let lost = tags.entries.iter().find(|(item, _)| !self.has_item(*item));
        match (is_ordered, lost) {
            (true, None) => {
                self.tags = tags.clone();
                Ok(())
            }
            (_, Some((item, tag))) => Err(broken(format!("tag {tag} belongs to no {item:?}"))),
            (false, None) => Err(broken("the tags are out of order")),
        }
    }
}
