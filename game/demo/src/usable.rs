//! Objects that the player can use with a key: doors, switches.

use crate::{dusk::Dusk, mover::Mover};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};

/// Distance within which the player can use an object, in metres.
const REACH: f32 = 9.0;

/// A script that the player can use.
pub(crate) trait Usable {
    /// The action in the prompt; empty if the object cannot be used.
    fn prompt(&self) -> &str;

    /// The player uses it.
    fn use_it(&mut self);
}

fn usable(node: &Node) -> Option<&dyn Usable> {
    let mover = node.try_get_script::<Mover>().map(|it| it as &dyn Usable);
    let dusk = || node.try_get_script::<Dusk>().map(|it| it as &dyn Usable);
    mover.or_else(dusk).filter(|it| !it.prompt().is_empty())
}

/// The nearest usable object to a place.
pub(crate) fn nearest(graph: &Graph, from: Vector3<f32>) -> Option<Handle<Node>> {
    let distance = |node: &Node| (node.global_position() - from).norm();
    let within = graph.pair_iter().filter(|(_, node)| usable(node).is_some());
    let within = within.map(|(handle, node)| (handle, distance(node)));
    let within = within.filter(|(_, distance)| *distance <= REACH);
    let nearest = within.min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.map(|(handle, _)| handle)
}

/// The prompt of the usable object at a node.
pub(crate) fn prompt(graph: &Graph, node: Handle<Node>) -> Option<String> {
    let node = graph.try_get_node(node).ok()?;
    usable(node).map(|it| it.prompt().to_string())
}

/// Uses the object at a node, and all objects with the same prompt: both leaves of a door.
pub(crate) fn use_all(graph: &mut Graph, node: Handle<Node>) {
    let Some(wanted) = prompt(graph, node) else {
        return;
    };
    for node in graph.linear_iter_mut() {
        for mover in node.try_get_scripts_mut::<Mover>() {
            if mover.prompt() == wanted {
                mover.use_it();
            }
        }
        for dusk in node.try_get_scripts_mut::<Dusk>() {
            if dusk.prompt() == wanted {
                dusk.use_it();
            }
        }
    }
}
