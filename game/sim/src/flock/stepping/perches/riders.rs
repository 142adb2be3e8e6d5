//! Riders: boids that stand on a moving obstacle.

use crate::{
    flock::{population::loose_bodies::check_return, reports::events::EventKind, Flock},
    math::Vec3,
    motion::loose_body::LooseBody,
    obstacles::{pose::Pose, ObstacleId},
    perches::stay::{Stay, StayPhase},
};
use nalgebra::{Quaternion, UnitQuaternion};

impl Flock {
    /// The pose of an obstacle at the end of the last step.
    pub(crate) fn pose_of_obstacle(&self, id: ObstacleId) -> Option<Pose> {
        Some(self.inputs.obstacles.in_step_of(id)?.way.end)
    }

    /// Takes the boids on an obstacle along that was put elsewhere without a move, and that had a
    /// pose before. Those that are landing give up.
    pub(crate) fn take_riders_along(&mut self, id: ObstacleId, before: &Pose) {
        let Some(after) = self.pose_of_obstacle(id) else {
            return;
        };
        for body in self.population.bodies.list_mut() {
            let Some(mut stay) = body.stay.filter(|it| it.carrier == Some(id)) else {
                continue;
            };
            if stay.is_landing() {
                stay.frighten(0.0);
            } else if stay.phase == StayPhase::Stand {
                put(body, &mut stay, before, &after);
            }
            body.stay = Some(stay);
        }
    }

    /// Before a step: riders whose carrier was teleported, and that have no room there, take off
    /// where they were. By now the other parts of a ship, which are obstacles too, were teleported.
    pub(crate) fn settle_riders(&mut self) {
        for index in 0..self.population.bodies.len() {
            let mut body = self.population.bodies.list()[index];
            let Some(stay) = body.stay.as_mut().filter(|it| it.has_spot()) else {
                continue;
            };
            let Some(before) = stay.put_from else {
                continue;
            };
            if check_return(&body.state, &self.config, &self.inputs.obstacles).is_ok() {
                continue;
            }
            stay.put_from = None;
            stay.enter(StayPhase::TakeOff);
            body.state.position = before;
            body.before = body.state;
            self.population.bodies.list_mut()[index] = body;
            let boid = self.population.boids.slot_map().id(body.state.slot);
            self.record(EventKind::TookOff, boid);
        }
    }
}

/// Puts a rider on its spot after a teleport, turned with the carrier, and at rest.
fn put(body: &mut LooseBody, stay: &mut Stay, before: &Pose, after: &Pose) {
    stay.put_from.get_or_insert(body.state.position);
    let angle = stay.turn_along(&(after.rotation * before.rotation.inverse()));
    let state = &mut body.state;
    state.position = after.point_to_world(&stay.place.cast()).cast();
    state.velocity = Vec3::zeros();
    let [sine, cosine] = [libm::sinf(angle / 2.0), libm::cosf(angle / 2.0)];
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(cosine, 0.0, sine, 0.0));
    let turned = turn * state.pose.orientation;
    state.pose.orientation = UnitQuaternion::new_normalize(turned.into_inner());
    body.before = *state;
}
