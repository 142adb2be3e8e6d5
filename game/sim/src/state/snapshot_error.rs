//! The error of a snapshot that cannot be restored.

use crate::settings::validation::SettingsError;
use serde::{Deserialize, Deserializer};

/// Largest coordinate, in metres, and largest component of a velocity, in m/s, in a snapshot. A
/// flock without a boundary can drift that far, and the squares are still finite `f32`.
pub(crate) const FARTHEST: f32 = 1e12;

/// Longest simulated time in a snapshot, in seconds: 30,000 years.
pub(crate) const MOST_SECONDS: f64 = 1e12;

/// A snapshot was refused: no flock can have been in such a state. Nothing was restored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// Settings, placement or a number of boids is out of range, or there is no memory for so many
    /// boids.
    #[error("the snapshot cannot be restored: {0}")]
    Settings(#[from] SettingsError),
    /// What the snapshot says of its boids is impossible. It was cut off, mixed up or edited; take
    /// an older one.
    #[error("the snapshot is broken: {0}")]
    Broken(String),
}

/// An error that says what is broken.
pub(crate) fn broken(what: impl Into<String>) -> SnapshotError {
    SnapshotError::Broken(what.into())
}

/// Reads the version of something that was saved, and refuses any other than the one that is known.
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
