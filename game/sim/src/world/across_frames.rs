//! Relations between flocks in different frames.

use super::relations::{demand, Relations};
use crate::{
    flock::Flock,
    steering::relation::{Relation, RelationKind},
    step::others::Sighting,
};

/// What flocks see of flocks in other frames in a step: copies of their boids in the coordinates of
/// the flock that sees them.
#[derive(Debug, Default)]
pub(super) struct AcrossFrames {
    /// Only those are in use to which relations lead.
    sightings: Vec<Sighting>,
    /// For each flock with such a relation, all its relations. An index from the number of flocks
    /// on stands for one of the sightings. Only the first `count` are in use.
    relations: Vec<(usize, Vec<(usize, Relation)>)>,
    count: usize,
}

impl AcrossFrames {
    /// Copies the boids that the members of a group see in other frames.
    pub(super) fn sight(&mut self, flocks: &[Flock], relations: &Relations, members: &[usize]) {
        self.clear();
        let mut used = 0;
        for member in members.iter().copied() {
            let own = &flocks[member];
            let is_across = |to: usize| !own.shares_frame(&flocks[to]);
            let of = relations.of(member);
            if !of.iter().any(|(to, _)| is_across(*to)) {
                continue;
            }
            if self.count == self.relations.len() {
                self.relations.push((member, Vec::new()));
            }
            let (seeing, in_step) = &mut self.relations[self.count];
            *seeing = member;
            in_step.clear();
            in_step.extend_from_slice(of);
            self.count += 1;
            for (index, relation) in in_step {
                let is_attack =
                    relation.kind == RelationKind::Hunt && own.settings().hunting.enabled;
                if !is_across(*index) || is_attack {
                    continue;
                }
                if used == self.sightings.len() {
                    self.sightings.push(Sighting::default());
                }
                let demand = demand(own, relation);
                flocks[*index].sight_into_frame_of(own, &mut self.sightings[used], &demand);
                *index = flocks.len() + used;
                used += 1;
            }
        }
    }

    /// Copies that relations of the step name by indices beyond those of the flocks.
    pub(super) fn sightings(&self) -> &[Sighting] {
        &self.sightings
    }

    /// The relations of a flock in the step.
    pub(super) fn relations_of<'a>(
        &'a self,
        member: usize,
        relations: &'a Relations,
    ) -> &'a [(usize, Relation)] {
        let in_use = &self.relations[..self.count];
        let found = in_use.iter().find(|(of, _)| *of == member);
        found.map_or_else(|| relations.of(member), |(_, in_step)| in_step)
    }

    /// Forgets the relations of the last step, for a step on a GPU.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }
}
