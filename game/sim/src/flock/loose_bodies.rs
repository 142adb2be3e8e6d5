//! Boids outside of the flock, which are dead or held: their bodies, and the steps of these.

use super::{
    boid_store::{change_members, Members},
    Flock,
};
use crate::{
    math::frame::Frame,
    motion::{
        boid_move::CLEAR_SHARE, loose_body::LooseBody, moving_obstacles::MovingObstacles,
        touched_slots::TouchedSlots, SweptMove,
    },
    pose::orientation::OrientationParams,
    settings::validation::{Check, SettingsError},
    state::{
        boid_id::BoidId,
        boids::{Boid, BoidState},
        slot_map::SlotMap,
        threads::{run, Part},
    },
};

/// Dead and held boids.
#[derive(Debug, Default)]
pub(super) struct LooseBodies {
    list: Vec<LooseBody>,
    /// Those that moving obstacles caught in the last step.
    caught: TouchedSlots,
}

impl LooseBodies {
    /// Those of a snapshot, whose slots are in the slot map already.
    pub(super) fn new(list: &[LooseBody]) -> Self {
        Self {
            list: list.to_vec(),
            caught: TouchedSlots::default(),
        }
    }

    pub(super) fn list(&self) -> &[LooseBody] {
        &self.list
    }

    pub(super) fn list_mut(&mut self) -> &mut [LooseBody] {
        &mut self.list
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, id: BoidId, slot_map: &SlotMap) -> Option<&LooseBody> {
        Some(&self.list[slot_map.loose_index(id)?])
    }

    pub(super) fn get_mut(&mut self, id: BoidId, slot_map: &SlotMap) -> Option<&mut LooseBody> {
        Some(&mut self.list[slot_map.loose_index(id)?])
    }

    /// The slots of those that moving obstacles caught in the last step.
    pub(super) fn caught(&self) -> impl Iterator<Item = u32> + '_ {
        self.caught.iter()
    }

    /// The boid with this id if it is loose.
    pub(super) fn boid(&self, id: BoidId, slot_map: &SlotMap) -> Option<Boid> {
        self.get(id, slot_map).map(|body| boid(body, slot_map))
    }

    fn push(&mut self, body: LooseBody, slot_map: &SlotMap) {
        slot_map.set_loose_index(body.state.slot, self.list.len());
        self.list.push(body);
    }

    /// Takes a boid out of the list if it is there; the last one moves to its index.
    pub(super) fn take_out(&mut self, id: BoidId, slot_map: &SlotMap) -> Option<LooseBody> {
        let index = slot_map.loose_index(id)?;
        let body = self.list.swap_remove(index);
        if let Some(moved) = self.list.get(index) {
            slot_map.set_loose_index(moved.state.slot, index);
        }
        Some(body)
    }

    /// Keeps those that the slot map still has.
    pub(super) fn keep_loose(&mut self, slot_map: &SlotMap) {
        self.list
            .retain(|body| slot_map.loose_index_of(body.state.slot).is_some());
        for (index, body) in self.list.iter().enumerate() {
            slot_map.set_loose_index(body.state.slot, index);
        }
    }
}

fn boid(body: &LooseBody, slot_map: &SlotMap) -> Boid {
    Boid {
        id: slot_map.id(body.state.slot),
        position: body.state.position,
        velocity: body.state.velocity,
    }
}

impl Flock {
    /// The dead and held boids, in the order in which
    /// [`write_instances`](Self::write_instances) writes them. Takes constant time for each.
    pub fn loose_boids(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let slot_map = self.boids.slot_map();
        self.bodies.list.iter().map(|body| boid(body, slot_map))
    }

    /// Makes a step of the loose bodies, and removes those that vanish.
    pub(super) fn step_bodies(&mut self) {
        if self.bodies.list.is_empty() {
            return;
        }
        let frame = Frame::new(&self.placement);
        let LooseBodies {
            list: bodies,
            caught,
        } = &mut self.bodies;
        if !self.obstacles.is_empty() {
            caught.clear(self.boids.slot_map().slot_count());
        }
        let moving = MovingObstacles::new(&self.settings, &self.obstacles, caught);
        let swept_move =
            SweptMove::of_loose_bodies(&self.settings, frame, &self.geometry, self.vectors)
                .among(moving);
        let time_step = self.settings.simulation.time_step;
        let orientation_params = OrientationParams::new(&self.settings.body, time_step);
        let driver = self.settings.simulation.driver;
        run(driver, Part::whole(bodies), |part| {
            for body in part.items {
                swept_move.move_loose_body(body);
                orientation_params.beat(body);
            }
        });
        self.carry_out_bodies();
        if !self.bodies.list.iter().any(LooseBody::has_vanished) {
            return;
        }
        let slot_map = self.boids.slot_map();
        let vanished = self.bodies.list.iter().filter(|body| body.has_vanished());
        let ids: Vec<BoidId> = vanished.map(|body| slot_map.id(body.state.slot)).collect();
        ids.into_iter().for_each(|id| {
            self.remove_boid(id);
        });
    }

    /// Takes a boid out of the flock if it is there, as it was after the last step, for which this waits
    /// on a GPU. False if it is neither there nor loose.
    pub(super) fn make_loose(&mut self, id: BoidId) -> bool {
        self.take_out_of_flock(id, |members| members.exact_states_of(id))
    }

    /// The same without a wait: on a GPU the body begins where the boid is drawn.
    pub(super) fn make_loose_as_drawn(&mut self, id: BoidId) -> bool {
        self.take_out_of_flock(id, |members| members.states_of(id))
    }

    fn take_out_of_flock(
        &mut self,
        id: BoidId,
        states: impl FnOnce(&Members) -> Option<[BoidState; 2]>,
    ) -> bool {
        if self.bodies.get(id, self.boids.slot_map()).is_some() {
            return true;
        }
        let mut members = change_members!(self, 0);
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
        // Boids that copy its panic must find none.
        self.fear.memory.forget(id.slot());
        true
    }

    /// Puts a loose boid back into the flock.
    pub(super) fn join(&mut self, id: BoidId) {
        let mut members = change_members!(self, 1);
        if let Some(body) = self.bodies.take_out(id, members.slot_map) {
            members.join_between(&body.before, &body.state);
        }
    }

    /// Refuses to put a boid where it could not be.
    pub(super) fn check_return(&self, state: &BoidState) -> Result<(), SettingsError> {
        self.check_near(state)?;
        self.check_room(state)
    }

    /// Refuses a boid in the flock that is too far away.
    pub(super) fn check_near(&self, state: &BoidState) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("position", &state.position, "m");
        check.finish()
    }

    /// Refuses a place where a body that touches geometry would still be inside of something.
    pub(super) fn check_room(&self, state: &BoidState) -> Result<(), SettingsError> {
        // A body that has slid along a surface may be nearer to it by rounding.
        self.check_clear(
            &state.position,
            CLEAR_SHARE * self.settings.collision.body_radius,
        )
    }
}
