//! What ways are found for: their goals, the obstacles around which they lead, and their plane.

use super::resting::Resting;
use crate::{
    math::{is_finite, Vec3},
    steering::influences::{
        set::{InfluenceSet, MOST_WAYS},
        validation::MOST_VOLUMES,
        InfluenceId,
    },
    ways::NavigationPlane,
};
use serde::{Deserialize, Serialize};

/// The influences that find ways, in their order, and what their ways depend on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// The influences, each with the number of its goals.
    influences: Vec<(InfluenceId, u32)>,
    /// The goals of all influences, in metres.
    points: Vec<Vec3>,
    /// The obstacles that rest.
    pub(super) resting: Resting,
    /// The plane in which ways lead; `None` in three dimensions.
    pub(super) plane: Option<NavigationPlane>,
}

impl Plan {
    /// Replaces the goals by those that the influences have now.
    pub(super) fn set_goals(&mut self, set: &InfluenceSet) {
        self.influences.clear();
        self.points.clear();
        for (id, influence) in set.entries() {
            if influence.leads_by_ways() {
                let first = self.points.len();
                influence.add_goals(&mut self.points);
                let count = self.points.len() - first;
                self.influences.push((*id, count as u32));
            }
        }
    }

    pub(super) fn has(&self, id: InfluenceId) -> bool {
        self.influences.iter().any(|(of, _)| *of == id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.influences.is_empty()
    }

    /// The influences with their goals.
    pub(super) fn goals(&self) -> impl Iterator<Item = (InfluenceId, &[Vec3])> + '_ {
        let mut rest = &self.points[..];
        self.influences.iter().map(move |(id, count)| {
            let (goals, others) = rest.split_at(*count as usize);
            rest = others;
            (*id, goals)
        })
    }

    /// True if both have the same influences, and each goal is within a distance, in metres.
    pub(super) fn is_near(&self, other: &Self, distance: f32) -> bool {
        let mut pairs = self.points.iter().zip(&other.points);
        self.influences == other.influences && pairs.all(|(a, b)| (a - b).norm() <= distance)
    }

    /// Checks a plan that was read from a file. The error says what is wrong.
    pub(super) fn validate(&self) -> Result<(), String> {
        let counts = self.influences.iter().map(|it| u64::from(it.1));
        let is_sound = self.influences.len() <= MOST_WAYS
            && self
                .influences
                .iter()
                .all(|it| it.1 as usize <= MOST_VOLUMES)
            && counts.sum::<u64>() == self.points.len() as u64
            && self.points.iter().all(is_finite);
        let refused = || "the goals of the ways do not fit the influences".to_string();
        is_sound.then_some(()).ok_or_else(refused)?;
        self.resting.validate()?;
        let plane = self.plane.map_or(Ok(()), |plane| plane.validate());
        plane.map_err(|error| format!("the ways lead in no plane: {error}"))
    }
}
