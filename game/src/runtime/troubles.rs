//! Telling of every trouble once.

use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::collections::HashSet;

/// What has been reported and not got better since, so that the log has every trouble once, however long it lasts.
#[derive(Default)]
pub(super) struct Troubles(HashSet<Trouble>);

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Trouble {
    Settings,
    Placement,
    Room,
    Driver,
    Building,
    MeshNodes,
    Look,
    Owner,
}

impl Troubles {
    /// Logs a message with the name of the flock's node, unless the trouble is known.
    pub(super) fn report(
        &mut self,
        trouble: Trouble,
        graph: &Graph,
        owner: Handle<Node>,
        message: &str,
    ) {
        if self.0.insert(trouble) {
            Log::err(format!("{}: {message}", name(graph, owner)));
        }
    }

    /// The next time it occurs, it is news again.
    pub(super) fn over(&mut self, trouble: Trouble) {
        self.0.remove(&trouble);
    }
}

/// What the log calls the flock of a node.
pub(super) fn name(graph: &Graph, owner: Handle<Node>) -> String {
    let name = graph.try_get_node(owner).map_or("?", |node| node.name());
    format!("Flock of node {name}")
}
