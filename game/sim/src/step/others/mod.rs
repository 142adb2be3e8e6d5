//! What the boids of other flocks mean to those of a flock.

mod block;
mod search;
mod sums;

pub(crate) use block::BlockAmongOthers;
pub(crate) use sums::OtherSums;

use crate::{
    math::Vec3,
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    settings::Driver,
    state::boids::Boids,
    steering::{
        fear::threat::Chooser,
        relation::{Relation, RelationKind},
    },
    step::{
        mixed_flock::{KnownSums, MixedPart},
        sort,
    },
};
use std::{any::Any, sync::Arc};

/// What a device holds of boids that others see. Only the device knows the type.
pub(crate) type OnDevice = Arc<dyn Any + Send + Sync>;

/// The boids of a flock as the others see them in a step: as they were before it, sorted along a
/// grid.
#[derive(Debug, Default)]
pub(crate) struct Sighting {
    grid: Grid,
    boids: Boids,
    /// Headings, for flocks that align to them.
    inputs: NeighbourInputs,
    /// What takes the place of all this on a GPU.
    pub(crate) on_device: Option<OnDevice>,
}

/// What the flocks that look at one need of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Demand {
    /// Largest reach of their searches, in metres.
    pub(crate) reach: f32,
    /// True if one of them aligns to headings.
    pub(crate) headings: bool,
}

impl Demand {
    /// What serves both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            reach: self.reach.max(other.reach),
            headings: self.headings || other.headings,
        }
    }
}

impl Sighting {
    /// Gets ready for a step.
    pub(crate) fn prepare(&mut self, boids: &Boids, demand: &Demand, driver: Driver) {
        if self.boids.len() != boids.len() {
            self.boids.copy_from(boids);
        }
        let criteria = Criteria {
            aligns_to_headings: demand.headings,
            ..Criteria::within(demand.reach)
        };
        sort(&mut self.grid, &mut self.boids, boids, &criteria, driver);
        self.inputs.prepare(&self.boids, &criteria, driver);
    }
}

/// The other flocks that mean something to the boids of one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OtherFlocks<'a> {
    /// Of all flocks.
    pub(crate) sightings: &'a [Sighting],
    /// Indices of flocks, and what they mean.
    pub(crate) relations: &'a [(usize, Relation)],
    /// How boids flee; none without fear.
    pub(crate) chooser: Option<Chooser>,
    /// Wishes of boids that hunt in attacks, by slot; none if they hunt otherwise.
    pub(crate) attacks: Option<&'a [[f32; 3]]>,
    /// Number of boids, at most, that are threats on a GPU only.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "the CPU lists them"))]
    pub(crate) feared: usize,
    /// The mixed flock of this one and those that it flocks with as one; none if there is none.
    pub(crate) mixed: Option<MixedPart<'a>>,
}

impl<'a> OtherFlocks<'a> {
    /// Without those of the mixed flock.
    fn iter(self) -> impl Iterator<Item = (&'a Sighting, Relation)> + Clone {
        let is_mixed = move |index| self.mixed.is_some_and(|mixed| mixed.has(index));
        let relations = self.relations.iter();
        let apart = relations.filter(move |(index, _)| !is_mixed(*index));
        apart.map(|(index, relation)| (&self.sightings[*index], *relation))
    }

    /// The sums over the neighbours of a mixed flock. `order` has the indices of the boids of a block
    /// before they were sorted.
    pub(crate) fn known_sums(self, order: &'a [u32]) -> Option<KnownSums<'a>> {
        self.mixed.map(|mixed| mixed.sums(order))
    }

    /// Seconds that the search of a mixed flock took for so many boids.
    pub(crate) fn shared_seconds(self, boids: usize) -> f32 {
        self.mixed.map_or(0.0, |mixed| mixed.seconds(boids))
    }

    fn flocked_with(self) -> impl Iterator<Item = (&'a Sighting, Relation)> + Clone {
        let is_flocked_with = |relation: &Relation| relation.kind == RelationKind::FlockWith;
        self.iter()
            .filter(move |(_, relation)| is_flocked_with(relation))
    }

    /// The positions and velocities of those that fear decides on, with what they mean.
    pub(crate) fn fled_from(self) -> impl Iterator<Item = (Vec3, Vec3, Relation)> + 'a {
        let flees = self.iter().filter(move |(_, relation)| {
            self.chooser.is_some() && relation.kind == RelationKind::Flee
        });
        flees.flat_map(|(sighting, relation)| {
            let boids = &sighting.boids;
            (0..boids.len())
                .map(move |index| (boids.position(index), boids.velocity(index), relation))
        })
    }

    /// True if there are sums over other flocks.
    pub(crate) fn has_sums(self) -> bool {
        self.flocked_with().next().is_some()
    }
}
