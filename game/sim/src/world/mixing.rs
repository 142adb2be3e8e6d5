//! Mixed flocks: flocks of a world whose boids search their neighbours together.

use super::relations::Relations;
use crate::{
    flock::Flock,
    neighbours::criteria::Criteria,
    steering::relation::{Relation, RelationKind},
    step::mixed_flock::{MixedFlock, MixedPart},
};

/// The mixed flocks of a step.
#[derive(Debug, Default)]
pub(super) struct Mixing {
    /// Only the first `count` are in use.
    groups: Vec<Group>,
    count: usize,
}

/// Flocks that treat each other as one flock, and have the same search criteria.
#[derive(Debug)]
struct Group {
    members: Vec<usize>,
    /// For each member, the number of boids in the members before it.
    starts: Vec<usize>,
    criteria: Criteria,
    mixed: MixedFlock,
}

impl Mixing {
    /// Finds groups among related flocks that can be mixed. In such a group, every flock flocks
    /// with every other with weight 1, as far as its rules reach, and the search criteria are the
    /// same.
    pub(super) fn find(&mut self, flocks: &[Flock], relations: &Relations, related: &[usize]) {
        self.count = 0;
        for flock in related.iter().copied() {
            let Some(criteria) = flocks[flock].criteria_to_mix() else {
                continue;
            };
            let used = &mut self.groups[..self.count];
            match used
                .iter_mut()
                .find(|group| group.takes(flock, &criteria, relations, flocks))
            {
                Some(group) => group.members.push(flock),
                None => self.begin(flock, criteria),
            }
        }
        // With k nearest neighbours, a flock needs all flocks with which it flocks in one search.
        for group in &mut self.groups[..self.count] {
            let is_divided =
                group.criteria.nearest.is_some() && group.flocks_with_others(relations, related);
            if is_divided {
                group.members.truncate(1);
            }
        }
    }

    fn begin(&mut self, flock: usize, criteria: Criteria) {
        if self.count == self.groups.len() {
            self.groups.push(Group {
                members: Vec::new(),
                starts: Vec::new(),
                criteria,
                mixed: MixedFlock::default(),
            });
        }
        let group = &mut self.groups[self.count];
        group.members.clear();
        group.members.push(flock);
        group.criteria = criteria;
        self.count += 1;
    }

    /// Finds the sums over neighbours for all boids of mixed flocks whose step has begun.
    pub(super) fn find_sums(&mut self, flocks: &[Flock]) {
        for group in &mut self.groups[..self.count] {
            group.find_sums(flocks);
        }
    }

    /// True if two flocks are in one mixed flock.
    pub(super) fn mixes(&self, flock: usize, other: usize) -> bool {
        let mut groups = self.groups[..self.count].iter();
        groups.any(|group| group.has(flock) && group.has(other))
    }

    /// The part of a flock in its mixed flock; `None` if the flock is not mixed.
    pub(super) fn part(&self, flock: usize) -> Option<MixedPart<'_>> {
        let group = self.groups[..self.count].iter();
        let group = group.filter(|group| group.members.len() > 1);
        group.flat_map(|group| group.part(flock)).next()
    }
}

impl Group {
    fn has(&self, flock: usize) -> bool {
        self.members.contains(&flock)
    }

    /// True if a member flocks with a flock outside the group.
    fn flocks_with_others(&self, relations: &Relations, related: &[usize]) -> bool {
        let others = || related.iter().filter(|other| !self.has(**other));
        let flocks_with =
            |of: usize, to: usize| relations.get(of, to).kind == RelationKind::FlockWith;
        let mut members = self.members.iter();
        members.any(|member| others().any(|other| flocks_with(*member, *other)))
    }

    /// True if a flock can be mixed with all members.
    fn takes(
        &self,
        flock: usize,
        criteria: &Criteria,
        relations: &Relations,
        flocks: &[Flock],
    ) -> bool {
        let shares_frame = |member: &usize| flocks[flock].shares_frame(&flocks[*member]);
        let is_as_one = |relation: Relation| {
            relation.kind == RelationKind::FlockWith
                && relation.weight == 1.0
                && criteria.reach.is_some_and(|reach| relation.radius >= reach)
        };
        let is_mutual = |member: &usize| {
            is_as_one(relations.get(flock, *member)) && is_as_one(relations.get(*member, flock))
        };
        self.criteria.is_mixable_with(criteria)
            && self.members.iter().all(shares_frame)
            && self.members.iter().all(is_mutual)
    }

    fn find_sums(&mut self, flocks: &[Flock]) {
        let [first, _, ..] = self.members.as_slice() else {
            return;
        };
        let members = self.members.iter();
        let boids = members.map(|member| flocks[*member].boids_before_step());
        self.starts.clear();
        self.starts.extend(boids.clone().scan(0, |sum, boids| {
            let start = *sum;
            *sum += boids.len();
            Some(start)
        }));
        let (backend, vectors) = flocks[*first].backend_and_vectors();
        self.mixed
            .find_sums(boids, &self.criteria, backend, vectors);
    }

    fn part(&self, flock: usize) -> Option<MixedPart<'_>> {
        let member = self.members.iter().position(|member| *member == flock)?;
        Some(MixedPart {
            mixed: &self.mixed,
            members: &self.members,
            first: self.starts[member],
        })
    }
}
