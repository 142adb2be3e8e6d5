//! Tags that a game gives to the items that it adds to a flock.

use crate::flock::{inputs::tags::ItemId, log::FlockInput, Flock};

/// Tags are numbers that mean what the game wants, such as a hash of the saved name of a node. The
/// steps know nothing of them; snapshots and logs hold them. So a game that loads a snapshot finds
/// again what it added, instead of adding it a second time:
///
/// ```
/// use flock_sim::{
///     obstacles::{MovingObstacle, ObstacleShape},
///     saving::ItemId,
///     Flock, Placement, Settings,
/// };
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
    /// Gives an influence, an emitter, an obstacle, a perch, a predator or the wind a tag in place
    /// of the one before, or takes it away. Several may have the same tag. False if the item was
    /// removed. Takes time in proportion to the number of items.
    pub fn set_tag(&mut self, item: impl Into<ItemId>, tag: Option<u64>) -> bool {
        let item = item.into();
        if !self.inputs.has(item) {
            return false;
        }
        if self.inputs.tags().get(item) != tag {
            self.inputs.set_tag(item, tag);
            self.log(|| FlockInput::SetTag { item, tag });
        }
        true
    }

    /// The tag of an item; `None` if it has none or was removed.
    pub fn tag(&self, item: impl Into<ItemId>) -> Option<u64> {
        self.inputs.tags().get(item.into())
    }

    /// The items with a tag, ordered by kind, and within a kind in the order in which they were
    /// added.
    ///
    /// Takes time in proportion to the number of tags.
    pub fn tagged(&self, tag: u64) -> impl Iterator<Item = ItemId> + '_ {
        self.tags()
            .filter(move |(_, other)| *other == tag)
            .map(|(item, _)| item)
    }

    /// Number of changes so far that may concern a game which has tagged all its items and applies
    /// them in each frame: of a tag, of an emitter, of a predator's target, and the removal of an
    /// item. While it stays the same, the items are there, and emitters and predators are as the
    /// game has set them.
    pub fn item_changes(&self) -> u64 {
        self.inputs.item_changes()
    }

    /// All tagged items with their tags, ordered by kind, then in the order in which they were
    /// added.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = (ItemId, u64)> + '_ {
        self.inputs.tags().entries.iter().copied()
    }
}
