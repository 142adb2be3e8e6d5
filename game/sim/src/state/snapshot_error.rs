//! The error of a snapshot that cannot be restored.

use crate::settings::validation::SettingsError;

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
