//! The whole state of a flock, to be kept and to go on from.

use crate::{
    avoidance::KnownSight,
    boids::Boids,
    lookup::Slots,
    scare::MOST_SCARES,
    validate::{Check, MOST_BOIDS},
    ActiveScare, Placement, Settings, SettingsError, Statistics, Vec3,
};
use serde::{Deserialize, Deserializer, Serialize};

/// The version of snapshots that this library writes and reads.
const VERSION: u32 = 2;

/// Farthest coordinate, in metres, and largest component of a velocity, in m/s, that a snapshot may hold. A flock without
/// a boundary can drift that far, but squares of these still are numbers of single precision.
const FARTHEST: f32 = 1e12;

/// How far the length of an orientation may be from 1.
const NOT_UNIT: f32 = 1e-3;

/// The whole state of a flock: a flock restored from it goes on with the same bits.
///
/// It holds settings, placement, time, boids with their ids, scares and counters, but not the geometry, which the level
/// has, nor a custom rule, which is code. Any format of serde that keeps every bit of a number will do to store it: binary
/// ones do, and so does RON; `serde_json` does with its feature `float_roundtrip`. A boid takes 108 bytes in a binary format,
/// and one near geometry 20 more.
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
    /// Comes first, so that a snapshot of another version is refused for that and not for what it holds.
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
    pub(crate) slots: Slots,
    /// What the boids near geometry saw last.
    pub(crate) sights: Vec<KnownSight>,
    pub(crate) current: Boids,
    pub(crate) previous: Boids,
}

/// A snapshot was refused: no flock can have been in such a state. Nothing was restored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// Settings, placement or a number of boids is out of range, or there is no memory for so many boids.
    #[error("the snapshot cannot be restored: {0}")]
    Settings(#[from] SettingsError),
    /// What the snapshot says of its boids is impossible. It was cut off, mixed up or edited; take an older one.
    #[error("the snapshot is broken: {0}")]
    Broken(String),
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

    /// Where the flock's frame lay when the snapshot was taken.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Number of boids that have a place.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// Whether there are no such boids.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a flock can have been in this state; the slots are checked by what is made of them.
    pub(crate) fn check(&self) -> Result<(), SnapshotError> {
        self.settings.validate()?;
        self.placement.validate()?;
        self.check_times()?;
        self.check_scares()?;
        let mut check = Check::default();
        let boids = u32::try_from(self.len() + self.slots.waiting()).unwrap_or(u32::MAX);
        check.count("number of boids", boids, 0, MOST_BOIDS);
        check.finish()?;
        check_boids("current", &self.current)?;
        check_boids("previous", &self.previous)?;
        if self.current.slot != self.previous.slot {
            return Err(broken("current and previous hold different boids"));
        }
        Ok(())
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

/// An error that says what is broken.
pub(crate) fn broken(what: impl Into<String>) -> SnapshotError {
    SnapshotError::Broken(what.into())
}

fn check_boids(name: &str, boids: &Boids) -> Result<(), SnapshotError> {
    if !boids.is_complete() {
        return Err(broken(format!("the arrays of {name} differ in length")));
    }
    for index in 0..boids.len() {
        let number_is_sound = |x: &f32| x.abs() <= FARTHEST;
        let is_sound = |vector: Vec3| vector.iter().all(number_is_sound);
        let pose = boids.pose(index);
        let good = is_sound(boids.position(index))
            && is_sound(boids.velocity(index))
            && (pose.orientation.norm() - 1.0).abs() <= NOT_UNIT
            && (0.0..=1.0).contains(&pose.phase)
            && (-1.0..=1.0).contains(&pose.variation);
        if !good {
            let boid = boids.state(index);
            return Err(broken(format!("a boid of {name} is impossible: {boid:?}")));
        }
    }
    Ok(())
}
