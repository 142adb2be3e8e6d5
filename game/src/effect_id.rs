//! Ids of the effects of scripts and colliders, and the tags of their items in simulations.

use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};

/// The id of an effect, the same from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EffectId {
    /// The node with the script or with the moving collider.
    pub(crate) node: Handle<Node>,
    /// Index of the script at its node, or of the convex part of the collider.
    pub(crate) part: usize,
    pub(crate) is_collider: bool,
}

impl EffectId {
    /// The bit that is set in the tags of scripts and colliders.
    const MADE: u64 = 1 << 63;

    /// An odd number whose multiples differ in many bits.
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

    /// True if a script or a collider gave this tag, and not the game.
    pub(crate) fn has_made(tag: u64) -> bool {
        tag & Self::MADE != 0
    }

    /// The tag of the effect in a simulation, which is preserved when the scene is saved and
    /// loaded.
    pub(crate) fn tag(&self, graph: &Graph) -> u64 {
        let node = graph.try_get_node(self.node);
        let (high, low) = node.map_or((0, 0), |node| node.instance_id().0.as_u64_pair());
        // Node ids are random, so that a few mixed bits suffice.
        let part = (2 * self.part as u64 + u64::from(self.is_collider)).wrapping_add(1);
        let mixed = (high ^ low.rotate_left(32)) ^ part.wrapping_mul(Self::MIX);
        mixed | Self::MADE
    }

    /// The tag of that part of an effect with the tag `effect` that is on the item with the tag
    /// `item`.
    pub(crate) fn tag_on(effect: u64, item: u64) -> u64 {
        (effect ^ item.rotate_left(21).wrapping_mul(Self::MIX)) | Self::MADE
    }
}
