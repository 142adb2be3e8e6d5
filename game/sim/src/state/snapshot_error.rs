//! The error of snapshots that cannot be restored.

use crate::settings::validation::SettingsError;
use serde::{Deserialize, Deserializer};

/// Largest coordinate in metres, and largest component of a velocity in m/s, in a snapshot. A flock
/// without a boundary can drift that far, and the squares are still finite in `f32`.
pub(crate) const FARTHEST: f32 = 1e12;

/// Longest simulated time in a snapshot, in seconds: 30,000 years.
pub(crate) const MOST_SECONDS: f64 = 1e12;

/// Largest number of steps in a snapshot: 500,000 years at 60 steps a second.
pub(crate) const MOST_STEPS: u64 = 1_000_000_000_000_000;

/// A time or an age after a step of `dt` seconds. It ends at the longest time of a snapshot, so that
/// a flock that was restored with that time can be saved again.
pub(crate) fn later(seconds: f64, dt: f32) -> f64 {
    (seconds + f64::from(dt)).min(MOST_SECONDS)
}

/// The error of a snapshot that cannot be restored. Nothing was restored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// Settings, placement or the number of boids are out of range, or the memory does not suffice
    /// for the boids.
    #[error("the snapshot cannot be restored: {0}")]
    Settings(#[from] SettingsError),
    /// The contents are impossible for a flock or world, because the snapshot was truncated, mixed
    /// up or edited. The message says what is wrong. Restore an older snapshot.
    #[error("the snapshot is broken: {0}")]
    Broken(String),
}

/// An error with a message that says what is wrong.
pub(crate) fn broken(what: impl Into<String>) -> SnapshotError {
    SnapshotError::Broken(what.into())
}

/// Reads the format version of something that was saved, and refuses every version other than
/// `known`.
pub(crate) fn known_version<'de, D: Deserializer<'de>>(
    deserializer: D,
    what: &str,
    known: u32,
) -> Result<u32, D::Error> {
    let version = u32::deserialize(deserializer)?;
    if version == known {
        Ok(version)
    } else {
        Err(serde::de::Error::custom(format!(
            "the {what} is of version {version}; this library reads version {known}"
        )))
    }
}
