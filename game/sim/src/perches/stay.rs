//! A boid's stay on a spot: approach, stand, take-off.

use super::set::PerchId;
use crate::math::Vec3;
use serde::{Deserialize, Serialize};

/// Largest speed of flight in a snapshot, in m/s.
const FASTEST: f32 = 1e6;

/// A heading over the ground that is shorter has no direction, in m/s.
const LEVEL: f32 = 1e-3;

/// What a boid does that has left the flock for a spot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stay {
    pub(crate) perch: PerchId,
    /// Number of the spot.
    pub(crate) spot: u32,
    /// Where the boid's centre is when it stands.
    pub(crate) place: Vec3,
    pub(crate) phase: StayPhase,
    /// Simulated time since the phase began, in seconds.
    pub(crate) seconds: f32,
    /// Speed of flight, in m/s.
    pub(crate) speed: f32,
    /// Height above the place from which the boid comes down, in metres.
    pub(crate) height: f32,
    /// Time after which it gives up a phase of its landing, in seconds.
    pub(crate) patience: f32,
    /// Time after which it takes off, counted from the begin of the phase in which it stands.
    pub(crate) takes_off_after: f32,
    /// How long it stood, in seconds, once it takes off.
    pub(crate) stood: f32,
    /// True if something frightened it.
    pub(crate) is_frightened: bool,
    /// Direction in which it faces, as an angle about +Y from +Z, in radians. Its drawn orientation
    /// follows it, and not the other way round.
    pub(crate) yaw: f32,
}

/// The phases of a stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StayPhase {
    /// It flies to the place above the spot.
    Approach,
    /// It comes down.
    Descent,
    Stand,
    /// It climbs until it joins the flock.
    TakeOff,
}

impl Stay {
    /// False for one that cannot have been.
    pub(crate) fn is_sound(&self) -> bool {
        let numbers = [
            self.seconds,
            self.speed,
            self.height,
            self.patience,
            self.takes_off_after,
            self.stood,
        ];
        let place = self.place.iter().all(|x| x.abs() <= 1e5);
        let is_slow = self.speed <= FASTEST;
        let is_positive = |x: &f32| (0.0..=f32::MAX).contains(x);
        place && is_slow && numbers.iter().all(is_positive) && self.yaw.abs() <= 10.0
    }

    /// The level direction in which it faces.
    pub(crate) fn facing(&self) -> Vec3 {
        Vec3::new(libm::sinf(self.yaw), 0.0, libm::cosf(self.yaw))
    }

    /// Faces where a heading leads over the ground; as before if it leads straight up or down.
    pub(crate) fn face(&mut self, heading: Vec3) {
        let level = Vec3::new(heading.x, 0.0, heading.z);
        if level.norm() > LEVEL {
            self.yaw = libm::atan2f(heading.x, heading.z);
        }
    }

    /// Begins another phase.
    pub(crate) fn enter(&mut self, phase: StayPhase) {
        self.stood = match self.phase {
            StayPhase::Stand => self.seconds,
            _ => 0.0,
        };
        (self.phase, self.seconds) = (phase, 0.0);
    }

    /// True as long as no other boid may have the spot.
    pub(crate) fn has_spot(&self) -> bool {
        self.phase != StayPhase::TakeOff
    }

    /// True until it has landed.
    pub(crate) fn is_landing(&self) -> bool {
        matches!(self.phase, StayPhase::Approach | StayPhase::Descent)
    }

    /// Takes off `delay` seconds from now, or before if it would have anyway.
    pub(crate) fn frighten(&mut self, delay: f32) {
        self.is_frightened = true;
        self.takes_off_after = self.takes_off_after.min(self.seconds + delay);
    }
}
