//! Boids that leave the flock as loose bodies, the steps of these, and their return.

use super::{
    store::{Joining, Members},
    Context, Population,
};
use crate::{
    math::reference_frame::FrameStep,
    motion::loose_body::LooseBody,
    state::{boid_id::BoidId, boids::BoidState},
};

impl Population {
    /// Makes a step of the loose bodies, and removes those that vanish. `frame_step`: the motion of
    /// the flock's frame in the step, if it moves.
    pub(crate) fn step_bodies(&mut self, context: &mut Context, frame_step: Option<&FrameStep>) {
        if self.bodies.list().is_empty() {
            return;
        }
        let slots = self.boids.slot_map().slot_count();
        self.bodies
            .step(slots, context.config, context.obstacles, frame_step);
        self.carry_out_bodies(context);
        let vanished = self.bodies.list().iter().filter(|body| body.has_vanished());
        let slot_map = self.boids.slot_map();
        let ids: Vec<BoidId> = vanished.map(|body| slot_map.id(body.state.slot)).collect();
        for id in ids {
            self.remove(id, context);
        }
    }

    /// Takes a boid out of the flock, if it is there, with its exact state after the last step; on
    /// a GPU this waits. Returns false if it is neither in the flock nor loose.
    pub(crate) fn make_loose(&mut self, id: BoidId, context: &mut Context) -> bool {
        self.take_out_of_flock(id, context, |members| members.exact_states_of(id))
    }

    /// The same as [`make_loose`](Self::make_loose), but without waiting: on a GPU, the body starts
    /// where the boid is drawn.
    pub(crate) fn make_loose_as_drawn(&mut self, id: BoidId, context: &mut Context) -> bool {
        self.take_out_of_flock(id, context, |members| members.states_of(id))
    }

    fn take_out_of_flock(
        &mut self,
        id: BoidId,
        context: &mut Context,
        states: impl FnOnce(&Members) -> Option<[BoidState; 2]>,
    ) -> bool {
        if self.body(id).is_some() {
            return true;
        }
        let mut members = self
            .boids
            .change_members(Joining::NONE, context.config, context.reports);
        let Some([before, state]) = states(&members) else {
            return false;
        };
        let body = LooseBody {
            state,
            before,
            death: None,
            is_held: false,
            seconds: 0.0,
            stay: None,
        };
        members.leave(id);
        self.bodies.push(body, members.slot_map);
        // Boids that copy panic must not find the panic of a boid that has left.
        self.boids.memories.fear.memory.forget(id.slot());
        true
    }

    /// Puts a loose boid back into the flock.
    pub(crate) fn join(&mut self, id: BoidId, context: &mut Context) {
        let joining = Joining::with_slots(1);
        let mut members = self
            .boids
            .change_members(joining, context.config, context.reports);
        if let Some(body) = self.bodies.take_out(id, members.slot_map) {
            members.join_between(&body.before, &body.state);
        }
    }
}
