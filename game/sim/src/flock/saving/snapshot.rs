//! Snapshots: the whole state of a flock, to be stored and restored.

use crate::{
    flock::{
        clock::budget::Budget,
        inputs::{
            emitters::EmitterSet, formations::SavedFormation, moving_frame::MovingFrame,
            tags::Tags, way_finder::SavedWays,
        },
        log::{InputLog, Replay},
        population::{data::BoidData, detail::DetailState, waiting::Waiting},
        reports::{events::Watch, statistics::Statistics},
    },
    math::{frame::Placement, reference_frame::ReferenceFrame},
    motion::{loose_body::LooseBody, wind::Wind},
    obstacles::ObstacleSet,
    perches::set::PerchSet,
    settings::Settings,
    state::{
        boids::Boids, looks::Looks, slot_map::SavedSlots, slot_round::SlotRound,
        snapshot_error::known_version,
    },
    steering::{
        avoidance::StoredLook,
        fear::{memory::StoredFear, predator::PredatorSet},
        influences::set::InfluenceSet,
        scare::ActiveScare,
    },
};
use serde::{Deserialize, Deserializer, Serialize};

/// The version of the snapshot format that this library writes and reads.
const VERSION: u32 = 1;

/// The whole state of a flock; a flock restored from it continues with the same bits.
///
/// It holds settings, placement, time, boids with their ids and data, dead and held ones too,
/// scares, influences, wind, emitters, moving obstacles, predators, fear, perches, levels of
/// detail, tags, the budget, the kinds of events that are recorded, a log that was begun or is
/// replayed, and counters, but neither the geometry, which is the level's, nor a custom rule, which
/// is code. Any serde format that keeps every bit of a number stores it: binary formats, RON, and
/// `serde_json` with its feature `float_roundtrip`. A boid takes 108 bytes in a binary format, and
/// a boid near geometry 20 more.
///
/// ```
/// use flock_sim::{saving::Snapshot, Flock, Geometry, Placement, Settings};
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
    /// First field, so that a snapshot of another version is refused because of its version and not
    /// because of its contents.
    #[serde(deserialize_with = "version")]
    pub(crate) version: u32,
    pub(crate) settings: Settings,
    pub(crate) placement: Placement,
    #[serde(default)]
    pub(crate) frame: MovingFrame,
    /// Simulated time, in seconds.
    pub(crate) time: f64,
    /// Time that no step has used yet, in seconds.
    pub(crate) remainder: f64,
    pub(crate) blend: f32,
    pub(crate) statistics: Statistics,
    pub(crate) scares: Vec<ActiveScare>,
    pub(crate) influences: InfluenceSet,
    #[serde(default)]
    pub(crate) ways: SavedWays,
    #[serde(default)]
    pub(crate) formations: Vec<SavedFormation>,
    pub(crate) wind: Wind,
    pub(crate) slots: SavedSlots,
    /// Depenetration that is left for the next steps.
    pub(crate) unchecked: SlotRound,
    pub(crate) untried: SlotRound,
    pub(crate) waiting: Waiting,
    /// The avoidance memory of the boids near geometry.
    pub(crate) sights: Vec<StoredLook>,
    pub(crate) current: Boids,
    pub(crate) previous: Boids,
    pub(crate) bodies: Vec<LooseBody>,
    pub(crate) data: BoidData,
    #[serde(default)]
    pub(crate) looks: Looks,
    pub(crate) emitters: EmitterSet,
    pub(crate) obstacles: ObstacleSet,
    /// True if an obstacle moved in the last step.
    pub(crate) obstacles_moved: bool,
    pub(crate) predators: PredatorSet,
    /// Fear memory of the boids that are not calm.
    pub(crate) fear: Vec<StoredFear>,
    pub(crate) perches: PerchSet,
    pub(crate) detail: DetailState,
    /// Fingerprint of the geometry in which the boids were.
    pub(crate) fingerprint: u64,
    pub(crate) budget: Budget,
    pub(crate) watch: Watch,
    pub(crate) tags: Tags,
    /// The log that is being recorded, and the one that is being replayed.
    pub(crate) log: Option<InputLog>,
    pub(crate) replay: Option<Replay>,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    known_version(deserializer, "snapshot", VERSION)
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

    /// The frame of the flock when the snapshot was taken, as it was last given.
    pub fn frame(&self) -> &ReferenceFrame {
        self.frame.given()
    }

    /// Number of placed boids.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// True if no boid is placed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
