//! The error of a snapshot of a scene that cannot be restored.

use flock_sim::SnapshotError;

/// A snapshot of a scene was refused. Nothing was restored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SceneSnapshotError {
    /// The scene has no node with this id, or no script Flock at it: restore into the scene that was saved
    /// with the snapshot.
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
    /// No flock can have been in the state that the snapshot has of one.
    #[error("the flock of node {name}: {error}")]
    Flock {
        /// The name that the node had.
        name: String,
        /// What is wrong.
        error: SnapshotError,
    },
    /// What the snapshot says of the scene is impossible. It was cut off, mixed up or edited; take an older one.
    #[error("the snapshot is broken: {0}")]
    Broken(String),
}
