//! What happened to boids, in batches.

mod arrivals;
mod onset;
mod split;

use crate::{
    math::Vec3,
    motion::touched_slots::TouchedSlots,
    settings::validation::{Check, SettingsError},
    state::{
        boid_id::BoidId,
        snapshot_error::{broken, SnapshotError},
    },
    steering::influences::InfluenceId,
};
use arrivals::Arrivals;
use onset::Onset;
use serde::{Deserialize, Serialize};
use split::SplitWatch;
use std::ops::BitOr;

/// Something that happened to a boid. See [`Flock::set_events`](crate::Flock::set_events).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlockEvent {
    /// Number of steps before it, those included after which it was noticed.
    pub step: u64,
    /// The boid. It may have been removed since.
    pub boid: BoidId,
    /// What happened.
    pub kind: EventKind,
}

/// What happens to boids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// It was added. It may still wait for a place.
    Spawned,
    /// It was removed, or its body vanished or was crushed.
    Removed,
    /// It was killed.
    Killed,
    /// It was moved out of geometry or of a moving obstacle, or has to wait since no place was
    /// free.
    Rescued,
    /// It came as near to the point of an
    /// [`InfluenceKind::Target`](crate::influences::InfluenceKind::Target) as its `slowing`, or as
    /// a tenth of its `reach` if `slowing` is 0.
    Arrived(InfluenceId),
    /// It came into the radius of a [`Scare`](crate::threats::Scare), or a scare began around it.
    Scared,
    /// It met geometry or a moving obstacle in a step, and did not in the step before. On a GPU:
    /// after a step its body is no farther from a surface than `collision.skin`, which misses most
    /// of those that bounce or reverse.
    TouchedObstacle,
    /// Its body came into touch with the [`Player`].
    TouchedPlayer,
    /// Its panic began, `generation` copies after the panic at the origin of the wave. See
    /// [`Panic`](crate::settings::Panic).
    Panicked {
        /// 0 at the origin.
        generation: u32,
    },
    /// A hunter of another flock caught it. See [`Hunting`](crate::settings::Hunting).
    Caught,
    /// A hunter of another flock gave up its attack on it.
    Escaped,
    /// It landed on a spot of a perch.
    Landed,
    /// It took off from a spot.
    TookOff,
    /// It fell asleep, far from all viewers and out of their sight. See
    /// [`Detail`](crate::settings::Detail).
    FellAsleep,
    /// It awoke.
    Awoke,
    /// A group has been apart for a second: at least 5% of the flock, linked among each other by
    /// `cohesion.radius` and not with the largest group. The boid is its one with the lowest id.
    SplitOff {
        /// Number of boids in the group.
        members: u32,
    },
}

/// Kinds of events, to be combined: `EventMask::KILLED | EventMask::REMOVED`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventMask(u16);

impl EventMask {
    /// None.
    pub const NONE: Self = Self(0);
    /// [`EventKind::Spawned`].
    pub const SPAWNED: Self = Self(1);
    /// [`EventKind::Removed`].
    pub const REMOVED: Self = Self(1 << 1);
    /// [`EventKind::Killed`].
    pub const KILLED: Self = Self(1 << 2);
    /// [`EventKind::Rescued`].
    pub const RESCUED: Self = Self(1 << 3);
    /// [`EventKind::Arrived`].
    pub const ARRIVED: Self = Self(1 << 4);
    /// [`EventKind::Scared`].
    pub const SCARED: Self = Self(1 << 5);
    /// [`EventKind::TouchedObstacle`].
    pub const TOUCHED_OBSTACLE: Self = Self(1 << 6);
    /// [`EventKind::TouchedPlayer`].
    pub const TOUCHED_PLAYER: Self = Self(1 << 7);
    /// [`EventKind::SplitOff`].
    pub const SPLIT_OFF: Self = Self(1 << 8);
    /// [`EventKind::Panicked`].
    pub const PANICKED: Self = Self(1 << 9);
    /// [`EventKind::Caught`].
    pub const CAUGHT: Self = Self(1 << 10);
    /// [`EventKind::Escaped`].
    pub const ESCAPED: Self = Self(1 << 11);
    /// [`EventKind::Landed`].
    pub const LANDED: Self = Self(1 << 12);
    /// [`EventKind::TookOff`].
    pub const TOOK_OFF: Self = Self(1 << 13);
    /// [`EventKind::FellAsleep`].
    pub const FELL_ASLEEP: Self = Self(1 << 14);
    /// [`EventKind::Awoke`].
    pub const AWOKE: Self = Self(1 << 15);
    /// All kinds.
    pub const ALL: Self = Self(u16::MAX);

    /// True if any kind of the other mask is in this one.
    pub(crate) fn contains_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// True if all kinds of the other mask are in this one.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for EventMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl EventKind {
    /// The mask of this kind alone.
    pub fn mask(&self) -> EventMask {
        match self {
            Self::Spawned => EventMask::SPAWNED,
            Self::Removed => EventMask::REMOVED,
            Self::Killed => EventMask::KILLED,
            Self::Rescued => EventMask::RESCUED,
            Self::Arrived(_) => EventMask::ARRIVED,
            Self::Scared => EventMask::SCARED,
            Self::TouchedObstacle => EventMask::TOUCHED_OBSTACLE,
            Self::TouchedPlayer => EventMask::TOUCHED_PLAYER,
            Self::SplitOff { .. } => EventMask::SPLIT_OFF,
            Self::Panicked { .. } => EventMask::PANICKED,
            Self::Caught => EventMask::CAUGHT,
            Self::Escaped => EventMask::ESCAPED,
            Self::Landed => EventMask::LANDED,
            Self::TookOff => EventMask::TOOK_OFF,
            Self::FellAsleep => EventMask::FELL_ASLEEP,
            Self::Awoke => EventMask::AWOKE,
        }
    }
}

/// The player as boids touch it: a ball that the game moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Centre in the world, in metres. Within ±10,000 in every component.
    pub point: Vec3,
    /// Radius, in metres. 0 to 10,000.
    pub radius: f32,
}

/// The events since the last take, and what the next ones follow from.
#[derive(Debug, Default)]
pub(crate) struct Events {
    pub(crate) list: Vec<FlockEvent>,
    pub(crate) touched: TouchedSlots,
    pub(crate) watch: Watch,
}

/// The kinds of events that are recorded, and for whom their conditions held in the last step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watch {
    pub(crate) mask: EventMask,
    pub(crate) player: Option<Player>,
    pub(crate) scared: Onset,
    pub(crate) at_obstacle: Onset,
    pub(crate) at_player: Onset,
    pub(crate) at_targets: Arrivals,
    pub(crate) split: SplitWatch,
}

impl Watch {
    /// Forgets for whom the conditions of kinds held that are off.
    pub(crate) fn forget_what_is_off(&mut self) {
        let is_off = |mask| !self.mask.contains(mask);
        let [scared, obstacle, player, arrived, split] = [
            EventMask::SCARED,
            EventMask::TOUCHED_OBSTACLE,
            EventMask::TOUCHED_PLAYER,
            EventMask::ARRIVED,
            EventMask::SPLIT_OFF,
        ]
        .map(is_off);
        if scared {
            self.scared = Onset::default();
        }
        if obstacle {
            self.at_obstacle = Onset::default();
        }
        if player {
            self.at_player = Onset::default();
        }
        if arrived {
            self.at_targets.clear();
        }
        if split {
            self.split = Default::default();
        }
    }

    /// Refuses one that was read from a file and that no flock with so many slots can have.
    pub(crate) fn validate(&self, slots: usize) -> Result<(), SnapshotError> {
        if let Some(player) = &self.player {
            player.validate()?;
        }
        if self.split.is_sound() && self.at_targets.is_sound(slots) {
            Ok(())
        } else {
            Err(broken("the conditions of events are impossible"))
        }
    }
}

impl Player {
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("player.point", &self.point, "m");
        check.range("player.radius", self.radius, 0.0, 10_000.0, "m");
        check.finish()
    }
}

impl Events {
    /// Notes an event of a kind that is on.
    pub(crate) fn record(&mut self, kind: EventKind, boid: BoidId, step: u64) {
        if self.watch.mask.contains(kind.mask()) {
            self.list.push(FlockEvent { step, boid, kind });
        }
    }

    /// Where a step on the CPU notes the boids that meet geometry; none if that is off.
    pub(crate) fn begin_step(&mut self, slots: usize) -> Option<&TouchedSlots> {
        if !self.watch.mask.contains(EventMask::TOUCHED_OBSTACLE) {
            return None;
        }
        self.touched.clear(slots);
        Some(&self.touched)
    }
}
