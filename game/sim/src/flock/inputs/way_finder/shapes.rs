//! The shapes of the obstacles around which ways lead.

use super::resting::Resting;
use crate::{
    math::frame::Placement,
    obstacles::{MovingObstacle, ObstacleId, ObstacleSet, ObstacleShape},
};
use serde::{Deserialize, Serialize};

/// Shapes of obstacles, in the order of their ids. The game may remove an obstacle while ways lead
/// around it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Shapes(Vec<(ObstacleId, ObstacleShape)>);

impl Shapes {
    /// Adds those of the obstacles of a set that rest.
    pub(super) fn add(&mut self, resting: &Resting, set: &ObstacleSet) {
        for (id, obstacle) in set.iter() {
            let index = self.0.binary_search_by_key(&id, |it| it.0);
            if let (Err(index), true) = (index, resting.place_of(id).is_some()) {
                self.0.insert(index, (id, obstacle.shape.clone()));
            }
        }
    }

    /// Removes those of the obstacles for which this is false.
    pub(super) fn retain(&mut self, is_needed: impl Fn(ObstacleId) -> bool) {
        self.0.retain(|it| is_needed(it.0));
    }

    /// Those of the obstacles that were removed from a set.
    pub(super) fn removed_from(&self, set: &ObstacleSet) -> Self {
        let mut removed = self.clone();
        removed.retain(|id| set.target(id).is_none());
        removed
    }

    /// The obstacles at the places where they rest.
    pub(super) fn placed(&self, resting: &Resting) -> Vec<MovingObstacle> {
        let placed = self.0.iter().filter_map(|(id, shape)| {
            let placement = *resting.place_of(*id)?;
            let shape = shape.clone();
            Some(MovingObstacle { shape, placement })
        });
        placed.collect()
    }

    /// Checks shapes that were read from a file. The error says what is wrong.
    pub(super) fn validate(&self) -> Result<(), String> {
        if !self.0.is_sorted_by(|a, b| a.0 < b.0) {
            return Err("the ids of removed obstacles do not ascend".to_string());
        }
        let check = |(_, shape): &(_, ObstacleShape)| {
            let (shape, placement) = (shape.clone(), Placement::default());
            MovingObstacle { shape, placement }.validate()
        };
        let checked = self.0.iter().try_for_each(check);
        checked.map_err(|error| format!("a removed obstacle is not valid: {error}"))
    }
}
