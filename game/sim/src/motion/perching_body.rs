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
    obstacles::obstacle_in_step::ObstacleInStep,
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

/// Longest delay of a take-off after a jolt, in seconds.
const JOLTED: f32 = 0.4;

/// Distance up to which a push of the carrier does not matter, in metres.
const LITTLE: f32 = 0.01;

/// Sine and cosine of the angle at which a boid climbs after its take-off: 30°.
const CLIMB: [f32; 2] = [0.5, 0.866_025_4];

impl SweptMove<'_> {
    /// Makes a step of a boid on a perch.
    ///
    /// `carrier` carries the spot; `None` if nothing does, or if the carrier is gone.
    pub(super) fn move_on_perch(
        &self,
        state: &mut BoidState,
        stay: &mut Stay,
        carrier: Option<&ObstacleInStep>,
    ) {
        stay.seconds += self.dt;
        if stay.carrier.is_some() && carrier.is_none() && stay.has_spot() {
            // The step ends with the take-off.
            self.move_body(state, state.velocity);
            return stay.frighten(0.0);
        }
        match (stay.phase, carrier) {
            (StayPhase::Approach | StayPhase::Descent, _) => self.land(state, stay, carrier),
            (StayPhase::Stand, None) => self.stand(state, stay),
            (StayPhase::Stand, Some(carrier)) => self.ride(state, stay, carrier),
            (StayPhase::TakeOff, _) => self.climb(state, stay, carrier),
        }
    }

    fn land(&self, state: &mut BoidState, stay: &mut Stay, carrier: Option<&ObstacleInStep>) {
        let [place, carried] = self.place_of(stay, carrier);
        let above = place + Vec3::y() * stay.height;
        if stay.phase == StayPhase::Approach && (above - state.position).norm() < ABOVE {
            stay.enter(StayPhase::Descent);
        }
        let (end, beyond) = match stay.phase {
            StayPhase::Approach => (above, stay.height),
            _ => (place, 0.0),
        };
        let way = end - state.position;
        let distance = way.norm();
        let left = distance + beyond;
        let slowest = TOUCHDOWN.min(stay.speed);
        let speed = (stay.speed * left / BRAKING).clamp(slowest, stay.speed);
        if beyond == 0.0 && distance <= slowest * self.dt {
            if self.fly(state, way / self.dt + carried, 0.0, carrier) {
                return stay.frighten(0.0);
            }
            (state.velocity, stay.ridden) = (carried, [carried; 2]);
            return stay.enter(StayPhase::Stand);
        }
        let wished = way.try_normalize(0.0).unwrap_or_default() * speed;
        // At the end of the path the velocity must follow without a lag.
        let response = RESPONSE.min(distance / stay.speed);
        if self.fly(state, wished + carried, response, carrier) {
            stay.frighten(0.0);
        }
        let through_air = state.velocity - carried;
        stay.face(through_air);
        let heading = if left < NOSE_UP {
            stay.facing() + Vec3::y()
        } else {
            through_air
        };
        self.turn(state, heading);
    }

    fn stand(&self, state: &mut BoidState, stay: &mut Stay) {
        let mut arrival = Arrival::free(state.position, Vec3::zeros());
        if self.push_body(state, &mut arrival) {
            stay.frighten(0.0);
        }
        (state.position, state.velocity) = (arrival.position, arrival.velocity);
        if stay.has_ridden() {
            self.rise_when_jolted(state, stay, Vec3::zeros());
        }
        self.look_around(state, stay);
    }

    /// Frightens a standing boid whose spot has this velocity, if it is jolted.
    fn rise_when_jolted(&self, state: &BoidState, stay: &mut Stay, velocity: Vec3) {
        if stay.is_jolted(velocity, self.dt) {
            stay.frighten(JOLTED * unit(hash_of(state.slot)));
        }
    }

    /// Carries a boid with its spot. It takes off if something else is in the way, or if the
    /// carrier jolts.
    fn ride(&self, state: &mut BoidState, stay: &mut Stay, carrier: &ObstacleInStep) {
        let end: Vec3 = carrier.way.end.point_to_world(&stay.place.cast()).cast();
        let velocity = (end - state.position) / self.dt;
        if self.is_free_beside(carrier, state.position, end) {
            (state.position, state.velocity) = (end, velocity);
        } else {
            self.move_body(state, velocity);
            // It may have been carried very fast.
            let speed = state.velocity.norm().max(f32::MIN_POSITIVE);
            state.velocity *= (stay.speed / speed).min(1.0);
            stay.frighten(0.0);
        }
        self.rise_when_jolted(state, stay, velocity);
        stay.yaw = (stay.yaw + carrier.way.spin.y as f32 * self.dt) % (2.0 * PI);
        self.look_around(state, stay);
    }

    /// Where the spot was at the begin of the step, and its velocity in the step.
    fn place_of(&self, stay: &Stay, carrier: Option<&ObstacleInStep>) -> [Vec3; 2] {
        let Some(ObstacleInStep { way, .. }) = carrier else {
            return [stay.place, Vec3::zeros()];
        };
        let [begin, end] = [way.begin, way.end].map(|it| it.point_to_world(&stay.place.cast()));
        let velocity = (end - begin) / f64::from(self.dt);
        [begin.cast(), velocity.cast()]
    }

    /// Small turns of a standing boid, each boid at its own times.
    fn look_around(&self, state: &mut BoidState, stay: &mut Stay) {
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

    fn climb(&self, state: &mut BoidState, stay: &Stay, carrier: Option<&ObstacleInStep>) {
        let [up, along] = CLIMB;
        let heading = Vec3::y() * up + stay.facing() * along;
        let [_, carried] = self.place_of(stay, carrier);
        self.fly(
            state,
            heading * stay.speed + carried,
            2.0 * RESPONSE,
            carrier,
        );
        self.turn(state, heading);
    }

    /// Moves a boid whose velocity approaches the wanted one with a time constant `response`, in
    /// seconds. True if a moving obstacle pushed it; a carrier may push it a little, since it turns
    /// while the boid moves straight.
    fn fly(
        &self,
        state: &mut BoidState,
        wished: Vec3,
        response: f32,
        carrier: Option<&ObstacleInStep>,
    ) -> bool {
        let share = if response > 0.0 {
            1.0 - libm::expf(-self.dt / response)
        } else {
            1.0
        };
        let velocity = state.velocity + (wished - state.velocity) * share;
        let end = state.position + velocity * self.dt;
        let is_pushed = self.move_body(state, velocity).is_pushed;
        is_pushed && (carrier.is_none() || (state.position - end).norm() > LITTLE)
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
