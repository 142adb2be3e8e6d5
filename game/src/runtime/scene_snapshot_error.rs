//! The error of a snapshot of a scene that cannot be restored.

use flock_sim::saving::SnapshotError;

/// Why a snapshot of a scene was rejected. Nothing was restored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SceneSnapshotError {
    /// The scene has no node with this id, or the node has no `Flock` script. Restore into the
    /// scene that was saved with the snapshot.
    #[error(
        "the scene has no flock at a node {name} with the id {id}, but the snapshot has; restore into \
         the scene that was saved with it"
    )]
    Missing {
        /// The name that the node had.
        name: String,
        /// Its [`instance_id`](fyrox::scene::base::Base::instance_id).
        id: String,
    },
    /// The saved state of a flock is invalid.
    #[error("the flock of node {name}: {error}")]
    Flock {
        /// The name that the node had.
        name: String,
        /// The error of the flock's snapshot.
        error: SnapshotError,
    },
    /// The snapshot is inconsistent: it was truncated, mixed up or edited. Use an older one.
    #[error("the snapshot is broken: {0}")]
    Broken(String),
}
