//! What a game does to the boids of a flock besides its settings.

pub(crate) mod emitters;
pub(crate) mod tags;

use crate::{
    motion::wind::Wind,
    obstacles::ObstacleSet,
    perches::set::PerchSet,
    steering::{
        custom_rule::CustomRule,
        fear::predator::PredatorSet,
        influences::{set::InfluenceSet, terms::InfluenceTerms},
        scare::Scares,
    },
};
use emitters::EmitterSet;
use std::sync::Arc;
use tags::{ItemId, Tags};

/// What a game does to the boids of a flock besides its settings.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) influences: InfluenceSet,
    /// The influences as the next step uses them.
    pub(crate) terms: InfluenceTerms,
    pub(crate) wind: Wind,
    pub(crate) scares: Scares,
    /// Predators that the game moves.
    pub(crate) predators: PredatorSet,
    pub(crate) custom_rule: Option<Arc<dyn CustomRule>>,
    /// Moving obstacles.
    pub(crate) obstacles: ObstacleSet,
    pub(crate) emitters: EmitterSet,
    pub(crate) perches: PerchSet,
    pub(crate) tags: Tags,
}

impl Inputs {
    /// True if the item exists; false if it was removed.
    pub(crate) fn has(&self, item: ItemId) -> bool {
        match item {
            ItemId::Influence(id) => self.influences.get(id).is_some(),
            ItemId::Emitter(id) => self.emitters.get(id).is_some(),
            ItemId::Obstacle(id) => self.obstacles.iter().any(|(other, _)| other == id),
            ItemId::Perch(id) => self.perches.get(id).is_some(),
            ItemId::Predator(id) => self.predators.iter().any(|(other, _)| other == id),
            ItemId::Wind => true,
        }
    }
}
