//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Sound.

use super::prelude::*;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node, sound::listener::Listener},
};
use fyrox_flock::{scripts::FlockSound, sim::Vec3};

/// Smallest range that is allowed, in metres.
const LEAST_RANGE: f32 = 0.1;

impl EffectEditor for FlockSound {
    /// The sphere around the listener in which boids are heard; around the node if there is no
    /// listener.
    fn draw(&self, pen: &mut Pen) {
        if let Some(ear) = self.origin(pen.graph, pen.node) {
            pen.move_to(ear);
        }
        pen.sphere(*self.range, EFFECT);
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        vec![(Size::Radius, *self.range)]
    }

    fn set_size(&mut self, _: Size, to: f32) {
        self.range.set_value_and_mark_modified(to.max(LEAST_RANGE));
    }

    fn origin(&self, graph: &Graph, node: Handle<Node>) -> Option<Vec3> {
        let content = content(graph, node);
        let mut nodes = graph.pair_iter();
        let ear = nodes.find(|(handle, node)| {
            let hears = node.cast::<Listener>().is_some() && node.is_globally_enabled();
            hears && self::content(graph, *handle) == content
        });
        ear.map(|(_, ear)| ear.global_position())
    }
}

/// The highest node above a node, except the root of the graph. The editor has a listener of its
/// own beside the nodes of the scene.
fn content(graph: &Graph, node: Handle<Node>) -> Handle<Node> {
    let mut content = node;
    while let Ok(here) = graph.try_get_node(content) {
        if here.parent().is_none() || here.parent() == graph.get_root() {
            break;
        }
        content = here.parent();
    }
    content
}
