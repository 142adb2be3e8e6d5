//! Riders: boids that stand on a moving obstacle.

use crate::{
    flock::{population::loose_bodies::check_return, reports::events::EventKind, Flock},
    math::Vec3,
    obstacles::ObstacleId,
    perches::stay::StayPhase,
};

impl Flock {
    /// Takes the boids on an obstacle along that was put elsewhere without a move. Those that have
    /// no room there take off where they are, and those that are landing give up.
    pub(crate) fn take_riders_along(&mut self, id: ObstacleId) {
        for index in 0..self.population.bodies.len() {
            let mut body = self.population.bodies.list()[index];
            let Some(stay) = body.stay.as_mut().filter(|it| it.carrier == Some(id)) else {
                continue;
            };
            let Some(carrier) = self.inputs.obstacles.in_step_of(id) else {
                continue;
            };
            if stay.is_landing() {
                stay.frighten(0.0);
            } else if stay.phase == StayPhase::Stand {
                let place = carrier.way.end.point_to_world(&stay.place.cast());
                let mut state = body.state;
                (state.position, state.velocity) = (place.cast(), Vec3::zeros());
                let has_room = check_return(&state, &self.config, &self.inputs.obstacles).is_ok();
                if has_room {
                    stay.ridden = [Vec3::zeros(); 2];
                    (body.state, body.before) = (state, state);
                } else {
                    stay.enter(StayPhase::TakeOff);
                    body.state.velocity = Vec3::zeros();
                    let boid = self.population.boids.slot_map().id(body.state.slot);
                    self.record(EventKind::TookOff, boid);
                }
            }
            self.population.bodies.list_mut()[index] = body;
        }
    }
}
