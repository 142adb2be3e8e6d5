//! The steps of a group: related flocks, or a single flock.

use super::{hunting::Hunters, World};
use crate::{
    flock::{choose_together, clock::Advance, leave_gpu_together, Flock, Frame},
    gpu::role::Role,
    step::{others::OtherFlocks, Pacing},
};

impl World {
    /// Makes one step of all flocks of a group.
    pub(super) fn step_once(&mut self, group: usize) {
        let members = self.relations.members(group);
        if let [alone] = members {
            let flock = &mut self.flocks[*alone];
            flock.set_role(Role::default());
            return flock.step();
        }
        let members = members.to_vec();
        let on_gpu = self.choose_backends(&members, Pacing::Single);
        self.step_group(&members, on_gpu, Pacing::Single);
    }

    /// Makes the steps of a frame of all flocks of a group.
    pub(super) fn advance_group(&mut self, group: usize, seconds: f32) -> Advance {
        let members = self.relations.members(group);
        let [leader, ..] = members else {
            return Advance::default();
        };
        let leader = *leader;
        if members.len() == 1 {
            let flock = &mut self.flocks[leader];
            flock.set_role(Role::default());
            return flock.advance(seconds);
        }
        let members = members.to_vec();
        let is_behind = self.poll_group(&members);
        if is_behind == Some(true) {
            let mut advance = Advance::default();
            for member in members {
                advance = self.flocks[member].pass_frame(seconds);
            }
            return advance;
        }
        let (advance, time) = self.flocks[leader].due(seconds);
        for member in members.iter().filter(|member| **member != leader) {
            self.flocks[*member].begin_frame(&time);
        }
        let on_gpu = is_behind.is_some();
        for _ in 0..advance.steps {
            // Flocks may leave the GPU within the frame.
            let are_there = on_gpu && self.choose_backends(&members, Pacing::InFrame);
            self.step_group(&members, are_there, Pacing::InFrame);
        }
        let clock = self.flocks[leader].clock();
        for member in members {
            self.flocks[member].copy_clock(&clock);
            self.flocks[member].end_frame(Frame {
                seconds,
                steps: advance.steps,
                on_gpu,
                leads: member == leader,
            });
        }
        advance
    }

    /// Moves related flocks to their backends. Returns true if all are on one GPU; otherwise all
    /// are on the CPU.
    fn choose_backends(&mut self, members: &[usize], pacing: Pacing) -> bool {
        for member in members {
            let role = self.role(*member);
            self.flocks[*member].set_role(role);
        }
        choose_together(&mut self.flocks, members, pacing)
    }

    /// Takes what was read back from the GPU for related flocks. `Some(true)` if the GPU is too far
    /// behind to get more work in this frame; `None` if the flocks are on the CPU.
    fn poll_group(&mut self, members: &[usize]) -> Option<bool> {
        if !self.choose_backends(members, Pacing::InFrame) {
            return None;
        }
        let mut is_behind = false;
        for member in members {
            let Some(is_one_behind) = self.flocks[*member].poll_gpu() else {
                leave_gpu_together(&mut self.flocks, members);
                return None;
            };
            is_behind |= is_one_behind;
        }
        Some(is_behind)
    }

    /// Makes a step of related flocks, either all on a GPU or all on the CPU.
    fn step_group(&mut self, members: &[usize], on_gpu: bool, pacing: Pacing) {
        // Inputs apply before any flock sees the others, as in the run that is replayed.
        for member in members {
            self.flocks[*member].notice_inputs();
        }
        // On a GPU, hunters decide by the known positions of the boids.
        for member in members {
            self.hunt(*member);
        }
        // On the CPU, flocks see the boids before emitters add new ones; on a GPU, they see the
        // boids sorted in this step.
        if on_gpu {
            self.across.clear();
        } else {
            self.sight(members);
        }
        for member in members {
            self.flocks[*member].begin_step_among();
        }
        if !(on_gpu && self.sight_on_gpu(members, pacing)) {
            self.mixing.find_sums(&self.flocks);
        }
        for member in members {
            self.step_member(*member, pacing);
        }
        // Releases the buffers, so that they are freed with the flocks.
        for member in members {
            self.sightings[*member].on_device = None;
        }
        self.catch(members);
    }

    /// Finishes the step of a flock that has begun it.
    fn step_member(&mut self, member: usize, pacing: Pacing) {
        let attacks = attacks(&self.flocks[member], &self.hunters[member]);
        let others = OtherFlocks {
            sightings: &self.sightings,
            across: self.across.sightings(),
            relations: self.across.relations_of(member, &self.relations),
            chooser: None,
            attacks,
            feared: 0,
            mixed: self.mixing.part(member),
        };
        self.flocks[member].step_among(others, pacing);
    }
}

/// The wishes of the attacking boids of a flock, by slot; `None` if it does not hunt in attacks. A
/// boid that joined in this step has no wish yet.
pub(super) fn attacks<'a>(flock: &Flock, hunters: &'a Hunters) -> Option<&'a [[f32; 3]]> {
    let hunts = flock.settings().hunting.enabled;
    hunts.then_some(&*hunters.wishes)
}
