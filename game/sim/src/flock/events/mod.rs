//! What happened to boids, in batches.

mod arrivals;
mod onset;
mod places;
mod split;

use super::{input_log::FlockInput, Flock};
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
    /// It was moved out of geometry or of a moving obstacle, or has to wait since no place was free.
    Rescued,
    /// It came as near to the point of an [`InfluenceKind::Target`](crate::InfluenceKind::Target) as
    /// its `slowing`, or as a tenth of its `reach` if `slowing` is 0.
    Arrived(InfluenceId),
    /// It came into the radius of a [`Scare`](crate::Scare), or a scare began around it.
    Scared,
    /// It met geometry or a moving obstacle in a step, and did not in the step before. On a GPU: after a step its body is
    /// no farther from a surface than `collision.skin`, which misses most of those that bounce or
    /// reverse.
    TouchedObstacle,
    /// Its body came into touch with the [`Player`].
    TouchedPlayer,
    /// Its panic began, `generation` copies after the panic at the origin of the wave. See
    /// [`Panic`](crate::Panic).
    Panicked {
        /// 0 at the origin.
        generation: u32,
    },
    /// A hunter of another flock caught it. See [`Hunting`](crate::Hunting).
    Caught,
    /// A hunter of another flock gave up its attack on it.
    Escaped,
    /// It landed on a spot of a perch.
    Landed,
    /// It took off from a spot.
    TookOff,
    /// It fell asleep, far from all viewers and out of their sight. See [`Detail`](crate::Detail).
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
    #[cfg(feature = "gpu")]
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
pub(super) struct Events {
    list: Vec<FlockEvent>,
    touched: TouchedSlots,
    pub(super) watch: Watch,
}

/// The kinds of events that are recorded, and for whom their conditions held in the last step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watch {
    mask: EventMask,
    player: Option<Player>,
    scared: Onset,
    at_obstacle: Onset,
    at_player: Onset,
    at_targets: Arrivals,
    split: SplitWatch,
}

impl Watch {
    /// Refuses one that was read from a file and that no flock with so many slots can have.
    pub(super) fn validate(&self, slots: usize) -> Result<(), SnapshotError> {
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
    fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("player.point", &self.point, "m");
        check.range("player.radius", self.radius, 0.0, 10_000.0, "m");
        check.finish()
    }
}

impl Events {
    /// Notes an event of a kind that is on.
    pub(super) fn record(&mut self, kind: EventKind, boid: BoidId, step: u64) {
        if self.watch.mask.contains(kind.mask()) {
            self.list.push(FlockEvent { step, boid, kind });
        }
    }

    /// Where a step on the CPU notes the boids that meet geometry; none if that is off.
    pub(super) fn begin_step(&mut self, slots: usize) -> Option<&TouchedSlots> {
        if !self.watch.mask.contains(EventMask::TOUCHED_OBSTACLE) {
            return None;
        }
        self.touched.clear(slots);
        Some(&self.touched)
    }
}

impl Flock {
    /// Chooses the kinds of events that are recorded from now on; none at first. What is off costs
    /// nothing. What is on is complete: no event is left out, however many there are, until
    /// [`drain_events`](Self::drain_events) takes them. They have the same order and contents on any
    /// number of threads. A kind that is switched on is recorded for boids that it holds for at the
    /// next step. A snapshot holds no events.
    ///
    /// Events that depend on places make a step longer by a look at every boid, `ARRIVED` also by the
    /// boids that are at each target; `SPLIT_OFF` takes the time of some steps once a second. On a GPU they
    /// come from the drawn state, after [`advance`](Self::advance) at most two frames later, and what begins
    /// and ends in between is not seen; after [`step`](Self::step) they wait for the exact state. Panics and sleep are read back
    /// from there when a frame tells of any, which waits for all steps; those of the last frames before the
    /// boids leave the GPU are not seen.
    ///
    /// ```
    /// use flock_sim::{DeadBody, Death, EventKind, EventMask, Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.set_events(EventMask::KILLED | EventMask::SCARED);
    /// let fish = flock.boids().next().unwrap().id;
    /// flock.kill(fish, Death::new(DeadBody::Sinks))?;
    /// flock.advance(1.0 / 60.0);
    /// for event in flock.drain_events() {
    ///     assert_eq!((event.boid, event.kind), (fish, EventKind::Killed));
    /// }
    /// assert_eq!(flock.drain_events().count(), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_events(&mut self, mask: EventMask) {
        self.events.watch.mask = mask;
        self.events.watch.forget_what_is_off();
        self.know_levels();
        self.know_panics();
    }

    /// The kinds of events that are recorded.
    pub fn events(&self) -> EventMask {
        self.events.watch.mask
    }

    /// Takes the events since the last call, in the order in which they were noticed: those of a kind
    /// after a step in the order of the ids.
    pub fn drain_events(&mut self) -> impl ExactSizeIterator<Item = FlockEvent> + '_ {
        self.events.list.drain(..)
    }

    /// Says where the player is, for [`EventKind::TouchedPlayer`], or that there is none. Takes
    /// constant time.
    ///
    /// # Errors
    /// Names every value that is out of range; the player then stays where it was.
    ///
    /// ```
    /// use flock_sim::{EventMask, Flock, Placement, Player, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.set_events(EventMask::TOUCHED_PLAYER);
    /// flock.set_player(Some(Player { point: Vec3::zeros(), radius: 0.3 }))?;
    /// flock.step();
    /// let touching = flock.in_sphere(Vec3::zeros(), 0.35).count();
    /// assert_eq!(flock.drain_events().len(), touching);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_player(&mut self, player: Option<Player>) -> Result<(), SettingsError> {
        if let Some(player) = &player {
            player.validate()?;
        }
        if player != self.events.watch.player {
            self.events.watch.player = player;
            self.log(|| FlockInput::SetPlayer(player));
        }
        Ok(())
    }

    /// Notes an event of a kind that is on.
    pub(crate) fn record(&mut self, kind: EventKind, boid: BoidId) {
        self.events.record(kind, boid, self.statistics.steps);
    }
}
