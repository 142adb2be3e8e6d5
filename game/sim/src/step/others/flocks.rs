//! The other flocks to which a flock has relations.

use super::sighting::Sighting;
use crate::{
    math::Vec3,
    steering::{
        fear::threat::Chooser,
        relation::{Relation, RelationKind},
    },
    step::{mixed_flock::MixedPart, stored_sums::KnownSums},
};

/// The other flocks to which a flock has relations, in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OtherFlocks<'a> {
    /// Of all flocks.
    pub(crate) sightings: &'a [Sighting],
    /// Of flocks in other frames, in the coordinates of this flock.
    pub(crate) across: &'a [Sighting],
    /// Relations to other flocks, by the indices of these in `sightings` and, after them, in
    /// `across`.
    pub(crate) relations: &'a [(usize, Relation)],
    /// How boids flee; `None` without fear.
    pub(crate) chooser: Option<Chooser>,
    /// Wishes of boids that hunt in attacks, by slot; `None` if they do not hunt in attacks.
    pub(crate) attacks: Option<&'a [[f32; 3]]>,
    /// Largest number of boids of other flocks that are threats; used only on a GPU.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "the CPU lists them"))]
    pub(crate) feared: usize,
    /// The mixed flock to which this flock belongs; `None` if it is in none.
    pub(crate) mixed: Option<MixedPart<'a>>,
}

impl<'a> OtherFlocks<'a> {
    /// All relations, except those to flocks in the same mixed flock.
    pub(super) fn iter(self) -> impl Iterator<Item = (&'a Sighting, Relation)> + Clone {
        let is_mixed = move |index| self.mixed.is_some_and(|mixed| mixed.has(index));
        let relations = self.relations.iter();
        let apart = relations.filter(move |(index, _)| !is_mixed(*index));
        apart.map(move |(index, relation)| (self.sighting(*index), *relation))
    }

    fn sighting(self, index: usize) -> &'a Sighting {
        match self.sightings.get(index) {
            Some(sighting) => sighting,
            None => &self.across[index - self.sightings.len()],
        }
    }

    /// The sums over neighbours from the mixed flock. `order` has the indices of the boids of a
    /// block before they were sorted.
    pub(crate) fn known_sums(self, order: &'a [u32]) -> Option<KnownSums<'a>> {
        self.mixed.map(|mixed| mixed.sums(order))
    }

    /// Seconds that the search of the mixed flock took for `boids` boids.
    pub(crate) fn shared_seconds(self, boids: usize) -> f32 {
        self.mixed.map_or(0.0, |mixed| mixed.seconds(boids))
    }

    /// The flocks outside the mixed flock with which this flock flocks.
    pub(super) fn flocked_with(self) -> impl Iterator<Item = (&'a Sighting, Relation)> + Clone {
        let is_flocked_with = |relation: &Relation| relation.kind == RelationKind::FlockWith;
        self.iter()
            .filter(move |(_, relation)| is_flocked_with(relation))
    }

    /// Positions, velocities and relations of the boids from which boids flee by the rules of fear.
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
