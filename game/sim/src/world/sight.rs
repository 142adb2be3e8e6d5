//! Which boids the flocks of a world see of each other in a step.

use super::{steps::attacks, World};
use crate::{
    flock::leave_gpu_together,
    gpu::role::Role,
    steering::{
        fear::{threat::Threat, threat_set::ThreatSet},
        relation::{Relation, RelationKind},
    },
    step::{
        others::{Demand, OtherFlocks},
        Pacing,
    },
};

impl World {
    /// Copies, on the CPU, the positions of boids that other flocks see.
    pub(super) fn sight(&mut self, members: &[usize]) {
        self.mixing.find(&self.flocks, &self.relations, members);
        self.across.sight(&self.flocks, &self.relations, members);
        for member in members {
            let otherwise = |flock: usize, _: &_| {
                let shares_frame = self.flocks[flock].shares_frame(&self.flocks[*member]);
                !shares_frame || self.mixing.mixes(flock, *member)
            };
            let demand = self.relations.demand_on(*member, &self.flocks, otherwise);
            if let Some(demand) = demand {
                self.flocks[*member].sight_into(&mut self.sightings[*member], &demand);
            }
        }
    }

    /// Prepares the begun step of related flocks on the GPU, and sorts the boids there for the
    /// other flocks. Returns false if that fails; the flocks are then on the CPU, and see each
    /// other there.
    pub(super) fn sight_on_gpu(&mut self, members: &[usize], pacing: Pacing) -> bool {
        let is_prepared = members
            .iter()
            .all(|member| self.prepare_on_gpu(*member, pacing));
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

    /// True if boids of a flock have fear of the boids of a related flock. Fear divides the boids
    /// of the other flock into blocks, and does not need its grid.
    fn frightens(&self, flock: usize, relation: &Relation) -> bool {
        relation.kind == RelationKind::Flee && self.flocks[flock].settings().fear.enabled
    }

    /// The demand of other flocks, on a GPU, on the boids of a flock.
    fn demand_on_gpu(&self, member: usize) -> Option<Demand> {
        let frightens = |flock: usize, relation: &_| self.frightens(flock, relation);
        self.relations.demand_on(member, &self.flocks, frightens)
    }

    /// What a flock does among the others.
    pub(super) fn role(&self, member: usize) -> Role {
        let relations = self.relations.of(member);
        Role {
            is_seen: self.demand_on_gpu(member).is_some(),
            flocks_with: relations
                .iter()
                .any(|(_, relation)| relation.kind == RelationKind::FlockWith),
        }
    }

    fn prepare_on_gpu(&mut self, member: usize, pacing: Pacing) -> bool {
        let demand = self.demand_on_gpu(member);
        let relations = self.relations.of(member).iter();
        let feared = relations.filter(|(_, it)| self.frightens(member, it));
        let feared = feared.map(|(other, _)| self.flocks[*other].len()).sum();
        let seen = self.seen_from_perches(member);
        let flock = &mut self.flocks[member];
        let others = OtherFlocks {
            relations: self.relations.of(member),
            attacks: attacks(flock, &self.hunters[member]),
            feared,
            ..OtherFlocks::default()
        };
        flock.prepare_among(others, demand.as_ref(), seen, pacing)
    }

    /// The boids of other flocks that frighten boids on perches, at their known positions, in the
    /// frame of the flock with this index.
    fn seen_from_perches(&mut self, member: usize) -> ThreatSet {
        let mut seen = self.flocks[member].take_seen_from_perches();
        let flock = &self.flocks[member];
        let here = flock.frame_motion();
        let looks = flock.fears_on_perches();
        let relations = self.relations.of(member).iter();
        let feared = relations.filter(|(_, it)| looks && it.kind == RelationKind::Flee);
        let threats = feared.flat_map(|(other, relation)| {
            let other = &self.flocks[*other];
            let motion = other.frame_motion().seen_from(&here);
            let boids = other.boids_in_frame();
            boids.map(move |boid| {
                Threat::scare(motion.point_out(boid.position), relation.radius, 1.0)
            })
        });
        seen.set(
            threats,
            flock.periodic_box(),
            flock.settings().simulation.backend,
        );
        seen
    }
}
