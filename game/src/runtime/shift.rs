//! Shifts of a scene, which wait until the global transforms show them.

use crate::{node_frame::NodeFrame, render::FlockRenderer};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};

/// Largest difference, in metres, and as a share of the coordinates, between the expected and the seen
/// position of a node.
const SHOWN: f32 = 0.01;
const ROUNDING: f32 = 1e-6;

/// A shift of the scene.
pub(super) struct Shift {
    pub(super) by: Vector3<f64>,
    /// The nodes directly below the root, and how far they moved.
    tops: Vec<(Handle<Node>, Vector3<f64>)>,
    /// A node, and its position once the transforms of the scene show the shift.
    marker: Option<(Handle<Node>, Vector3<f32>)>,
}

impl Shift {
    /// Moves the local positions of the nodes directly below the root.
    pub(super) fn of_nodes(graph: &mut Graph, by: Vector3<f32>) -> Self {
        Self {
            by: by.cast(),
            tops: shift_nodes(graph, by),
            marker: marker(graph),
        }
    }

    /// The way of a node, which includes the rounding of the node directly below the root.
    pub(super) fn of_node(&self, graph: &Graph, node: Handle<Node>) -> Vector3<f64> {
        let mut top = node;
        while let Ok(here) = graph.try_get_node(top) {
            if here.parent() == graph.get_root() {
                break;
            }
            top = here.parent();
        }
        let known = self.tops.iter().find(|(known, _)| *known == top);
        known.map_or(self.by, |(_, way)| *way)
    }

    /// The way of a frame in which flocks live.
    pub(super) fn of_frame(&self, graph: &Graph, frame: &NodeFrame) -> Vector3<f64> {
        if frame.is_world() {
            self.by
        } else {
            self.of_node(graph, frame.node())
        }
    }

    /// True if the global transforms show the shift.
    fn is_shown(&self, graph: &Graph) -> bool {
        self.marker.is_none_or(|(marker, place)| {
            let marker = graph.try_get_node(marker);
            let off = marker.map_or(0.0, |it| (it.global_position() - place).amax());
            off <= SHOWN + ROUNDING * place.amax()
        })
    }
}

/// The shifts that the global transforms of a scene do not show yet, in their order.
#[derive(Default)]
pub(super) struct ComingShifts(Vec<Shift>);

impl ComingShifts {
    pub(super) fn push(&mut self, shift: Shift) {
        self.0.push(shift);
    }

    pub(super) fn sum(&self) -> Vector3<f64> {
        self.0.iter().map(|shift| shift.by).sum()
    }

    /// Takes the shifts that the global transforms show by now.
    pub(super) fn take(&mut self, graph: &Graph) -> Vec<Shift> {
        let last = self.0.iter().rposition(|shift| shift.is_shown(graph));
        self.0.drain(..last.map_or(0, |last| last + 1)).collect()
    }
}

/// Moves the nodes directly below the root. Returns by how much, rounded, each of them has moved.
fn shift_nodes(graph: &mut Graph, by: Vector3<f32>) -> Vec<(Handle<Node>, Vector3<f64>)> {
    let children = graph[graph.get_root()].children().to_vec();
    let moved = children.into_iter().map(|child| {
        let transform = graph[child].local_transform_mut();
        let before: Vector3<f64> = transform.position().cast();
        transform.offset(by);
        (child, transform.position().cast() - before)
    });
    moved.collect()
}

/// The node of a renderer below the root, which nobody else moves, and its local position.
fn marker(graph: &Graph) -> Option<(Handle<Node>, Vector3<f32>)> {
    let root = graph.get_root();
    let mut renderers = graph
        .pair_iter()
        .filter(|(_, node)| node.parent() == root && node.cast::<FlockRenderer>().is_some());
    let (handle, node) = renderers.next()?;
    Some((handle, **node.local_transform().position()))
}
