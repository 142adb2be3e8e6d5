//! Snapshots: the whole state of a flock, to be stored and restored.

use crate::state::snapshot_error::{broken, SnapshotError};
use crate::{
    flock::{
        boid_data::BoidData, detail::DetailState, emitters::EmitterSet, statistics::Statistics,
    },
    math::{frame::Placement, Vec3},
    motion::{loose_body::LooseBody, wind::Wind},
    obstacles::ObstacleSet,
    perches::set::PerchSet,
    settings::{
        validation::{Check, MOST_BOIDS},
        Settings,
    },
    state::{
        boids::{BoidState, Boids},
        slot_map::SavedSlots,
        slot_round::SlotRound,
    },
    steering::{
        avoidance::StoredLook,
        fear::{hunter::HunterSet, memory::StoredFear},
        influences::set::InfluenceSet,
        scare::{ActiveScare, MOST_SCARES},
    },
};
use serde::{Deserialize, Deserializer, Serialize};

/// The version of snapshots that this library writes and reads.
const VERSION: u32 = 7;

/// Largest coordinate, in metres, and largest component of a velocity, in m/s, in a snapshot. A
/// flock without a boundary can drift that far, and the squares are still finite `f32`.
const FARTHEST: f32 = 1e12;

/// Largest difference of the length of an orientation from 1.
const NOT_UNIT: f32 = 1e-3;

/// The whole state of a flock: a flock restored from it goes on with the same bits.
///
/// It holds settings, placement, time, boids with their ids and data, dead and held ones too, scares,
/// influences, wind, emitters, moving obstacles, hunters, fear, perches, levels of detail and counters, but neither the geometry, which is the level's, nor a custom rule, which
/// is code. Any serde format that keeps
/// every bit of a number stores it: binary formats, RON, and `serde_json` with its feature
/// `float_roundtrip`. A boid takes 108 bytes in a binary format, and a boid near geometry 20 more.
///
/// ```
/// use flock_sim::{Flock, Geometry, Placement, Settings, Snapshot};
/// use std::sync::Arc;
///
/// let mut flock = Flock::new(Settings::default(), Placement::default(), Arc::new(Geometry::empty()))?;
/// (0..100).for_each(|_| flock.step());
/// let saved = ron::to_string(&flock.snapshot())?;
///
/// let snapshot: Snapshot = ron::from_str(&saved)?;
/// let mut restored = Flock::restore(&snapshot, flock.geometry().clone())?;
/// flock.step();
/// restored.step();
/// assert_eq!(restored.state_hash(), flock.state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Comes first, so that a snapshot of another version is refused for that and not for what it
    /// holds.
    #[serde(deserialize_with = "known_version")]
    pub(crate) version: u32,
    pub(crate) settings: Settings,
    pub(crate) placement: Placement,
    /// Simulated time, in seconds.
    pub(crate) time: f64,
    /// Time that no step has used yet, in seconds.
    pub(crate) remainder: f64,
    pub(crate) blend: f32,
    pub(crate) statistics: Statistics,
    pub(crate) scares: Vec<ActiveScare>,
    pub(crate) influences: InfluenceSet,
    pub(crate) wind: Wind,
    pub(crate) slots: SavedSlots,
    /// Depenetration that the next steps share.
    pub(crate) unchecked: SlotRound,
    pub(crate) untried: SlotRound,
    /// The avoidance memory of the boids near geometry.
    pub(crate) sights: Vec<StoredLook>,
    pub(crate) current: Boids,
    pub(crate) previous: Boids,
    pub(crate) bodies: Vec<LooseBody>,
    pub(crate) data: BoidData,
    pub(crate) emitters: EmitterSet,
    pub(crate) obstacles: ObstacleSet,
    pub(crate) hunters: HunterSet,
    /// Of the boids that are not calm.
    pub(crate) fear: Vec<StoredFear>,
    pub(crate) perches: PerchSet,
    pub(crate) detail: DetailState,
}

fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let version = u32::deserialize(deserializer)?;
    match version == VERSION {
        true => Ok(version),
        false => Err(serde::de::Error::custom(format!(
            "the snapshot is of version {version}; this library reads version {VERSION}"
        ))),
    }
}

impl Snapshot {
    pub(crate) const VERSION: u32 = VERSION;

    /// The settings of the flock when the snapshot was taken.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Placement of the flock when the snapshot was taken.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Number of placed boids.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// True if no boid is placed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Refuses a state that no flock can have been in. The slots are checked when they are
    /// restored.
    pub(crate) fn check(&self) -> Result<(), SnapshotError> {
        self.settings.validate()?;
        self.placement.validate()?;
        self.check_times()?;
        self.check_scares()?;
        self.influences.validate().map_err(broken)?;
        self.wind.validate()?;
        self.emitters.validate().map_err(broken)?;
        self.obstacles.validate().map_err(broken)?;
        self.hunters.validate().map_err(broken)?;
        self.perches.validate().map_err(broken)?;
        self.detail.validate().map_err(broken)?;
        let mut check = Check::default();
        let boids = self.len() + self.bodies.len() + self.slots.waiting();
        let boids = u32::try_from(boids).unwrap_or(u32::MAX);
        check.count("number of boids", boids, 0, MOST_BOIDS);
        check.finish()?;
        let slots = self.slots.slot_count();
        if ![self.unchecked, self.untried]
            .iter()
            .all(|it| it.is_sound(slots))
        {
            return Err(broken(format!(
                "unchecked or untried is no round over {slots} slots"
            )));
        }
        check_boids("current", &self.current)?;
        check_boids("previous", &self.previous)?;
        if self.current.slot != self.previous.slot {
            return Err(broken("current and previous hold different boids"));
        }
        self.bodies.iter().try_for_each(check_body)?;
        match self.data.is_sound(slots) {
            true => Ok(()),
            false => Err(broken(format!("there are data of more than {slots} slots"))),
        }
    }

    fn check_scares(&self) -> Result<(), SnapshotError> {
        let count = self.scares.len();
        if count > MOST_SCARES {
            return Err(broken(format!(
                "there are {count} scares; allowed: {MOST_SCARES}"
            )));
        }
        for active in &self.scares {
            active.scare.validate()?;
            if !(0.0..=f64::from(f32::MAX)).contains(&active.age) {
                return Err(broken(format!("a scare is {} s old", active.age)));
            }
        }
        Ok(())
    }

    fn check_times(&self) -> Result<(), SnapshotError> {
        let times = [("time", self.time), ("remainder", self.remainder)];
        for (name, time) in times {
            if !(0.0..=f64::from(f32::MAX)).contains(&time) {
                return Err(broken(format!("{name} is {time} s")));
            }
        }
        if !(0.0..=1.0).contains(&self.blend) {
            return Err(broken(format!("blend is {}; allowed: 0 to 1", self.blend)));
        }
        match self
            .statistics
            .rates()
            .iter()
            .find(|(_, rate)| !rate.is_finite())
        {
            None => Ok(()),
            Some((name, rate)) => Err(broken(format!("statistics.{name} is {rate}"))),
        }
    }
}

fn check_boids(name: &str, boids: &Boids) -> Result<(), SnapshotError> {
    if !boids.is_complete() {
        return Err(broken(format!("the arrays of {name} differ in length")));
    }
    let mut states = (0..boids.len()).map(|index| boids.state(index));
    match states.find(|boid| !is_possible(boid)) {
        None => Ok(()),
        Some(boid) => Err(broken(format!("a boid of {name} is impossible: {boid:?}"))),
    }
}

fn is_possible(boid: &BoidState) -> bool {
    let number_is_sound = |x: &f32| x.abs() <= FARTHEST;
    let is_sound = |vector: Vec3| vector.iter().all(number_is_sound);
    let pose = boid.pose;
    is_sound(boid.position)
        && is_sound(boid.velocity)
        && (pose.orientation.norm() - 1.0).abs() <= NOT_UNIT
        && (0.0..=1.0).contains(&pose.phase)
        && (-1.0..=1.0).contains(&pose.variation)
}

fn check_body(body: &LooseBody) -> Result<(), SnapshotError> {
    if let Some(death) = &body.death {
        death.validate()?;
    }
    let is_age = (0.0..=f64::from(f32::MAX)).contains(&body.seconds);
    let is_stay = body.stay.is_none_or(|stay| stay.is_sound());
    match is_possible(&body.state) && is_possible(&body.before) && is_age && is_stay {
        true => Ok(()),
        false => Err(broken(format!("a loose body is impossible: {body:?}"))),
    }
}
