//! Rescue of loose bodies: moving them out of obstacles and geometry.

use super::{loose_bodies::check_room, store::Joining, Context, Population};
use crate::{
    math::Vec3,
    motion::{depenetration::MAX_PLACES_EACH, loose_body::LooseBody},
    settings::validation::SettingsError,
    state::boid_id::BoidId,
};

impl Population {
    /// Moves the bodies that obstacles caught in a step to the nearest free places in their line of
    /// sight. If there is no free place, a dead body is removed, and a living boid starts again.
    pub(super) fn carry_out_bodies(&mut self, context: &mut Context) {
        if context.obstacles.is_empty() {
            return;
        }
        let (slot_map, caught) = (self.boids.slot_map(), self.bodies.caught());
        let caught: Vec<BoidId> = caught.map(|slot| slot_map.id(slot)).collect();
        if caught.is_empty() {
            return;
        }
        let is_alive = |body: &LooseBody| body.death.is_none();
        for (id, place) in caught.iter().zip(self.free_places(&caught, context)) {
            match place {
                Some(place) => {
                    context.reports.record_rescue(*id);
                    self.put_body(*id, place);
                }
                None if self.body(*id).is_some_and(is_alive) => self.place_anew(*id, context),
                None => {
                    context.reports.record_rescue(*id);
                    self.remove(*id, context);
                }
            }
        }
    }

    /// For each of these bodies, a free place in its line of sight, if there is one.
    fn free_places(&self, ids: &[BoidId], context: &Context) -> Vec<Option<Vec3>> {
        let space = context.free_space().of_loose_bodies().in_step();
        let bodies = ids.iter().filter_map(|id| self.body(*id));
        let starts: Vec<Vec3> = bodies.map(|body| body.state.position).collect();
        space.nearest_places(&starts, context.config.backend()).0
    }

    /// Moves a body that is released to the nearest free place, if it is inside geometry or a
    /// moving obstacle.
    ///
    /// # Errors
    /// Refuses the position of the body if no free one is found; the body then stays there.
    pub(crate) fn carry_out_released(
        &mut self,
        id: BoidId,
        context: &mut Context,
    ) -> Result<(), SettingsError> {
        let Some(body) = self.body(id) else {
            return Ok(());
        };
        let (state, is_dead) = (body.state, body.death.is_some());
        let Err(refused) = check_room(&state, context.config, context.obstacles) else {
            return Ok(());
        };
        let space = context.free_space();
        let space = if is_dead {
            space.of_loose_bodies()
        } else {
            space
        };
        let (place, _) = space.nearest(state.position, MAX_PLACES_EACH);
        self.put_body(id, place.ok_or(refused)?);
        context.reports.record_rescue(id);
        Ok(())
    }

    /// Puts a body at a place, and draws it there without interpolation.
    fn put_body(&mut self, id: BoidId, place: Vec3) {
        if let Some(body) = self.body_mut(id) {
            body.state.position = place;
            body.before = body.state;
        }
    }

    /// Lets a boid without a free place nearby start again in the spawn region, or wait.
    pub(crate) fn place_anew(&mut self, id: BoidId, context: &mut Context) {
        let joining = Joining::with_slots(1);
        let members = self
            .boids
            .change_members(joining, context.config, context.reports);
        if self.bodies.take_out(id, members.slot_map).is_some() {
            members.slot_map.wait(id.slot());
            context.reports.record_rescue(id);
            self.place(&[id], context);
        }
    }
}
