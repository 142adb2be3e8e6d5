//! The effect of a script on a flock, and the trait of the scripts that have one.

use super::{
    perch_area::PerchArea, place::Place, placed_emitter::PlacedEmitter,
    placed_obstacle::PlacedObstacleShape, placed_predator::PlacedPredator,
};
use crate::node_frame::NodeFrame;
use flock_sim::{influences::Influence, wind::Wind, Placement, SettingsError};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
    script::ScriptTrait,
};

/// The effect of a script on a flock.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    Influence(Influence),
    Wind(Wind),
    Obstacle(PlacedObstacleShape),
    Emitter(PlacedEmitter),
    Predator(PlacedPredator),
    Perches(Box<PerchArea>),
}

impl Effect {
    /// Start of the sweep of an obstacle that is new in this frame.
    pub(crate) fn from(&self) -> Option<Placement> {
        match self {
            Self::Obstacle(obstacle) => obstacle.from,
            _ => None,
        }
    }

    /// Checks that all values are in range.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        match self {
            Self::Influence(influence) => influence.validate(),
            Self::Wind(wind) => wind.validate(),
            Self::Obstacle(obstacle) => obstacle.obstacle().validate(),
            Self::Emitter(emitter) => emitter.validate(),
            Self::Predator(placed) => placed.predator.validate(),
            Self::Perches(area) => area.validate(),
        }
    }
}

/// A script that affects flocks.
pub(crate) trait EffectScript: ScriptTrait {
    /// The nodes of the flocks that the script affects; empty for all flocks.
    fn flocks(&self) -> &[Handle<Node>];

    /// The effect in this frame. `None` while it is computed; flocks keep the last effect
    /// meanwhile.
    ///
    /// # Errors
    /// The message says what is wrong and how to fix it.
    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String>;

    /// False if it does not act on flocks that live in `within`.
    fn acts_in(&self, _graph: &Graph, _node: Handle<Node>, _within: &NodeFrame) -> bool {
        true
    }

    /// A hash of what the effect depends on besides the fields of the script and the place of its
    /// node: the effect is computed again only if one of them changes. `None` if it must be
    /// computed in each frame.
    /// Positions are in the coordinates of `within`.
    fn surroundings(
        &self,
        _graph: &Graph,
        _node: Handle<Node>,
        _within: &NodeFrame,
    ) -> Option<u64> {
        Some(0)
    }
}
