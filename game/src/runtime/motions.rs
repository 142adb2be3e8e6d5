//! The motions of the nodes whose scripts affect flocks.

use super::{motion::Motion, shift::Shift};
use crate::{
    effects::FlockObstacle,
    node_frame::{NodeFrame, NodeSide},
    placement::placement,
};
use flock_sim::Vec3;
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use std::collections::HashMap;

/// The motions of all nodes whose scripts affect flocks.
#[derive(Default)]
pub(super) struct Motions {
    in_world: HashMap<Handle<Node>, Motion>,
    /// The motions in the frames in which flocks live, by the nodes of the frames.
    in_frames: HashMap<Handle<Node>, HashMap<Handle<Node>, Motion>>,
    /// True if the whole scene was shifted since the last frame of the game.
    is_shifted: bool,
}

/// The motion of a node that was saved and found again.
pub(super) struct RestoredMotion {
    pub(super) node: Handle<Node>,
    /// `None` if it is at rest.
    pub(super) in_world: Option<Motion>,
    /// The motions in frames: first the node of the frame.
    pub(super) in_frames: Vec<(Handle<Node>, Motion)>,
}

impl Motions {
    /// Updates the motion of a node in the world and in the frames in which flocks live, in a frame
    /// of the game of `seconds` seconds.
    pub(super) fn track(
        &mut self,
        graph: &Graph,
        node: Handle<Node>,
        frames: &[NodeFrame],
        seconds: f32,
    ) {
        let puts = puts(&graph[node]);
        let here = placement(graph, node);
        let motion = self.in_world.entry(node);
        let motion = motion.or_insert_with(|| Motion::resting(here, puts));
        if self.is_shifted {
            motion.settle(&here.origin);
        }
        let is_put_in_world = motion.is_put_to(&here, seconds);
        motion.go_on(here, puts, is_put_in_world, seconds);
        for within in frames.iter().filter(|within| !within.is_world()) {
            let here = within.placement_of(graph, node);
            let motions = self.in_frames.entry(within.node()).or_default();
            let motion = motions.entry(node);
            let motion = motion.or_insert_with(|| Motion::resting(here, puts));
            if self.is_shifted {
                motion.settle(&here.origin);
            }
            // What is inside of a fast frame is fast in the world.
            let is_put = within.has_left_behind(graph, node)
                || is_put_in_world && within.side_of(graph, node) != NodeSide::Inside;
            motion.go_on(here, puts, is_put, seconds);
        }
    }

    pub(super) fn forget(&mut self, node: Handle<Node>) {
        self.in_world.remove(&node);
        self.in_frames.remove(&node);
        for motions in self.in_frames.values_mut() {
            motions.remove(&node);
        }
    }

    /// Ends a frame of the game: drops the motions in frames in which no flock lives.
    pub(super) fn end_frame(&mut self, frames: &[NodeFrame]) {
        self.is_shifted = false;
        let is_used = |node: Handle<Node>| frames.iter().any(|frame| frame.node() == node);
        self.in_frames.retain(|frame, _| is_used(*frame));
    }

    /// The nodes that move in the world.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Handle<Node>> + '_ {
        self.in_world.keys().copied()
    }

    /// The motion of a node in the world.
    pub(super) fn get(&self, node: Handle<Node>) -> Option<Motion> {
        self.in_world.get(&node).copied()
    }

    /// The motion of a node in the frame of another one; in the world for [`Handle::NONE`].
    pub(super) fn within(&self, frame: Handle<Node>, node: Handle<Node>) -> Option<Motion> {
        if frame.is_none() {
            return self.get(node);
        }
        self.in_frames.get(&frame)?.get(&node).copied()
    }

    /// The motions of a node in frames: first the node of the frame.
    pub(super) fn in_frames_of(
        &self,
        node: Handle<Node>,
    ) -> impl Iterator<Item = (Handle<Node>, Motion)> + '_ {
        let all = self.in_frames.iter();
        all.filter_map(move |(frame, motions)| Some((*frame, *motions.get(&node)?)))
    }

    /// Takes a shift of the whole scene into account.
    pub(super) fn shift(&mut self, shift: &Shift, graph: &Graph) {
        self.is_shifted = true;
        for (node, motion) in &mut self.in_world {
            motion.shift(&shift.of_node(graph, *node).cast());
        }
    }

    /// All nodes are at rest where they are in the next frame of the game.
    pub(super) fn rest(&mut self) {
        self.in_world.clear();
        self.in_frames.clear();
    }

    /// Restores the motions of some nodes; nodes without a motion are at rest, and so are those of
    /// other nodes in frames.
    pub(super) fn restore(&mut self, motions: &[RestoredMotion]) {
        self.in_frames.clear();
        for restored in motions {
            self.in_world.remove(&restored.node);
        }
        self.restore_new(motions, &Vec3::zeros());
    }

    /// Restores the motions of nodes that have no motion yet. `shift`: that of the scene since they
    /// were found.
    pub(super) fn restore_new(&mut self, motions: &[RestoredMotion], shift: &Vec3) {
        for restored in motions {
            let node = restored.node;
            if let Some(mut motion) = restored.in_world {
                motion.shift(shift);
                self.in_world.entry(node).or_insert(motion);
            }
            for (frame, motion) in &restored.in_frames {
                let motions = self.in_frames.entry(*frame).or_default();
                motions.entry(node).or_insert(*motion);
            }
        }
    }
}

/// Number of calls of [`FlockObstacle::put`] for a node.
fn puts(node: &Node) -> u32 {
    let obstacles = node
        .scripts()
        .filter_map(|script| script.cast::<FlockObstacle>());
    obstacles.fold(0, |sum, obstacle| sum.wrapping_add(*obstacle.puts))
}
