//! The search for what carries a perch area.

use super::{obstacle::FlockObstacle, perch_carrier::PerchCarrier};
use crate::node_frame::{NodeFrame, NodeSide};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        graph::Graph,
        node::Node,
        rigidbody::{RigidBody, RigidBodyType},
    },
};

/// The carrier of the area at a node; `None` if nothing carries it in the frame `within`. What
/// carries the frame itself rests there. Cost: linear in the ancestors of the node.
pub(super) fn carrier_of(
    graph: &Graph,
    area: Handle<Node>,
    within: &NodeFrame,
) -> Option<PerchCarrier> {
    let mut node = area;
    while let Ok(here) = graph.try_get_node(node) {
        let body = here.cast::<RigidBody>();
        if body.is_some() || here.has_script::<FlockObstacle>() {
            if within.side_of(graph, node) == NodeSide::Carries {
                return None;
            }
            let is_moving = |body: &RigidBody| body.body_type() != RigidBodyType::Static;
            return Some(PerchCarrier {
                node,
                is_moving_body: body.is_some_and(is_moving),
                area: NodeFrame::of(graph, node).placement_of(graph, area),
            });
        }
        node = here.parent();
    }
    None
}
