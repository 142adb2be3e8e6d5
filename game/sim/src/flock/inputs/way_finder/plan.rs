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
    influences: Vec<Led>,
    /// The goals of all influences, in metres.
    points: Vec<Vec3>,
    /// The obstacles that rest.
    pub(super) resting: Resting,
    /// The plane in which ways lead; `None` in three dimensions.
    pub(super) plane: Option<NavigationPlane>,
}

/// An influence that finds ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Led {
    id: InfluenceId,
    /// Number of its goals.
    goals: u32,
    /// Reach of the threats from which the ways lead away, in metres; `None` for ways to the goals.
    away: Option<f32>,
}

/// The ends of the ways of an influence.
pub(super) struct Ends<'a> {
    pub(super) id: InfluenceId,
    pub(super) goals: &'a [Vec3],
    /// Reach of the threats from which the ways lead away, in metres; `None` for ways to the goals.
    pub(super) away: Option<f32>,
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
                self.influences.push(Led {
                    id: *id,
                    goals: count as u32,
                    away: influence.reach_of_threats(),
                });
            }
        }
    }

    pub(super) fn has(&self, id: InfluenceId) -> bool {
        self.influences.iter().any(|it| it.id == id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.influences.is_empty()
    }

    /// The influences with their goals.
    pub(super) fn ends(&self) -> impl Iterator<Item = Ends<'_>> + '_ {
        let mut rest = &self.points[..];
        self.influences.iter().map(move |led| {
            let (goals, others) = rest.split_at(led.goals as usize);
            rest = others;
            let (id, away) = (led.id, led.away);
            Ends { id, goals, away }
        })
    }

    /// True if both have the same influences, and each goal is within a distance, in metres.
    pub(super) fn is_near(&self, other: &Self, distance: f32) -> bool {
        let mut pairs = self.points.iter().zip(&other.points);
        self.influences == other.influences && pairs.all(|(a, b)| (a - b).norm() <= distance)
    }

    /// Checks a plan that was read from a file. The error says what is wrong.
    pub(super) fn validate(&self) -> Result<(), String> {
        let counts = self.influences.iter().map(|it| u64::from(it.goals));
        let is_sound = self.influences.len() <= MOST_WAYS
            && self
                .influences
                .iter()
                .all(|it| it.goals as usize <= MOST_VOLUMES)
            && counts.sum::<u64>() == self.points.len() as u64
            && self.points.iter().all(is_finite)
            // False for NaN.
            && self.influences.iter().all(|it| it.away.is_none_or(|reach| reach >= 0.0));
        let refused = || "the goals of the ways do not fit the influences".to_string();
        is_sound.then_some(()).ok_or_else(refused)?;
        self.resting.validate()?;
        let plane = self.plane.map_or(Ok(()), |plane| plane.validate());
        plane.map_err(|error| format!("the ways lead in no plane: {error}"))
    }
}
