//! Dragging of the sizes of scripts that act on flocks, and of the points of paths.

use super::dragged::{DragLine, Dragged};
use crate::{scene_flocks::frame, script_command::ReplaceScript};
use fyrox::{
    core::{algebra::Point3, pool::Handle, Uuid},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
    script::ScriptTrait,
};
use fyrox_flock::{
    sim::Vec3, EffectShape, FlockEmitter, FlockGuide, FlockObstacle, FlockPath, FlockTarget,
    FlockVolume,
};
use fyroxed_base::{message::MessageSender, scene::commands::graph::MoveNodeCommand};

/// Smallest and largest length that a handle makes, in metres.
const SHORTEST: f32 = 0.01;
const LONGEST: f32 = 1000.0;

/// A handle of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EffectHandle {
    /// A length that is measured along an axis of the node.
    Length(Length),
    /// The child node that is a point of a path.
    Point(Handle<Node>),
}

/// A length of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Of an arrow, along Z.
    Arrow,
    /// A radius, along X.
    Radius,
    /// Half of the size of a box along an axis.
    HalfExtent(usize),
    /// The end of a capsule, along Y.
    End,
}

impl Length {
    fn axis(self) -> Vec3 {
        match self {
            Self::Arrow => Vec3::z(),
            Self::Radius => Vec3::x(),
            Self::End => Vec3::y(),
            Self::HalfExtent(axis) => {
                let mut along = Vec3::zeros();
                along[axis] = 1.0;
                along
            }
        }
    }
}

/// A script with lengths that can be dragged.
trait Sized3D: ScriptTrait + Clone {
    fn lengths(&self) -> Vec<(Length, f32)>;

    fn set_length(&mut self, length: Length, to: f32);
}

/// The lengths of scripts, whatever their type.
pub(super) trait AnySized {
    fn lengths(&self) -> Vec<(Length, f32)>;

    fn set_length(&mut self, length: Length, to: f32);

    fn boxed(&self) -> Box<dyn AnySized>;

    /// Puts the script in the place of the one at a node.
    fn restore(&self, node: &mut Node);

    /// Sends the command that does so.
    fn send(&self, node: Handle<Node>, sender: &MessageSender);
}

impl<S: Sized3D> AnySized for S {
    fn lengths(&self) -> Vec<(Length, f32)> {
        Sized3D::lengths(self)
    }

    fn set_length(&mut self, length: Length, to: f32) {
        Sized3D::set_length(self, length, to);
    }

    fn boxed(&self) -> Box<dyn AnySized> {
        Box::new(self.clone())
    }

    fn restore(&self, node: &mut Node) {
        if let Some(script) = node.try_get_script_mut::<S>() {
            *script = self.clone();
        }
    }

    fn send(&self, node: Handle<Node>, sender: &MessageSender) {
        let name = "Drag size".into();
        sender.do_command(ReplaceScript::new(name, node, self.clone()));
    }
}

impl Sized3D for FlockTarget {
    fn lengths(&self) -> Vec<(Length, f32)> {
        vec![(Length::Radius, *self.slowing)]
    }

    fn set_length(&mut self, _: Length, to: f32) {
        self.slowing.set_value_and_mark_modified(to);
    }
}

impl Sized3D for FlockGuide {
    fn lengths(&self) -> Vec<(Length, f32)> {
        vec![(Length::Arrow, *self.length)]
    }

    fn set_length(&mut self, _: Length, to: f32) {
        self.length.set_value_and_mark_modified(to);
    }
}

impl Sized3D for FlockEmitter {
    fn lengths(&self) -> Vec<(Length, f32)> {
        vec![(Length::Radius, *self.radius)]
    }

    fn set_length(&mut self, _: Length, to: f32) {
        self.radius.set_value_and_mark_modified(to);
    }
}

impl Sized3D for FlockVolume {
    fn lengths(&self) -> Vec<(Length, f32)> {
        lengths_of(&self.shape)
    }

    fn set_length(&mut self, length: Length, to: f32) {
        let shape = resized(*self.shape, length, to);
        self.shape.set_value_and_mark_modified(shape);
    }
}

impl Sized3D for FlockObstacle {
    fn lengths(&self) -> Vec<(Length, f32)> {
        lengths_of(&self.shape)
    }

    fn set_length(&mut self, length: Length, to: f32) {
        let shape = resized(*self.shape, length, to);
        self.shape.set_value_and_mark_modified(shape);
    }
}

fn lengths_of(shape: &EffectShape) -> Vec<(Length, f32)> {
    match *shape {
        EffectShape::Sphere { radius } => vec![(Length::Radius, radius)],
        EffectShape::Box { half_extents } => (0..3)
            .map(|axis| (Length::HalfExtent(axis), half_extents[axis]))
            .collect(),
        EffectShape::Capsule {
            half_height,
            radius,
        } => vec![
            (Length::Radius, radius),
            (Length::End, half_height + radius),
        ],
        EffectShape::Mesh { .. } => Vec::new(),
    }
}

fn resized(mut shape: EffectShape, length: Length, to: f32) -> EffectShape {
    match (&mut shape, length) {
        (EffectShape::Sphere { radius }, _) => *radius = to,
        (EffectShape::Box { half_extents }, Length::HalfExtent(axis)) => half_extents[axis] = to,
        (
            EffectShape::Capsule {
                half_height,
                radius,
            },
            Length::End,
        ) => *half_height = (to - *radius).max(0.0),
        (EffectShape::Capsule { radius, .. }, _) => *radius = to,
        _ => (),
    }
    shape
}

macro_rules! find_sized {
    ($node:expr, $get:ident, $dyn:ty; $($Script:ident)*) => {{
        $(if $node.has_script::<$Script>() {
            return $node.$get::<$Script>().map(|script| script as $dyn);
        })*
        None
    }};
}

fn sized(node: &Node) -> Option<&dyn AnySized> {
    find_sized!(node, try_get_script, &dyn AnySized;
        FlockTarget FlockGuide FlockEmitter FlockVolume FlockObstacle)
}

fn sized_mut(node: &mut Node) -> Option<&mut dyn AnySized> {
    find_sized!(node, try_get_script_mut, &mut dyn AnySized;
        FlockTarget FlockGuide FlockEmitter FlockVolume FlockObstacle)
}

/// The sizes of scripts that act on flocks, and the points of paths.
pub(super) struct EffectSizes;

/// What a drag changes.
pub(super) enum Original {
    Script(Box<dyn AnySized>),
    Position(Vec3),
}

impl Dragged for EffectSizes {
    type Handle = EffectHandle;
    type Original = Original;
    const MODE: Uuid = Uuid::from_u128(0xb7d3e196_40fc_4a8e_92c5_6f1e08d7a3b4);
    const TOOLTIP: &'static str = "Edit the size of what acts on flocks, or the points of the path";

    fn handles(graph: &Graph, node: Handle<Node>) -> Vec<EffectHandle> {
        let Ok(node) = graph.try_get_node(node) else {
            return Vec::new();
        };
        if node.has_script::<FlockPath>() {
            let points = node.children().iter();
            return points.map(|point| EffectHandle::Point(*point)).collect();
        }
        let lengths = sized(node).map_or_else(Vec::new, AnySized::lengths);
        let handles = lengths.iter();
        handles
            .map(|(length, _)| EffectHandle::Length(*length))
            .collect()
    }

    fn position(graph: &Graph, node: Handle<Node>, handle: &EffectHandle) -> Option<Vec3> {
        let length = match handle {
            EffectHandle::Length(length) => length,
            EffectHandle::Point(point) => {
                return Some(graph.try_get_node(*point).ok()?.global_position())
            }
        };
        let line = Self::line(graph, node, handle)?;
        let lengths = sized(graph.try_get_node(node).ok()?)?.lengths();
        let (_, distance) = lengths.iter().find(|(known, _)| known == length)?;
        Some(line.center + line.direction * *distance)
    }

    fn line(graph: &Graph, node: Handle<Node>, handle: &EffectHandle) -> Option<DragLine> {
        let EffectHandle::Length(length) = handle else {
            return None;
        };
        let (frame, axis) = (frame(graph, node), length.axis());
        Some(DragLine {
            center: frame.transform_point(&Point3::origin()).coords,
            direction: frame.transform_vector(&axis),
            axis,
        })
    }

    fn original(graph: &Graph, node: Handle<Node>, handle: &EffectHandle) -> Option<Original> {
        Some(match handle {
            EffectHandle::Length(_) => {
                Original::Script(sized(graph.try_get_node(node).ok()?)?.boxed())
            }
            EffectHandle::Point(point) => {
                let transform = graph.try_get_node(*point).ok()?.local_transform();
                Original::Position(**transform.position())
            }
        })
    }

    fn move_to(graph: &mut Graph, node: Handle<Node>, handle: &EffectHandle, position: Vec3) {
        match handle {
            EffectHandle::Length(length) => {
                let Some(line) = Self::line(graph, node, handle) else {
                    return;
                };
                let distance = (position - line.center).dot(&line.direction);
                let script = graph.try_get_node_mut(node).ok().and_then(sized_mut);
                if let (Some(script), true) = (script, distance.is_finite()) {
                    script.set_length(*length, distance.clamp(SHORTEST, LONGEST));
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
            (Original::Script(_), EffectHandle::Length(_)) => {
                let changed = graph.try_get_node(node).ok().and_then(sized);
                let changed = changed.map(AnySized::boxed);
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

/// Moves a node to a position of the world.
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
