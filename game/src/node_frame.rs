//! The node in whose frame a flock lives.
//!
//! The place of a node above or below the frame's node is composed of the local transforms of the
//! nodes between the two. So it keeps its bits while the frame moves: a node that stays in the frame
//! is not seen as changed. A place computed from global transforms would change by rounding in each
//! frame of the game.

use crate::placement::{placed, placement};
use flock_sim::{Placement, ReferenceFrame, Vec3};
use fyrox::{
    core::{
        algebra::{Matrix3, Matrix4, Rotation3, UnitQuaternion, Vector3},
        math::Matrix4Ext,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};

/// The coordinates of a flock: those of a node without its scale, or of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeFrame {
    /// [`Handle::NONE`] for the world.
    node: Handle<Node>,
    /// Position and rotation of the frame in the world.
    pose: ReferenceFrame,
    /// Rotation from the frame to the axes that follow from the rotations of the node and its
    /// parents alone. The identity, unless a parent is mirrored or unevenly scaled, which turns what
    /// is drawn.
    turn: UnitQuaternion<f32>,
    /// The scale of the node in the world. The frame itself has no scale.
    scale: Matrix4<f32>,
    has_jumped: bool,
}

/// The coordinates of some flocks: those of a node, or the world from an origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrameId {
    /// [`Handle::NONE`] for the world.
    pub(crate) node: Handle<Node>,
    /// The origin of the world; zero for a node.
    origin: Vector3<f64>,
}

impl FrameId {
    /// The same coordinates after a shift of the scene.
    pub(crate) fn shifted(self, by: &Vector3<f64>) -> Self {
        if self.node.is_some() {
            return self;
        }
        Self {
            origin: self.origin + by,
            ..self
        }
    }
}

/// Where a node is in the tree of nodes, seen from the node of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeSide {
    /// It is the node of the frame or an ancestor of it.
    Carries,
    /// It is a descendant of the node of the frame. Every node is inside the world.
    Inside,
    /// It is neither above nor below the node of the frame, so it does not move with the frame.
    Outside,
}

impl Default for NodeFrame {
    /// The world.
    fn default() -> Self {
        Self {
            node: Handle::NONE,
            pose: ReferenceFrame::default(),
            turn: UnitQuaternion::identity(),
            scale: Matrix4::identity(),
            has_jumped: false,
        }
    }
}

impl NodeFrame {
    /// The frame of a node; the world if the node does not exist. Cost: linear in the ancestors of
    /// the node.
    pub(crate) fn of(graph: &Graph, node: Handle<Node>) -> Self {
        if !graph.is_valid_handle(node) {
            return Self::default();
        }
        let scale = scale_of(graph, node);
        let turn = placed(&scale.to_homogeneous(), UnitQuaternion::identity()).rotation;
        let unturned = turn.inverse().to_rotation_matrix().into_inner() * scale;
        Self {
            node,
            pose: placement(graph, node).into(),
            turn,
            scale: unturned.to_homogeneous(),
            has_jumped: false,
        }
    }

    /// The world, in coordinates that have their origin at this point of the scene.
    pub(crate) fn world_from(origin: Vector3<f64>) -> Self {
        Self {
            pose: ReferenceFrame::at(origin),
            ..Self::default()
        }
    }

    /// The node, or [`Handle::NONE`] for the world.
    pub(crate) fn node(&self) -> Handle<Node> {
        self.node
    }

    /// True if it was teleported in this frame of the game.
    pub(crate) fn has_jumped(&self) -> bool {
        self.has_jumped
    }

    /// True if a teleport of the frame in this frame of the game moved a node in the coordinates of
    /// the frame. What is below the node of the frame was taken along.
    pub(crate) fn has_left_behind(&self, graph: &Graph, node: Handle<Node>) -> bool {
        self.has_jumped && self.side_of(graph, node) != NodeSide::Inside
    }

    /// Marks it as teleported in this frame of the game.
    pub(crate) fn mark_jump(&mut self) {
        self.has_jumped = true;
    }

    pub(crate) fn is_world(&self) -> bool {
        self.node.is_none()
    }

    /// Position and rotation of the frame in the world, and the conversions between the two.
    pub(crate) fn pose(&self) -> &ReferenceFrame {
        &self.pose
    }

    /// Identifies the coordinates: frames with the same id have the same ones.
    pub(crate) fn id(&self) -> FrameId {
        let origin = if self.is_world() {
            self.pose.origin
        } else {
            Vector3::zeros()
        };
        FrameId {
            node: self.node,
            origin,
        }
    }

    /// True for the world in the coordinates of the scene.
    pub(crate) fn is_scene(&self) -> bool {
        self.is_world() && self.pose.origin == Vector3::zeros()
    }

    /// The transform from the frame to the scene; `None` if their coordinates are equal.
    pub(crate) fn world_transform(&self) -> Option<Matrix4<f32>> {
        if self.is_scene() {
            return None;
        }
        let turn = self.pose.rotation.to_homogeneous();
        Some((Matrix4::new_translation(&self.pose.origin) * turn).cast())
    }

    /// The place of a node in the frame, without the scale of the node.
    pub(crate) fn placement_of(&self, graph: &Graph, node: Handle<Node>) -> Placement {
        if self.is_scene() {
            return placement(graph, node);
        }
        if self.is_world() {
            return self.pose.placement_to_frame(&placement(graph, node));
        }
        let way = self.way(graph, node, |at| local(graph, at));
        let unscaled = self.way(graph, node, |at| graph.local_transform_no_scale(at));
        let (Some(way), Some(unscaled)) = (way, unscaled) else {
            return self.pose.placement_to_frame(&placement(graph, node));
        };
        let unscaled =
            Rotation3::from_matrix_eps(&unscaled.basis(), f32::EPSILON, 16, Rotation3::identity());
        let unscaled = self.turn.inverse() * UnitQuaternion::from(unscaled);
        placed(&(self.scale * way), unscaled)
    }

    /// The transform from the coordinates of a node to those of the frame's node, composed of the
    /// transforms of the nodes between the two. `None` if neither is above the other.
    fn way(
        &self,
        graph: &Graph,
        node: Handle<Node>,
        transform: impl Fn(Handle<Node>) -> Matrix4<f32>,
    ) -> Option<Matrix4<f32>> {
        let below = path(graph, self.node, node, &transform);
        below.or_else(|| path(graph, node, self.node, &transform)?.try_inverse())
    }

    /// The position of a node in the frame.
    pub(crate) fn position_of(&self, graph: &Graph, node: Handle<Node>) -> Vec3 {
        self.find(graph, node).1.position()
    }

    /// The transform from the coordinates of a node to those of the frame.
    pub(crate) fn transform_of(&self, graph: &Graph, node: Handle<Node>) -> Matrix4<f32> {
        self.find(graph, node).1
    }

    /// Where a node is, seen from the node of the frame.
    pub(crate) fn side_of(&self, graph: &Graph, node: Handle<Node>) -> NodeSide {
        self.find(graph, node).0
    }

    /// Where a node is, seen from the node of the frame, and the transform from its coordinates to
    /// those of the frame.
    pub(crate) fn find(&self, graph: &Graph, node: Handle<Node>) -> (NodeSide, Matrix4<f32>) {
        let global = || {
            let there = graph.try_get_node(node);
            there.map_or_else(|_| Matrix4::identity(), |it| it.global_transform())
        };
        if self.is_scene() {
            return (NodeSide::Inside, global());
        }
        if self.is_world() {
            return (NodeSide::Inside, self.seen_from_frame(&global()));
        }
        let local = |at| local(graph, at);
        if let Some(path) = path(graph, self.node, node, local) {
            let is_it = node == self.node;
            let side = if is_it {
                NodeSide::Carries
            } else {
                NodeSide::Inside
            };
            return (side, self.scale * path);
        }
        if let Some(path) = path(graph, node, self.node, local) {
            let back = path.try_inverse().unwrap_or_else(Matrix4::identity);
            return (NodeSide::Carries, self.scale * back);
        }
        (NodeSide::Outside, self.seen_from_frame(&global()))
    }

    /// A transform to the world, as a transform to the frame.
    fn seen_from_frame(&self, transform: &Matrix4<f32>) -> Matrix4<f32> {
        let turn = self.pose.rotation.inverse().to_homogeneous();
        let inverse = turn * Matrix4::new_translation(&-self.pose.origin);
        (inverse * transform.cast::<f64>()).cast()
    }
}

fn local(graph: &Graph, node: Handle<Node>) -> Matrix4<f32> {
    graph[node].local_transform().matrix()
}

/// The scale of a node in the world: its global transform is the product of the rotations of the
/// node and its parents, times this. It depends on no rotation but those below an uneven scale, so
/// it has the same bits while the node moves with a parent.
fn scale_of(graph: &Graph, node: Handle<Node>) -> Matrix3<f32> {
    let Ok(here) = graph.try_get_node(node) else {
        return Matrix3::identity();
    };
    let own = Matrix3::from_diagonal(&**here.local_transform().scale());
    let above = scale_of(graph, here.parent());
    if above == Matrix3::from_diagonal_element(above[0]) {
        return above * own;
    }
    let turn = graph.local_transform_no_scale(node).basis();
    turn.transpose() * above * turn * own
}

/// The product of the transforms of the nodes from below `top` down to `node`. `None` if `node` is
/// neither `top` nor below it.
fn path(
    graph: &Graph,
    top: Handle<Node>,
    node: Handle<Node>,
    transform: impl Fn(Handle<Node>) -> Matrix4<f32>,
) -> Option<Matrix4<f32>> {
    let (mut product, mut here) = (Matrix4::identity(), node);
    while here != top {
        let above = graph.try_get_node(here).ok()?.parent();
        product = transform(here) * product;
        here = above;
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::{base::BaseBuilder, pivot::PivotBuilder};
    use std::f32::consts::FRAC_PI_2;

    /// Nodes that are each below the one before, in different places and rotations.
    fn chain(graph: &mut Graph, count: usize) -> Vec<Handle<Node>> {
        let mut nodes: Vec<Handle<Node>> = Vec::new();
        for index in 0..count {
            let node = PivotBuilder::new(BaseBuilder::new()).build(graph).to_base();
            if let Some(above) = nodes.last() {
                graph.link_nodes(node, *above);
            }
            move_to(graph, node, index as f32);
            nodes.push(node);
        }
        nodes
    }

    fn move_to(graph: &mut Graph, node: Handle<Node>, t: f32) {
        let transform = graph[node].local_transform_mut();
        transform.set_position(Vector3::new(3.0 * t + 0.7, 0.1 - t, 2.0));
        transform.set_rotation(UnitQuaternion::from_euler_angles(t, 0.3, -0.7 * t));
        graph.update_hierarchical_data();
    }

    fn bits(transform: &Matrix4<f32>) -> Vec<u32> {
        transform.iter().map(|x| x.to_bits()).collect()
    }

    #[test]
    fn places_are_those_in_the_world_seen_from_the_node() {
        let scales = [[1.0; 3], [2.5; 3], [1.0, 1.0, 2.0], [1.0, 1.0, -1.0]];
        for scale in scales.map(Vector3::from) {
            let mut graph = Graph::new();
            let nodes = chain(&mut graph, 4);
            let outside = chain(&mut graph, 2)[1];
            graph[nodes[0]].local_transform_mut().set_scale(scale);
            graph.update_hierarchical_data();
            let frame = NodeFrame::of(&graph, nodes[1]);
            let to_world = frame.world_transform().unwrap();
            for node in nodes.iter().chain([&outside]).copied() {
                let placed = frame.placement_of(&graph, node);
                let expected = frame.pose().placement_to_frame(&placement(&graph, node));
                assert!((placed.origin - expected.origin).norm() < 1e-4);
                assert!(placed.rotation.angle_to(&expected.rotation) < 1e-3);
                assert!((frame.position_of(&graph, node) - placed.origin).norm() < 1e-4);
                let global = graph[node].global_transform();
                let found = to_world * frame.transform_of(&graph, node);
                assert!((found - global).amax() < 1e-4, "{found} {global}");
            }
            let sides = [0, 1, 2, 3].map(|index| frame.side_of(&graph, nodes[index]));
            use NodeSide::*;
            assert_eq!(sides, [Carries, Carries, Inside, Inside]);
            assert_eq!(frame.side_of(&graph, outside), Outside);
        }
    }

    #[test]
    fn what_is_carried_has_the_same_bits_while_the_frame_moves() {
        // Even, mirrored and uneven.
        let scales = [[1.0; 3], [2.5; 3], [-1.5, 1.5, 1.5], [1.0, 1.0, 2.0]];
        for scale in scales.map(Vector3::from) {
            let mut graph = Graph::new();
            let nodes = chain(&mut graph, 5);
            graph[nodes[1]].local_transform_mut().set_scale(scale);
            let mut known = None;
            for step in 0..50 {
                move_to(&mut graph, nodes[0], 0.31 * step as f32);
                let frame = NodeFrame::of(&graph, nodes[2]);
                let carried = nodes.iter().map(|node| {
                    let place = frame.placement_of(&graph, *node);
                    let place = (place.origin, place.rotation.into_inner());
                    let place = place.0.iter().chain(place.1.coords.iter());
                    let place: Vec<_> = place.map(|x| x.to_bits()).collect();
                    (bits(&frame.transform_of(&graph, *node)), place)
                });
                let carried: Vec<_> = carried.collect();
                let before = known.replace(carried.clone());
                assert!(before.is_none_or(|before| before == carried), "{scale}");
            }
        }
    }

    #[test]
    fn a_quarter_turn_below_an_uneven_scale_swaps_the_axes() {
        let mut graph = Graph::new();
        let nodes = chain(&mut graph, 3);
        let transform = graph[nodes[0]].local_transform_mut();
        transform.set_scale(Vector3::new(1.0, 1.0, 2.0));
        let quarter = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), FRAC_PI_2);
        let transform = graph[nodes[1]].local_transform_mut();
        transform.set_rotation(quarter);
        let transform = graph[nodes[2]].local_transform_mut();
        transform.set_position(Vector3::new(1.0, 1.0, 1.0));
        graph.update_hierarchical_data();
        let frame = NodeFrame::of(&graph, nodes[1]);
        let place = frame.position_of(&graph, nodes[2]);
        assert!(
            (place - Vector3::new(2.0, 1.0, 1.0)).norm() < 1e-5,
            "{place}"
        );
    }

    #[test]
    fn the_world_and_a_node_that_is_gone_change_nothing() {
        let mut graph = Graph::new();
        let nodes = chain(&mut graph, 3);
        let gone = chain(&mut graph, 1)[0];
        graph.remove_node(gone);
        for frame in [NodeFrame::default(), NodeFrame::of(&graph, gone)] {
            assert!(frame.is_world() && frame.pose().is_world());
            assert!(frame.is_scene() && frame.world_transform().is_none());
            assert_eq!(
                frame.placement_of(&graph, nodes[2]),
                placement(&graph, nodes[2])
            );
            let found = frame.find(&graph, nodes[2]);
            assert_eq!(
                found,
                (NodeSide::Inside, graph[nodes[2]].global_transform())
            );
        }
    }

    #[test]
    fn a_shifted_world_is_seen_from_its_origin() {
        let mut graph = Graph::new();
        let node = chain(&mut graph, 3)[2];
        let origin = Vector3::new(-1000.0, 20.0, 0.5);
        let frame = NodeFrame::world_from(origin);
        assert!(frame.is_world() && !frame.is_scene());
        let here = placement(&graph, node);
        let placed = frame.placement_of(&graph, node);
        assert!((placed.origin - (here.origin - origin.cast())).norm() < 1e-3);
        assert!(placed.rotation.angle_to(&here.rotation) < 1e-5);
        let (side, found) = frame.find(&graph, node);
        assert_eq!(side, NodeSide::Inside);
        let back = frame.world_transform().unwrap() * found;
        assert!((back - graph[node].global_transform()).amax() < 1e-3);
    }
}
