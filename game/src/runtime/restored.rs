//! What a flock keeps of a snapshot of its scene.

use super::saved_nodes::RestoredNodes;
use flock_sim::world::Hunts;
use fyrox::{core::pool::Handle, scene::node::Node};
use std::sync::Arc;

/// The state of a flock that was restored with a snapshot of its scene.
#[derive(Default)]
pub(super) struct Restored {
    /// Its index in the last snapshot; `None` if it was not in it.
    pub(super) place: Option<u32>,
    /// Its saved hunts, until they are restored in the world.
    pub(super) hunts: Option<Hunts>,
    /// The nodes of the snapshot, until the simulation has started.
    pub(super) nodes: Arc<RestoredNodes>,
}

impl Restored {
    /// True for a node of the snapshot that was where it had been saved.
    pub(super) fn is_unmoved(&self, node: Handle<Node>) -> bool {
        self.nodes
            .unmoved
            .iter()
            .any(|(unmoved, _)| *unmoved == node)
    }
}
