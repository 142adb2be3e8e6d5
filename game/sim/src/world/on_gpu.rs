//! Related flocks on a GPU.

use super::{attacks, World};
use crate::{
    flock::{choose_together, clock::Advance, leave_gpu_together},
    steering::{
        fear::{threat::Threat, threat_set::ThreatSet},
        relation::{Relation, RelationKind},
    },
    step::{others::OtherFlocks, Pacing},
};

impl World {
    /// Makes a step of related flocks on the GPU. False if they are not there, and made none.
    pub(super) fn step_group_on_gpu(&mut self, members: &[usize], pacing: Pacing) -> bool {
        if !choose_together(&mut self.flocks, members) {
            return false;
        }
        for member in members {
            self.flocks[*member].notice_inputs();
        }
        // From where the boids are as far as it is known.
        for member in members {
            self.hunt(*member);
        }
        for member in members {
            self.flocks[*member].begin_step_among();
        }
        let is_prepared = members.iter().all(|member| self.prepare_on_gpu(*member));
        if !is_prepared {
            leave_gpu_together(&mut self.flocks, members);
            self.step_begun_on_cpu(members);
            return true;
        }
        for member in members {
            self.sightings[*member].on_device = self.flocks[*member].sort_for_others();
        }
        for member in members {
            self.step_member(*member, pacing);
        }
        // The memory is freed with the flocks.
        for member in members {
            self.sightings[*member].on_device = None;
        }
        self.catch(members);
        true
    }

    fn prepare_on_gpu(&mut self, member: usize) -> bool {
        // Fear goes through all boids of the other flock, without its grid.
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

    /// The boids of other flocks that frighten boids on perches, as far as they are known.
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
            flock.settings().simulation.driver,
        );
        seen
    }

    /// Makes a step that began for the GPU.
    fn step_begun_on_cpu(&mut self, members: &[usize]) {
        self.sight(members);
        self.step_members(members);
    }

    /// A frame of related flocks on the GPU; none if they are not there.
    pub(super) fn advance_group_on_gpu(
        &mut self,
        members: &[usize],
        seconds: f32,
    ) -> Option<Advance> {
        if !choose_together(&mut self.flocks, members) {
            return None;
        }
        let mut is_behind = false;
        for member in members {
            match self.flocks[*member].begin_frame_on_gpu() {
                Some(is_one_behind) => is_behind |= is_one_behind,
                None => {
                    leave_gpu_together(&mut self.flocks, members);
                    return None;
                }
            }
        }
        if is_behind {
            for member in members {
                self.flocks[*member].skip_frame_on_gpu();
            }
            return Some(Advance::dropped(seconds));
        }
        let leader = *members.first()?;
        let advance = self.flocks[leader].due(seconds);
        for member in members {
            self.flocks[*member].begin_frame(advance.steps);
        }
        for _ in 0..advance.steps {
            if !self.step_group_on_gpu(members, Pacing::InFrame) {
                self.step_group_on_cpu(members);
            }
        }
        let clock = self.flocks[leader].clock();
        for member in members {
            self.flocks[*member].follow_clock(&clock);
            self.flocks[*member].end_frame_on_gpu();
        }
        Some(advance)
    }
}
