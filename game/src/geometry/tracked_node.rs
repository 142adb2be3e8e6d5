//! A node of the scene that is a solid, or may become one.

use super::{
    collider::PoseBits,
    moved_by_hand::{Change, Frame, MovedByHand},
    moving_body::Mover,
    placed_solid::PlacedSolid,
    solid_node::SolidNode,
    solid_query::{Selection, SolidQuery},
    surface_cache::SurfaceCache,
};
use fyrox::{
    core::{algebra::Matrix4, log::Log, math::Matrix4Ext, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::sync::Arc;

/// Largest difference by rounding, as a share of the largest coordinate.
const ROUNDING: f32 = 1e-6;

/// A node that is a solid, or may become one.
pub(super) struct TrackedNode {
    pub(super) node: Handle<Node>,
    /// True for a node that was added in this frame. Its transform is not valid yet: the engine
    /// updates transforms after the scripts have run.
    is_new: bool,
    /// True once its transform is valid.
    is_placed: bool,
    solid: Option<TrackedSolid>,
    pub(super) by_hand: MovedByHand,
    /// True once the scale of the node was logged.
    is_scale_told: bool,
}

/// A solid as of the last update.
struct TrackedSolid {
    shape_hash: u64,
    pose_bits: PoseBits,
    /// The pose in the scene. Shifts of the scene round it, and `placed` keeps the exact one.
    seen: Matrix4<f32>,
    placed: PlacedSolid,
}

impl TrackedNode {
    pub(super) fn new(node: Handle<Node>, is_new: bool) -> Self {
        Self {
            node,
            is_new,
            is_placed: false,
            solid: None,
            by_hand: MovedByHand::default(),
            is_scale_told: false,
        }
    }

    /// The solid as of the last update.
    pub(super) fn solid(&self) -> Option<&PlacedSolid> {
        self.solid.as_ref().map(|known| &known.placed)
    }

    /// Compares the node with the last update. `shifted`: the largest coordinate, in metres, of shifts
    /// of the whole scene since then.
    pub(super) fn update(
        &mut self,
        graph: &Graph,
        selection: &Selection,
        surfaces: &mut SurfaceCache,
        shifted: Option<f32>,
    ) -> Change {
        if std::mem::take(&mut self.is_new) {
            return Change::None;
        }
        self.is_placed = true;
        let Some(node) = SolidNode::new(graph, self.node, selection) else {
            return match self.solid.take() {
                Some(_) => Change::Other,
                None => Change::None,
            };
        };
        let (shape_hash, pose_bits) = (node.shape_hash(graph), node.pose_bits());
        match &mut self.solid {
            Some(known) if known.shape_hash == shape_hash && known.pose_bits == pose_bits => {
                Change::None
            }
            Some(known) if known.shape_hash == shape_hash => {
                known.pose_bits = pose_bits;
                let pose = node.pose();
                let before = std::mem::replace(&mut known.seen, pose);
                if shifted.is_some_and(|reach| is_rounding(&before, &pose, reach)) {
                    return Change::None;
                }
                Change::Pose(std::mem::replace(&mut known.placed.pose, pose))
            }
            solid => {
                let shape = Arc::new(node.read_shape(graph, self.node, surfaces));
                let pose = node.pose();
                *solid = Some(TrackedSolid {
                    shape_hash,
                    pose_bits,
                    seen: pose,
                    placed: PlacedSolid { shape, pose },
                });
                Change::Other
            }
        }
    }

    /// Decides whether the collider is part of the level or moves, see [`MovedByHand::track`].
    pub(super) fn track_hand(
        &mut self,
        change: Change,
        frame: &Frame,
        query: &SolidQuery,
        obstacles: &mut usize,
    ) -> bool {
        let now = self.solid.as_ref().map(|known| &known.placed);
        let moves = query.moving_bodies.then_some(query.concave_bodies);
        self.by_hand.track(change, now, frame, moves, obstacles)
    }

    /// The collider with its current placement, if it moves.
    pub(super) fn mover<'a>(
        &mut self,
        graph: &'a Graph,
        selection: &Selection,
    ) -> Option<Mover<'a>> {
        let Some(known) = &self.solid else {
            let moving = |_| SolidNode::moving(graph, self.node, selection);
            let collider = self.is_placed.then_some(()).and_then(moving)?;
            self.warn_if_scaled(&collider, graph);
            return Some(Mover::Body(collider));
        };
        let pose = known.placed.pose;
        let (parts, from) = self.by_hand.obstacle()?;
        Some(Mover::ByHand { parts, pose, from })
    }

    /// Logs once that a static collider does not have the scale with which it is drawn.
    pub(super) fn warn_of_scale(&mut self, graph: &Graph, selection: &Selection) {
        if let Some(collider) = SolidNode::new(graph, self.node, selection) {
            self.warn_if_scaled(&collider, graph);
        }
    }

    fn warn_if_scaled(&mut self, collider: &SolidNode, graph: &Graph) {
        if self.is_scale_told || !collider.is_scaled() {
            return;
        }
        self.is_scale_told = true;
        let name = graph
            .try_get_node(self.node)
            .map_or("?", |node| node.name());
        Log::warn(format!(
            "{name} or its rigid body is scaled, but its collider keeps its size, in physics and for flocks: boids may \
             swim inside of what is drawn, or keep away from it; scale the mesh instead, or set the size of the collider"
        ));
    }
}

/// True if two poses differ only because the coordinates of the scene were rounded by shifts over
/// `reach` metres.
fn is_rounding(before: &Matrix4<f32>, now: &Matrix4<f32>, reach: f32) -> bool {
    let largest = now.position().amax() + reach;
    (now - before).amax() <= ROUNDING * largest.max(1.0)
}
