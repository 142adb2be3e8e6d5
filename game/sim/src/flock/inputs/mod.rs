//! What a game does to the boids of a flock besides its settings.

pub(crate) mod emitters;
pub(crate) mod formations;
pub(crate) mod moving_frame;
pub(crate) mod tags;
pub(crate) mod way_finder;

use crate::{
    math::reference_frame::FrameStep,
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
use formations::Formations;
use moving_frame::MovingFrame;
use std::sync::Arc;
use tags::{ItemId, Tags};
use way_finder::WayFinder;

/// What a game does to the boids of a flock besides its settings.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) influences: InfluenceSet,
    /// The influences as the next step uses them.
    pub(crate) terms: InfluenceTerms,
    pub(crate) way_finder: WayFinder,
    pub(crate) formations: Formations,
    pub(crate) wind: Wind,
    pub(crate) scares: Scares,
    /// Predators that the game moves.
    pub(crate) predators: PredatorSet,
    pub(crate) custom_rule: Option<Arc<dyn CustomRule>>,
    /// Moving obstacles.
    pub(crate) obstacles: ObstacleSet,
    pub(crate) emitters: EmitterSet,
    pub(crate) perches: PerchSet,
    /// The frame in which the flock computes.
    pub(crate) frame: MovingFrame,
    /// Motion of the frame in the current step; `None` if it is the world.
    pub(crate) frame_step: Option<FrameStep>,
    tags: Tags,
    /// See [`Flock::item_changes`](crate::Flock::item_changes).
    item_changes: u64,
}

impl Inputs {
    pub(crate) fn tags(&self) -> &Tags {
        &self.tags
    }

    pub(crate) fn item_changes(&self) -> u64 {
        self.item_changes
    }

    pub(crate) fn set_tag(&mut self, item: ItemId, tag: Option<u64>) {
        self.tags.set(item, tag);
        self.count_change();
    }

    /// Counts a change of an item.
    pub(crate) fn count_change(&mut self) {
        self.item_changes += 1;
    }

    /// Forgets the tag of an item that was removed.
    pub(crate) fn forget_tag(&mut self, item: impl Into<ItemId>) {
        self.set_tag(item.into(), None);
    }

    /// Replaces all tags, in a flock that is restored.
    pub(crate) fn restore_tags(&mut self, tags: Tags) {
        self.tags = tags;
    }

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
