//! Boids that land on a spot, stand on it and take off. They have a wanted velocity, and their
//! moves are swept like the moves of other bodies. A boid that a moving obstacle pushes is
//! frightened: it gives up its landing, or takes off.

use super::{arrival::Arrival, swept_move::SweptMove};
use crate::{
    math::{
        orientation::mix,
        random::{hash_of, unit},
        Vec3,
    },
    perches::stay::{Stay, StayPhase},
    state::boids::BoidState,
};
use nalgebra::{Quaternion, UnitQuaternion};
use std::f32::consts::PI;

/// Speed at which a boid touches down, in m/s.
const TOUCHDOWN: f32 = 0.2;

/// Braking distance, in metres: from this distance on, the speed falls in proportion to the
/// distance that is left.
const BRAKING: f32 = 3.0;

/// Time constant with which a velocity approaches the wanted one, in seconds.
const RESPONSE: f32 = 0.15;

/// Time constant with which a body turns, in seconds.
const TURNING: f32 = 0.12;

/// Distance to the position above the spot at which a boid begins its descent, in metres.
const ABOVE: f32 = 0.15;

/// Distance to the spot from which on the nose is raised, in metres.
const NOSE_UP: f32 = 1.0;

/// Time between the small turns of a standing boid, in seconds.
const TURN_INTERVAL: f32 = 2.4;

/// Largest small turn, in radians.
const LARGEST_TURN: f32 = 1.0;

/// Sine and cosine of the angle at which a boid climbs after its take-off: 30°.
const CLIMB: [f32; 2] = [0.5, 0.866_025_4];

impl SweptMove<'_> {
    /// Makes a step of a boid on a perch.
    pub(super) fn move_on_perch(&self, state: &mut BoidState, stay: &mut Stay) {
        stay.seconds += self.dt;
        match stay.phase {
            StayPhase::Approach | StayPhase::Descent => self.land(state, stay),
            StayPhase::Stand => self.stand(state, stay),
            StayPhase::TakeOff => self.climb(state, stay),
        }
    }

    fn land(&self, state: &mut BoidState, stay: &mut Stay) {
        let above = stay.place + Vec3::y() * stay.height;
        if stay.phase == StayPhase::Approach && (above - state.position).norm() < ABOVE {
            stay.enter(StayPhase::Descent);
        }
        let (end, beyond) = match stay.phase {
            StayPhase::Approach => (above, stay.height),
            _ => (stay.place, 0.0),
        };
        let way = end - state.position;
        let distance = way.norm();
        let left = distance + beyond;
        let slowest = TOUCHDOWN.min(stay.speed);
        let speed = (stay.speed * left / BRAKING).clamp(slowest, stay.speed);
        if beyond == 0.0 && distance <= slowest * self.dt {
            if self.fly(state, way / self.dt, 0.0) {
                return stay.frighten(0.0);
            }
            state.velocity = Vec3::zeros();
            return stay.enter(StayPhase::Stand);
        }
        let wished = way.try_normalize(0.0).unwrap_or_default() * speed;
        // At the end of the path the velocity must follow without a lag.
        let response = RESPONSE.min(distance / stay.speed);
        if self.fly(state, wished, response) {
            stay.frighten(0.0);
        }
        stay.face(state.velocity);
        let heading = if left < NOSE_UP {
            stay.facing() + Vec3::y()
        } else {
            state.velocity
        };
        self.turn(state, heading);
    }

    fn stand(&self, state: &mut BoidState, stay: &mut Stay) {
        let mut arrival = Arrival::free(state.position, Vec3::zeros());
        if self.push_body(state, &mut arrival) {
            stay.frighten(0.0);
        }
        (state.position, state.velocity) = (arrival.position, arrival.velocity);
        // Each boid turns at its own times.
        let shift = unit(hash_of(state.slot));
        let turns = |seconds: f32| (seconds / TURN_INTERVAL + shift) as u32;
        let number = turns(stay.seconds);
        if number != turns(stay.seconds - self.dt) {
            let hash = hash_of(hash_of(state.slot) ^ number);
            let share = 2.0 * unit(hash) - 1.0;
            stay.yaw = (stay.yaw + LARGEST_TURN * share) % (2.0 * PI);
        }
        self.turn(state, stay.facing());
    }

    fn climb(&self, state: &mut BoidState, stay: &Stay) {
        let [up, along] = CLIMB;
        let heading = Vec3::y() * up + stay.facing() * along;
        self.fly(state, heading * stay.speed, 2.0 * RESPONSE);
        self.turn(state, heading);
    }

    /// Moves a boid whose velocity approaches the wanted one with a time constant `response`, in
    /// seconds. True if a moving obstacle pushed it.
    fn fly(&self, state: &mut BoidState, wished: Vec3, response: f32) -> bool {
        let share = if response > 0.0 {
            1.0 - libm::expf(-self.dt / response)
        } else {
            1.0
        };
        let velocity = state.velocity + (wished - state.velocity) * share;
        self.move_body(state, velocity).is_pushed
    }

    /// Turns a body towards a heading, with its back up.
    fn turn(&self, state: &mut BoidState, heading: Vec3) {
        let is_upright = heading.cross(&Vec3::y()).norm() > 1e-3 * heading.norm();
        if !(heading.norm() > 1e-6 && is_upright) {
            return;
        }
        let wished = UnitQuaternion::face_towards(&heading, &Vec3::y());
        let share = 1.0 - libm::expf(-self.dt / TURNING);
        let [now, wished] = [state.pose.orientation, wished].map(|it| it.coords.into());
        let turned = Quaternion::from(mix(now, wished, share));
        state.pose.orientation = UnitQuaternion::new_normalize(turned);
    }
}
