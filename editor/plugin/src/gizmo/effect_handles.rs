//! Handles for the sizes and positions of scripts that affect flocks, and for the points of paths
//! and formations.

use super::dragged::{DragLine, Dragged};
use crate::{
    effects::{dragged, dragged_mut, AnyEffect, Size},
    scene_flocks::{frame, has_child_points},
};
use fyrox::{
    core::{
        algebra::{Matrix4, Point3},
        pool::Handle,
        Uuid,
    },
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::{scripts::FlockReef, sim::Vec3};
use fyroxed_base::{message::MessageSender, scene::commands::graph::MoveNodeCommand};

/// Smallest and largest length that a handle sets, in metres.
const SHORTEST: f32 = 0.01;
const LONGEST: f32 = 1000.0;

/// A handle of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EffectHandle {
    /// A size that is measured along an axis.
    Size(Size),
    /// A position in the frame of the node.
    Place,
    /// A child node that is a point of a path or of a formation.
    Point(Handle<Node>),
}

/// The sizes and positions of scripts that affect flocks, and the points of paths and formations.
pub(super) struct EffectSizes;

/// The values before a drag.
pub(super) enum Original {
    Script(Box<dyn AnyEffect>),
    Position(Vec3),
}

impl Dragged for EffectSizes {
    type Handle = EffectHandle;
    type Original = Original;
    const MODE: Uuid = Uuid::from_u128(0xb7d3e196_40fc_4a8e_92c5_6f1e08d7a3b4);
    const TOOLTIP: &'static str =
        "Edit the size or the offset of what acts on flocks, or the points of a path or a formation";

    fn handles(graph: &Graph, node: Handle<Node>) -> Vec<EffectHandle> {
        let Ok(node) = graph.try_get_node(node) else {
            return Vec::new();
        };
        if has_child_points(node) {
            let points = node.children().iter();
            return points.map(|point| EffectHandle::Point(*point)).collect();
        }
        let Some(script) = dragged(node) else {
            return Vec::new();
        };
        let sizes = script.sizes().into_iter();
        let sizes = sizes.map(|(size, _)| EffectHandle::Size(size));
        let place = script.place().map(|_| EffectHandle::Place);
        sizes.chain(place).collect()
    }

    fn position(graph: &Graph, node: Handle<Node>, handle: &EffectHandle) -> Option<Vec3> {
        let size = match handle {
            EffectHandle::Size(size) => size,
            EffectHandle::Place => {
                let place = dragged(graph.try_get_node(node).ok()?)?.place()?;
                return Some(frame(graph, node).transform_point(&place.into()).coords);
            }
            EffectHandle::Point(point) => {
                return Some(graph.try_get_node(*point).ok()?.global_position())
            }
        };
        let line = Self::line(graph, node, handle)?;
        let sizes = dragged(graph.try_get_node(node).ok()?)?.sizes();
        let (_, distance) = sizes.iter().find(|(known, _)| known == size)?;
        Some(line.center + line.direction * (*distance * scale(graph, node, *size)))
    }

    fn line(graph: &Graph, node: Handle<Node>, handle: &EffectHandle) -> Option<DragLine> {
        let EffectHandle::Size(size) = handle else {
            return None;
        };
        let axis = size.axis();
        let script = dragged(graph.try_get_node(node).ok()?)?;
        let origin = script.origin(graph, node);
        let frame = origin.map_or_else(
            || frame(graph, node),
            |origin| Matrix4::new_translation(&origin),
        );
        Some(DragLine {
            center: frame.transform_point(&Point3::origin()).coords,
            direction: frame.transform_vector(&axis),
            axis,
        })
    }

    fn original(graph: &Graph, node: Handle<Node>, handle: &EffectHandle) -> Option<Original> {
        Some(match handle {
            EffectHandle::Size(_) | EffectHandle::Place => {
                Original::Script(dragged(graph.try_get_node(node).ok()?)?.boxed())
            }
            EffectHandle::Point(point) => {
                let transform = graph.try_get_node(*point).ok()?.local_transform();
                Original::Position(**transform.position())
            }
        })
    }

    fn move_to(graph: &mut Graph, node: Handle<Node>, handle: &EffectHandle, position: Vec3) {
        match handle {
            EffectHandle::Size(size) => {
                let Some(line) = Self::line(graph, node, handle) else {
                    return;
                };
                let distance = (position - line.center).dot(&line.direction);
                let distance = distance / scale(graph, node, *size);
                let script = graph.try_get_node_mut(node).ok().and_then(dragged_mut);
                if let (Some(script), true) = (script, distance.is_finite()) {
                    script.set_size(*size, distance.clamp(SHORTEST, LONGEST));
                }
            }
            EffectHandle::Place => {
                let Some(to_node) = frame(graph, node).try_inverse() else {
                    return;
                };
                let place = to_node.transform_point(&position.into()).coords;
                let script = graph.try_get_node_mut(node).ok().and_then(dragged_mut);
                if let (Some(script), true) = (script, place.iter().all(|x| x.is_finite())) {
                    script.set_place(place.map(|x| x.clamp(-LONGEST, LONGEST)));
                }
            }
            EffectHandle::Point(point) => move_point(graph, *point, position),
        }
    }

    fn restore(graph: &mut Graph, node: Handle<Node>, handle: &EffectHandle, original: Original) {
        match (original, handle) {
            (Original::Script(script), _) => {
                if let Ok(node) = graph.try_get_node_mut(node) {
                    script.restore(node);
                }
            }
            (Original::Position(position), EffectHandle::Point(point)) => {
                if let Ok(point) = graph.try_get_node_mut(*point) {
                    point.local_transform_mut().set_position(position);
                }
            }
            _ => (),
        }
    }

    fn finish(
        graph: &mut Graph,
        node: Handle<Node>,
        handle: &EffectHandle,
        original: Original,
        sender: &MessageSender,
    ) {
        match (&original, handle) {
            (Original::Script(_), EffectHandle::Size(_) | EffectHandle::Place) => {
                let changed = graph.try_get_node(node).ok().and_then(dragged);
                let changed = changed.map(AnyEffect::boxed);
                let after = Self::position(graph, node, handle);
                Self::restore(graph, node, handle, original);
                let is_changed = after != Self::position(graph, node, handle);
                if let Some(changed) = changed.filter(|_| is_changed) {
                    changed.send(node, sender);
                }
            }
            (Original::Position(before), EffectHandle::Point(point)) => {
                let after = graph.try_get_node(*point);
                let after = after.map(|point| **point.local_transform().position());
                let (before, Ok(after)) = (*before, after) else {
                    return;
                };
                Self::restore(graph, node, handle, original);
                if before != after {
                    sender.do_command(MoveNodeCommand::new(*point, before, after));
                }
            }
            _ => (),
        }
    }
}

/// Scale of a size in world space: the rock of a reef is scaled with its node.
fn scale(graph: &Graph, node: Handle<Node>, size: Size) -> f32 {
    match FlockReef::of(graph, node) {
        Some(_) => graph.global_scale(node).dot(&size.axis()),
        None => 1.0,
    }
}

/// Moves a node to a world position.
fn move_point(graph: &mut Graph, point: Handle<Node>, position: Vec3) {
    let above = graph.try_get_node(point).map(|point| point.parent());
    let above = above.and_then(|above| graph.try_get_node(above));
    let to_above = above
        .ok()
        .and_then(|it| it.global_transform().try_inverse());
    let local = to_above
        .unwrap_or_default()
        .transform_point(&Point3::from(position));
    if let (Ok(point), true) = (
        graph.try_get_node_mut(point),
        local.iter().all(|x| x.is_finite()),
    ) {
        point.local_transform_mut().set_position(local.coords);
        // The handle is drawn before the engine's next update.
        graph.update_hierarchical_data();
    }
}
