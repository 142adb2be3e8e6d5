//! The scene in a frame of the game, and what has passed since the last frame.

use crate::{effects::PlacedObstacleShape, node_frame::NodeFrame};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};

/// The scene in a frame of the game, as a flock sees it.
#[derive(Clone, Copy)]
pub(super) struct SceneNow<'a> {
    pub(super) graph: &'a Graph,
    /// The frame in which the flock lives.
    pub(super) within: &'a NodeFrame,
    /// Duration of the frame of the game.
    pub(super) seconds: f32,
}

impl SceneNow<'_> {
    /// What has passed for an effect of a node.
    pub(super) fn elapsed(&self, node: Handle<Node>) -> Elapsed {
        Elapsed {
            seconds: self.seconds,
            has_jumped: self.within.has_left_behind(self.graph, node),
        }
    }
}

/// What has passed since the last frame of the game.
#[derive(Clone, Copy)]
pub(super) struct Elapsed {
    pub(super) seconds: f32,
    /// True if a teleport of the flock's frame left the node of the effect behind: in the
    /// coordinates of the frame, the node was teleported.
    pub(super) has_jumped: bool,
}

impl Elapsed {
    /// True if an obstacle was teleported.
    pub(super) fn puts(&self, before: &PlacedObstacleShape, to: &PlacedObstacleShape) -> bool {
        self.has_jumped || before.is_put(to, self.seconds)
    }
}
