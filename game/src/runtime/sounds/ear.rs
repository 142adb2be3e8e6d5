//! The position of the listener.

use flock_sim::Vec3;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node, sound::listener::Listener},
};

/// Time between two searches for a listener, in seconds.
const BETWEEN_SEARCHES: f32 = 0.5;

/// The node of the listener.
#[derive(Default)]
pub(super) struct Ear {
    node: Handle<Node>,
    since_search: f32,
}

impl Ear {
    pub(super) fn position(&self, graph: &Graph) -> Option<Vec3> {
        let node = graph.try_get_node(self.node).ok()?;
        let hears = is_listener(node);
        hears.then(|| node.global_position())
    }

    /// Searches for a listener at intervals, if there is none. Cost: linear in the nodes of the
    /// graph.
    pub(super) fn search(&mut self, graph: &Graph, seconds: f32) {
        self.since_search += seconds;
        let is_new = self.node.is_none();
        if self.position(graph).is_some() || (self.since_search < BETWEEN_SEARCHES && !is_new) {
            return;
        }
        self.since_search = 0.0;
        let found = graph.pair_iter().find(|(_, node)| is_listener(node));
        // If there is no listener, the root is used until the next search.
        self.node = found.map_or(graph.get_root(), |(node, _)| node);
    }
}

fn is_listener(node: &Node) -> bool {
    node.cast::<Listener>().is_some() && node.is_globally_enabled()
}
