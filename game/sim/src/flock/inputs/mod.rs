//! What a game does to the boids of a flock besides its settings.

pub(crate) mod emitters;
pub(crate) mod tags;

use crate::{
    motion::wind::Wind,
    obstacles::ObstacleSet,
    perches::set::PerchSet,
    steering::{
        custom_rule::CustomRule,
        fear::hunter::HunterSet,
        influences::{set::InfluenceSet, terms::InfluenceTerms},
        scare::Scares,
    },
};
use emitters::EmitterSet;
use std::sync::Arc;
use tags::Tags;

/// What a game does to the boids of a flock besides its settings.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) influences: InfluenceSet,
    /// Those of the step that comes.
    pub(crate) terms: InfluenceTerms,
    pub(crate) wind: Wind,
    pub(crate) scares: Scares,
    /// Those that the game moves.
    pub(crate) hunters: HunterSet,
    pub(crate) custom_rule: Option<Arc<dyn CustomRule>>,
    /// Moving obstacles.
    pub(crate) obstacles: ObstacleSet,
    pub(crate) emitters: EmitterSet,
    pub(crate) perches: PerchSet,
    pub(crate) tags: Tags,
}
