//! Objects that the player can use with a key: doors, switches.

use crate::{dusk::Dusk, mover::Mover, regrow::Regrow, ride::Ride};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
    script::Script,
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

/// Declares the scripts that the player can use.
macro_rules! usables {
    ($($Usable:ty),*) => {
        fn as_usable(script: &Script) -> Option<&dyn Usable> {
            $(if let Some(usable) = script.cast::<$Usable>() {
                return Some(usable);
            })*
            None
        }

        fn as_usable_mut(script: &mut Script) -> Option<&mut dyn Usable> {
            $(if script.cast::<$Usable>().is_some() {
                return script.cast_mut::<$Usable>().map(|usable| usable as _);
            })*
            None
        }
    };
}

usables!(Mover, Dusk, Ride, Regrow);

fn usable(node: &Node) -> Option<&dyn Usable> {
    let mut usables = node.scripts().filter_map(as_usable);
    usables.find(|usable| !usable.prompt().is_empty())
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
        for usable in node.scripts_mut().filter_map(as_usable_mut) {
            if usable.prompt() == wanted {
                usable.use_it();
            }
        }
    }
}
