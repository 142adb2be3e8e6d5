//! Bodies outside of the flock that are carried out of what they are inside of.

use super::{events::EventKind, Flock};
use crate::{
    math::Vec3,
    motion::depenetration::{FreeSpace, MAX_PLACES_EACH},
    settings::validation::SettingsError,
    state::boid_id::BoidId,
};

impl Flock {
    /// Moves the bodies that obstacles caught in a step to the nearest free places in sight. Of those
    /// that find none, the dead are removed, and the living start anew.
    pub(super) fn carry_out_bodies(&mut self) {
        if self.obstacles.is_empty() {
            return;
        }
        let slot_map = self.boids.slot_map();
        let caught = self.bodies.caught().map(|slot| slot_map.id(slot));
        let caught: Vec<BoidId> = caught.collect();
        if caught.is_empty() {
            return;
        }
        for (id, place) in caught.iter().zip(self.free_places(&caught)) {
            match place {
                Some(place) => {
                    self.count_carried_out(*id);
                    self.put_body(*id, place);
                }
                None if self.is_alive(*id) => self.place_anew(*id),
                None => {
                    self.count_carried_out(*id);
                    self.remove_boid(*id);
                }
            }
        }
    }

    /// A free place in sight of each of these bodies.
    fn free_places(&self, ids: &[BoidId]) -> Vec<Option<Vec3>> {
        let space = FreeSpace::new(&self.settings, &self.placement, &self.geometry)
            .among(&self.obstacles)
            .of_loose_bodies()
            .in_step();
        let bodies = ids
            .iter()
            .filter_map(|id| self.bodies.get(*id, self.boids.slot_map()));
        let starts: Vec<Vec3> = bodies.map(|body| body.state.position).collect();
        space
            .nearest_places(&starts, self.settings.simulation.driver)
            .0
    }

    /// Moves a body that is let go to the nearest free place, if it is inside of geometry or of a moving
    /// obstacle. A living one joins the flock there.
    ///
    /// # Errors
    /// Refuses the place where it is if no free one is found.
    pub(super) fn carry_out_released(&mut self, id: BoidId) -> Result<(), SettingsError> {
        let Some(body) = self.bodies.get(id, self.boids.slot_map()) else {
            return Ok(());
        };
        let (state, is_dead) = (body.state, body.death.is_some());
        let Err(refused) = self.check_room(&state) else {
            return Ok(());
        };
        let space =
            FreeSpace::new(&self.settings, &self.placement, &self.geometry).among(&self.obstacles);
        let space = match is_dead {
            true => space.of_loose_bodies(),
            false => space,
        };
        let (place, _) = space.nearest(state.position, MAX_PLACES_EACH);
        self.put_body(id, place.ok_or(refused)?);
        self.count_carried_out(id);
        Ok(())
    }

    /// Puts a body at a place, and draws it there, not on its way.
    fn put_body(&mut self, id: BoidId, place: Vec3) {
        if let Some(body) = self.bodies.get_mut(id, self.boids.slot_map()) {
            body.state.position = place;
            body.before = body.state;
        }
    }

    fn count_carried_out(&mut self, id: BoidId) {
        self.count_rescued(1);
        self.record(EventKind::Rescued, id);
    }
}
