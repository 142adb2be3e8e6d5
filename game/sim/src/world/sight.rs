//! Which boids the flocks of a world see of each other in a step.

use super::{steps::attacks, World};
use crate::{
    flock::leave_gpu_together,
    steering::{
        fear::{threat::Threat, threat_set::ThreatSet},
        relation::{Relation, RelationKind},
    },
    step::others::OtherFlocks,
};

impl World {
    /// Copies, on the CPU, the positions of boids that other flocks see.
    pub(super) fn sight(&mut self, members: &[usize]) {
        self.mixing.find(&self.flocks, &self.relations, members);
        for member in members {
            let in_mixed = |flock, _: &_| self.mixing.mixes(flock, *member);
            let demand = self.relations.demand_on(*member, &self.flocks, in_mixed);
            if let Some(demand) = demand {
                self.flocks[*member].sight_into(&mut self.sightings[*member], &demand);
            }
        }
    }

    /// Prepares the begun step of related flocks on the GPU, and sorts the boids there for the
    /// other flocks. Returns false if that fails; the flocks are then on the CPU, and see each
    /// other there.
    pub(super) fn sight_on_gpu(&mut self, members: &[usize]) -> bool {
        let is_prepared = members.iter().all(|member| self.prepare_on_gpu(*member));
        if !is_prepared {
            leave_gpu_together(&mut self.flocks, members);
            self.sight(members);
            return false;
        }
        for member in members {
            self.sightings[*member].on_device = self.flocks[*member].sort_for_others();
        }
        true
    }

    fn prepare_on_gpu(&mut self, member: usize) -> bool {
        // Fear tests all boids of the other flock, without its grid.
        let frightens = |flock: usize, relation: &Relation| {
            relation.kind == RelationKind::Flee && self.flocks[flock].settings().fear.enabled
        };
        let demand = self.relations.demand_on(member, &self.flocks, frightens);
        let relations = self.relations.of(member);
        let feared = relations.iter().filter(|(_, it)| frightens(member, it));
        let feared = feared.map(|(other, _)| self.flocks[*other].len()).sum();
        let seen = self.seen_from_perches(member);
        let flock = &mut self.flocks[member];
        let others = OtherFlocks {
            relations: self.relations.of(member),
            attacks: attacks(flock, &self.hunters[member]),
            feared,
            ..OtherFlocks::default()
        };
        flock.prepare_among(others, demand.as_ref(), seen)
    }

    /// The boids of other flocks that frighten boids on perches, at their known positions.
    fn seen_from_perches(&mut self, member: usize) -> ThreatSet {
        let mut seen = self.flocks[member].take_seen_from_perches();
        let flock = &self.flocks[member];
        let looks = flock.fears_on_perches();
        let relations = self.relations.of(member).iter();
        let feared = relations.filter(|(_, it)| looks && it.kind == RelationKind::Flee);
        let threats = feared.flat_map(|(other, relation)| {
            let boids = self.flocks[*other].boids();
            boids.map(|boid| Threat::scare(boid.position, relation.radius, 1.0))
        });
        seen.set(
            threats,
            flock.periodic_box(),
            flock.settings().simulation.backend,
        );
        seen
    }
}
