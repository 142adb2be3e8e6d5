//! The relations between the flocks of a world.

use crate::{
    flock::Flock,
    settings::AlignTo,
    steering::relation::{Relation, RelationKind},
    step::others::Demand,
};

/// The relations between flocks, by their indices, and the groups of related flocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Relations {
    /// For each flock, its relations to other flocks, by their indices; only relations that have an
    /// effect.
    of: Vec<Vec<(usize, Relation)>>,
    /// Connected components: flocks that are related directly or through others, in ascending
    /// order.
    groups: Vec<Vec<usize>>,
}

impl Relations {
    /// Makes room for `count` flocks; new flocks have no relations.
    pub(super) fn set_count(&mut self, count: usize) {
        self.of.resize(count, Vec::new());
        self.find_groups();
    }

    /// Removes a flock; the indices of later flocks decrease by one.
    pub(super) fn remove(&mut self, index: usize) {
        self.of.remove(index);
        for relations in &mut self.of {
            relations.retain(|(to, _)| *to != index);
            for (to, _) in relations {
                *to -= usize::from(*to > index);
            }
        }
        self.find_groups();
    }

    pub(super) fn set(&mut self, of: usize, to: usize, relation: Relation) {
        let relations = &mut self.of[of];
        relations.retain(|(other, _)| *other != to);
        if relation.acts() {
            relations.push((to, relation));
            // Wishes are summed in this order, which must not depend on the order of the calls.
            relations.sort_by_key(|(other, _)| *other);
        }
        self.find_groups();
    }

    pub(super) fn get(&self, of: usize, to: usize) -> Relation {
        let found = self.of[of].iter().find(|(other, _)| *other == to);
        found.map_or_else(Relation::default, |(_, relation)| *relation)
    }

    /// The relations of a flock to other flocks.
    pub(super) fn of(&self, index: usize) -> &[(usize, Relation)] {
        &self.of[index]
    }

    /// Number of groups. Each flock is in exactly one.
    pub(super) fn group_count(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn members(&self, group: usize) -> &[usize] {
        &self.groups[group]
    }

    /// What the flocks that see a flock need to know of it; `None` if no flock sees it. `otherwise`
    /// excludes relations that see the flock by other means.
    pub(super) fn demand_on(
        &self,
        index: usize,
        flocks: &[Flock],
        otherwise: impl Fn(usize, &Relation) -> bool,
    ) -> Option<Demand> {
        let all = (0..).zip(self.of.iter().zip(flocks));
        let otherwise = &otherwise;
        let seen = all.flat_map(|(seeing, (relations, flock))| {
            let attacks = flock.settings().hunting.enabled;
            let is_seen = move |relation: &Relation| {
                !(attacks && relation.kind == RelationKind::Hunt || otherwise(seeing, relation))
            };
            let to_it = relations
                .iter()
                .filter(move |(to, relation)| *to == index && is_seen(relation));
            to_it.map(|(_, relation)| demand(flock, relation))
        });
        seen.reduce(Demand::and)
    }

    fn find_groups(&mut self) {
        let mut left: Vec<usize> = (0..self.of.len()).collect();
        self.groups.clear();
        while let Some(first) = left.first().copied() {
            left.remove(0);
            let mut group = vec![first];
            let mut looked_at = 0;
            while looked_at < group.len() {
                let index = group[looked_at];
                looked_at += 1;
                left.retain(|other| {
                    let is_related = self.names(index, *other) || self.names(*other, index);
                    if is_related {
                        group.push(*other);
                    }
                    !is_related
                });
            }
            group.sort_unstable();
            self.groups.push(group);
        }
    }

    fn names(&self, of: usize, to: usize) -> bool {
        self.of[of].iter().any(|(other, _)| *other == to)
    }
}

/// What a flock needs to know of another one to which it has a relation.
pub(super) fn demand(flock: &Flock, relation: &Relation) -> Demand {
    let settings = flock.settings();
    let rules = [
        &settings.cohesion,
        &settings.separation,
        &settings.alignment,
    ];
    let own = rules.iter().map(|rule| rule.radius).fold(0.0, f32::max);
    match relation.kind {
        RelationKind::FlockWith => Demand {
            reach: own.min(relation.radius),
            headings: settings.neighbours.align_to == AlignTo::Heading,
        },
        _ => Demand {
            reach: relation.radius,
            headings: false,
        },
    }
}
