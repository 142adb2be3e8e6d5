//! The effect of other flocks on the boids of a block.

use super::{BlockAmongOthers, OtherFlocks, OtherSums};
use crate::{
    math::vector::{direction, length},
    neighbours::criteria::Criteria,
    steering::relation::{Relation, RelationKind},
};

impl BlockAmongOthers<'_> {
    /// Adds the sums over the flocks with which this flock flocks.
    pub(crate) fn add_sums<const N: usize>(&self, others: OtherFlocks, sums: &mut OtherSums<N>) {
        if self.criteria.nearest.is_some() {
            self.find_nearest(others, sums);
        }
        for (sighting, relation) in others.flocked_with() {
            let criteria = self.criteria.for_others(relation.radius);
            self.search(criteria, sighting, relation.weight, sums);
        }
    }

    /// Adds the wishes to flee from other flocks, or to hunt them.
    pub(crate) fn add_wishes<const N: usize>(
        &self,
        others: OtherFlocks,
        wish: &mut [&mut [f32]; 3],
    ) {
        self.add_attacks(others.attacks.unwrap_or_default(), wish);
        for (
            sighting,
            Relation {
                kind,
                weight,
                radius,
            },
        ) in others.iter()
        {
            let weight = match kind {
                RelationKind::Flee if others.chooser.is_some() => continue,
                RelationKind::Flee => -weight,
                RelationKind::Hunt if others.attacks.is_some() => continue,
                RelationKind::Hunt => weight,
                RelationKind::Ignore | RelationKind::FlockWith => continue,
            };
            let mut sums = OtherSums::<N>::new();
            self.search(Criteria::within(radius), sighting, 1.0, &mut sums);
            let [offsets, ..] = &sums.sums;
            for index in 0..self.seekers.len() {
                let offset = offsets.each_ref().map(|values| values[index]);
                let towards = direction(offset, length(offset));
                for axis in 0..3 {
                    wish[axis][index] += weight * towards[axis];
                }
            }
        }
    }

    /// Adds the wishes of boids that hunt in attacks.
    fn add_attacks(&self, attacks: &[[f32; 3]], wish: &mut [&mut [f32]; 3]) {
        if attacks.is_empty() {
            return;
        }
        for (at, index) in self.seekers.indices().enumerate() {
            if let Some(attack) = attacks.get(self.boids.slot[index] as usize) {
                for axis in 0..3 {
                    wish[axis][at] += attack[axis];
                }
            }
        }
    }
}
