//! The steps of the flocks of a group, which are related or one alone.

use super::{hunting::Hunters, World};
use crate::{
    flock::{choose_together, clock::Advance, leave_gpu_together, Flock, Frame},
    step::{others::OtherFlocks, Pacing},
};

impl World {
    /// Makes one step of the flocks of a group.
    pub(super) fn step_once(&mut self, group: usize) {
        let members = self.relations.members(group);
        if let [alone] = members {
            return self.flocks[*alone].step();
        }
        let members = members.to_vec();
        let on_gpu = choose_together(&mut self.flocks, &members);
        self.step_group(&members, on_gpu, Pacing::Single);
    }

    /// Makes the steps of a frame of the flocks of a group.
    pub(super) fn advance_group(&mut self, group: usize, seconds: f32) -> Advance {
        let members = self.relations.members(group);
        let [leader, ..] = members else {
            return Advance::default();
        };
        let leader = *leader;
        if members.len() == 1 {
            return self.flocks[leader].advance(seconds);
        }
        let members = members.to_vec();
        let is_behind = self.poll_group(&members);
        if is_behind == Some(true) {
            for member in members {
                self.flocks[member].add_latency();
            }
            return Advance::dropped(seconds);
        }
        let advance = self.flocks[leader].due(seconds);
        for member in &members {
            self.flocks[*member].begin_frame(advance.steps);
        }
        let on_gpu = is_behind.is_some();
        for _ in 0..advance.steps {
            // Flocks may leave the GPU in the frame.
            let are_there = on_gpu && choose_together(&mut self.flocks, &members);
            self.step_group(&members, are_there, Pacing::InFrame);
        }
        let clock = self.flocks[leader].clock();
        let frame = Frame {
            seconds,
            steps: advance.steps,
            on_gpu,
        };
        for member in members {
            self.flocks[member].follow_clock(&clock);
            self.flocks[member].end_frame(frame);
        }
        advance
    }

    /// Takes what came back from the GPU on which related flocks are. True if it is too far behind to get
    /// more work in this frame; none if they are on the CPU.
    fn poll_group(&mut self, members: &[usize]) -> Option<bool> {
        if !choose_together(&mut self.flocks, members) {
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

    /// Makes a step of flocks that are related: on a GPU, where all of them are then, or on the CPU.
    fn step_group(&mut self, members: &[usize], on_gpu: bool, pacing: Pacing) {
        // Before any of them looks at the others, as in the run that is replayed.
        for member in members {
            self.flocks[*member].notice_inputs();
        }
        // On a GPU from where the boids are as far as it is known.
        for member in members {
            self.hunt(*member);
        }
        // The CPU shows the others the boids before emitters add some, a GPU those that it sorts.
        if !on_gpu {
            self.sight(members);
        }
        for member in members {
            self.flocks[*member].begin_step_among();
        }
        if !(on_gpu && self.sight_on_gpu(members)) {
            self.mixing.find_sums(&self.flocks);
        }
        for member in members {
            self.step_member(*member, pacing);
        }
        // The memory is freed with the flocks.
        for member in members {
            self.sightings[*member].on_device = None;
        }
        self.catch(members);
    }

    /// Makes the step of a flock that began.
    fn step_member(&mut self, member: usize, pacing: Pacing) {
        let attacks = attacks(&self.flocks[member], &self.hunters[member]);
        let others = OtherFlocks {
            sightings: &self.sightings,
            relations: self.relations.of(member),
            chooser: None,
            attacks,
            feared: 0,
            mixed: self.mixing.part(member),
        };
        self.flocks[member].step_among(others, pacing);
    }
}

/// The wishes to attack of the boids of a flock; none if it does not hunt in attacks. A boid that is new in
/// the step has no wish yet.
pub(super) fn attacks<'a>(flock: &Flock, hunters: &'a Hunters) -> Option<&'a [[f32; 3]]> {
    let hunts = flock.settings().hunting.enabled;
    hunts.then_some(&*hunters.wishes)
}
