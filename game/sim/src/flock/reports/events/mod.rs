//! Events: what happened to boids.

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
    /// Number of steps made when the event was found, including the step that caused it.
    pub step: u64,
    /// The boid of the event. It may have been removed since.
    pub boid: BoidId,
    /// Kind of the event.
    pub kind: EventKind,
}

/// The kinds of events that happen to boids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// The boid was added. It may still wait for a place.
    Spawned,
    /// The boid was removed, or its body vanished or was crushed.
    Removed,
    /// It left for another flock. See [`Flock::transfer`](crate::Flock::transfer).
    Left,
    /// It came from another flock, with this id from now on.
    Joined,
    /// The boid was killed.
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
    /// It met geometry or a moving obstacle in a step, and did not in the step before. In frames on
    /// a GPU, contacts are read back every few frames: it met something since the last readback,
    /// and nothing between the two readbacks before.
    TouchedSolid,
    /// The body of the boid began to touch the [`Player`].
    TouchedPlayer,
    /// Its panic began, `generation` copies after the panic at the origin of the wave. See
    /// [`Panic`](crate::settings::Panic).
    Panicked {
        /// Number of copies between the panic at the origin of the wave and this one; 0 at the
        /// origin.
        generation: u32,
    },
    /// A hunter of another flock caught it. See [`Hunting`](crate::settings::Hunting).
    Caught,
    /// A hunter of another flock gave up its attack on the boid.
    Escaped,
    /// The boid landed on a spot of a perch.
    Landed,
    /// The boid took off from a spot.
    TookOff,
    /// It fell asleep, far from all viewers and out of their sight. See
    /// [`Detail`](crate::settings::Detail).
    FellAsleep,
    /// The boid woke up.
    Awoke,
    /// A group has been separate from the flock for a second. It has at least 5% of the flock's
    /// boids, which are connected by distances of at most `cohesion.radius`. The largest group
    /// never counts. The event names the boid of the group with the lowest id.
    SplitOff {
        /// Number of boids in the group.
        members: u32,
    },
}

/// A set of event kinds; combine kinds with `|`: `EventMask::KILLED | EventMask::REMOVED`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventMask(u32);

impl EventMask {
    /// No kinds.
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
    /// [`EventKind::TouchedSolid`].
    pub const TOUCHED_SOLID: Self = Self(1 << 6);
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
    /// [`EventKind::Left`].
    pub const LEFT: Self = Self(1 << 16);
    /// [`EventKind::Joined`].
    pub const JOINED: Self = Self(1 << 17);
    /// All kinds.
    pub const ALL: Self = Self((1 << 18) - 1);

    /// True if the masks have a kind in common.
    pub(crate) fn contains_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// True if this mask has all kinds of the other one.
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
    /// The mask that has only this kind.
    pub fn mask(&self) -> EventMask {
        match self {
            Self::Spawned => EventMask::SPAWNED,
            Self::Removed => EventMask::REMOVED,
            Self::Left => EventMask::LEFT,
            Self::Joined => EventMask::JOINED,
            Self::Killed => EventMask::KILLED,
            Self::Rescued => EventMask::RESCUED,
            Self::Arrived(_) => EventMask::ARRIVED,
            Self::Scared => EventMask::SCARED,
            Self::TouchedSolid => EventMask::TOUCHED_SOLID,
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

/// The player as boids touch it: a ball that the game moves. See
/// [`Flock::set_player`](crate::Flock::set_player).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Centre in the flock's frame, in metres. Within ±10,000 in every component.
    pub point: Vec3,
    /// Radius, in metres. 0 to 10,000.
    pub radius: f32,
}

/// The events since the game last took them, and the conditions by which new ones are found.
#[derive(Debug, Default)]
pub(crate) struct Events {
    pub(crate) list: Vec<FlockEvent>,
    pub(crate) touched: TouchedSlots,
    pub(crate) watch: Watch,
}

/// The kinds of events that are recorded, and the boids for which their conditions held in the last
/// step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watch {
    pub(crate) mask: EventMask,
    pub(crate) player: Option<Player>,
    pub(crate) scared: Onset,
    pub(crate) at_solid: Onset,
    pub(crate) at_player: Onset,
    pub(crate) at_targets: Arrivals,
    pub(crate) split: SplitWatch,
}

impl Watch {
    /// Forgets the boids for which conditions held, for all kinds that are off.
    pub(crate) fn forget_what_is_off(&mut self) {
        let is_off = |mask| !self.mask.contains(mask);
        let [scared, solid, player, arrived, split] = [
            EventMask::SCARED,
            EventMask::TOUCHED_SOLID,
            EventMask::TOUCHED_PLAYER,
            EventMask::ARRIVED,
            EventMask::SPLIT_OFF,
        ]
        .map(is_off);
        if scared {
            self.scared = Onset::default();
        }
        if solid {
            self.at_solid = Onset::default();
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

    /// Refuses a watch that was read from a file and that no flock with `slots` slots can have.
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
    /// Records an event, if its kind is on.
    pub(crate) fn record(&mut self, kind: EventKind, boid: BoidId, step: u64) {
        if self.watch.mask.contains(kind.mask()) {
            self.list.push(FlockEvent { step, boid, kind });
        }
    }

    /// The set in which a step on the CPU marks boids that touch geometry; `None` if that kind is
    /// off.
    pub(crate) fn begin_step(&mut self, slots: usize) -> Option<&TouchedSlots> {
        if !self.watch.mask.contains(EventMask::TOUCHED_SOLID) {
            return None;
        }
        self.touched.clear(slots);
        Some(&self.touched)
    }
}
