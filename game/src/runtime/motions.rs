//! How the nodes move whose scripts act on flocks.

use super::placement;
use crate::FlockObstacle;
use flock_sim::{Placement, Vec3};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Speed from which on a node is taken to have been put somewhere, in m/s: it has made no way.
pub(super) const TELEPORTED: f32 = 300.0;

/// How a node moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Motion {
    /// Where it was at the end of the last frame that took time.
    placement: Placement,
    /// In m/s.
    pub(super) velocity: Vec3,
    /// Number of calls of [`FlockObstacle::put`] after which it has changed its place.
    pub(super) puts: u32,
}

impl Motion {
    fn resting(placement: Placement, puts: u32) -> Self {
        Self {
            placement,
            velocity: Vec3::zeros(),
            puts,
        }
    }

    /// Goes to a place in a frame of so many seconds. The velocity stays in frames that take no time, and is
    /// zero for a node that was put somewhere.
    fn go_on(&mut self, placement: Placement, puts: u32, seconds: f32) {
        if puts != self.puts && placement != self.placement {
            *self = Self::resting(placement, puts);
        } else if seconds > 0.0 {
            let velocity = (placement.origin - self.placement.origin) / seconds;
            let is_way = velocity.norm() <= TELEPORTED;
            self.velocity = if is_way { velocity } else { Vec3::zeros() };
            self.placement = placement;
        }
    }

    /// False for one that no node can have had.
    pub(super) fn is_sound(&self) -> bool {
        self.placement.validate().is_ok() && self.velocity.norm() <= TELEPORTED
    }
}

/// The motions of all nodes whose scripts act on flocks.
#[derive(Default)]
pub(super) struct Motions(HashMap<Handle<Node>, Motion>);

impl Motions {
    /// Follows a node in a frame of so many seconds.
    pub(super) fn follow(&mut self, graph: &Graph, node: Handle<Node>, seconds: f32) -> Motion {
        let (placement, puts) = (placement(graph, node), puts(&graph[node]));
        let motion = self.0.entry(node);
        let motion = motion.or_insert_with(|| Motion::resting(placement, puts));
        motion.go_on(placement, puts, seconds);
        *motion
    }

    pub(super) fn forget(&mut self, node: Handle<Node>) {
        self.0.remove(&node);
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Handle<Node>> + '_ {
        self.0.keys().copied()
    }

    pub(super) fn get(&self, node: Handle<Node>) -> Option<Motion> {
        self.0.get(&node).copied()
    }

    /// Takes back the motions of some nodes; those without one rest.
    pub(super) fn restore(&mut self, motions: &[(Handle<Node>, Option<Motion>)]) {
        for (node, motion) in motions {
            match motion {
                Some(motion) => _ = self.0.insert(*node, *motion),
                None => self.forget(*node),
            }
        }
    }

    /// Takes back the motions of nodes that have not been followed yet.
    pub(super) fn restore_new(&mut self, motions: &[(Handle<Node>, Option<Motion>)]) {
        for (node, motion) in motions {
            if let Some(motion) = motion {
                self.0.entry(*node).or_insert(*motion);
            }
        }
    }
}

/// How often the game has said that it puts a node elsewhere.
fn puts(node: &Node) -> u32 {
    let obstacles = node
        .scripts()
        .filter_map(|script| script.cast::<FlockObstacle>());
    obstacles.fold(0, |sum, obstacle| sum.wrapping_add(*obstacle.puts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32) -> Placement {
        Placement {
            origin: Vec3::x() * x,
            ..Placement::default()
        }
    }

    #[test]
    fn a_node_that_is_put_makes_no_way_in_the_next_change_of_its_place() {
        let mut motion = Motion::resting(at(0.0), 0);
        let mut speed = |x, puts, seconds| {
            motion.go_on(at(x), puts, seconds);
            motion.velocity.x
        };
        assert_eq!(speed(1.0, 0, 0.5), 2.0);
        // Said before it happens.
        assert_eq!(speed(1.0, 1, 0.5), 0.0);
        assert_eq!(speed(3.0, 1, 0.5), 0.0);
        assert_eq!(speed(4.0, 1, 0.5), 2.0);
        // In a frame without time.
        assert_eq!(speed(4.5, 1, 0.0), 2.0);
        assert_eq!(speed(9.0, 2, 0.0), 0.0);
        assert_eq!(speed(9.5, 2, 0.5), 1.0);
        assert_eq!(speed(200.0, 2, 0.5), 0.0);
    }
}
