//! The effect of one script of a scene.

use super::motions::Motion;
use crate::effects::{is_same_script, Effect};
use flock_sim::Placement;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
    script::Script,
};

/// The id of an effect, the same from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EffectId {
    /// The node with the script or with the moving collider.
    pub(super) node: Handle<Node>,
    /// Index of the script at its node, or of the convex part of the collider.
    pub(super) part: usize,
    pub(super) is_collider: bool,
}

impl EffectId {
    /// The bit that is set in the tags of scripts and colliders.
    const MADE: u64 = 1 << 63;

    /// True if a script or a collider gave this tag, and not the game.
    pub(super) fn has_made(tag: u64) -> bool {
        tag & Self::MADE != 0
    }

    /// The tag of the effect in a simulation, which is preserved when the scene is saved and
    /// loaded.
    pub(super) fn tag(&self, graph: &Graph) -> u64 {
        let node = graph.try_get_node(self.node);
        let (high, low) = node.map_or((0, 0), |node| node.instance_id().0.as_u64_pair());
        // Node ids are random, so that a few mixed bits suffice.
        let part = (2 * self.part as u64 + u64::from(self.is_collider)).wrapping_add(1);
        let mixed = (high ^ low.rotate_left(32)) ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed | Self::MADE
    }
}

/// The effect of a script on flocks.
#[derive(Clone, Debug)]
pub(super) struct SceneEffect {
    pub(super) id: EffectId,
    /// The node in whose frame the effect is; it affects the flocks that live there.
    pub(super) frame: Handle<Node>,
    /// `None` while it is computed.
    pub(super) effect: Option<Effect>,
    /// The affected flocks; empty for all.
    pub(super) flocks: Vec<Handle<Node>>,
    /// What the effect was computed from; `None` if it must be computed in each frame.
    pub(super) source: Option<Source>,
}

/// The effects of the scripts of a scene in a frame.
#[derive(Clone, Copy)]
pub(super) struct FrameEffects<'a> {
    /// In the order of the nodes, of their scripts and of the frames.
    pub(super) list: &'a [SceneEffect],
    /// Number of frames so far in which an effect was added, removed or changed.
    pub(super) changes: u64,
}

/// What an effect was computed from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) script: Script,
    pub(super) place: SourcePlace,
}

/// The place of the node of an effect, and what else the effect depends on in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SourcePlace {
    pub(super) placement: Placement,
    pub(super) motion: Motion,
    /// See [`EffectScript::surroundings`](crate::effects::EffectScript::surroundings).
    pub(super) surroundings: u64,
}

impl Source {
    pub(super) fn is(&self, script: &Script, place: &SourcePlace) -> bool {
        self.place == *place && is_same_script(&self.script, script)
    }
}

impl SceneEffect {
    /// True if it affects a flock that lives in the frame of the node `frame`.
    pub(super) fn acts_on(&self, flock: Handle<Node>, frame: Handle<Node>) -> bool {
        self.frame == frame && (self.flocks.is_empty() || self.flocks.contains(&flock))
    }

    /// True if the effects act in the same way.
    pub(super) fn acts_as(&self, other: &Self) -> bool {
        (self.id, self.frame, &self.effect, &self.flocks)
            == (other.id, other.frame, &other.effect, &other.flocks)
    }

    /// True for an obstacle that affects the flock.
    pub(super) fn is_obstacle_of(&self, flock: Handle<Node>, frame: Handle<Node>) -> bool {
        matches!(self.effect, Some(Effect::Obstacle(_))) && self.acts_on(flock, frame)
    }
}
