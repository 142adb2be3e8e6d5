//! The effect of one script of a scene.

use super::motion::Motion;
use crate::{
    effect_id::EffectId,
    effects::{is_same_script, Effect},
    node_frame::FrameId,
};
use flock_sim::Placement;
use fyrox::{core::pool::Handle, scene::node::Node, script::Script};

/// The effect of a script on flocks.
#[derive(Clone, Debug)]
pub(super) struct SceneEffect {
    pub(super) id: EffectId,
    /// The coordinates of the effect; it affects the flocks that live there.
    pub(super) frame: FrameId,
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
    /// True if it affects a flock that lives in `frame`.
    pub(super) fn acts_on(&self, flock: Handle<Node>, frame: FrameId) -> bool {
        self.frame == frame && (self.flocks.is_empty() || self.flocks.contains(&flock))
    }

    /// True if the effects act in the same way.
    pub(super) fn acts_as(&self, other: &Self) -> bool {
        (self.id, self.frame, &self.effect, &self.flocks)
            == (other.id, other.frame, &other.effect, &other.flocks)
    }

    /// True for an obstacle that affects the flock.
    pub(super) fn is_obstacle_of(&self, flock: Handle<Node>, frame: FrameId) -> bool {
        matches!(self.effect, Some(Effect::Obstacle(_))) && self.acts_on(flock, frame)
    }
}
