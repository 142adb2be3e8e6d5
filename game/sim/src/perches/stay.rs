//! A boid's stay on a spot: approach, stand, take-off.

use super::{perch::HIGHEST_APPROACH, set::PerchId};
use crate::{
    math::Vec3,
    settings::validation::{Check, SettingsError},
};
use serde::{Deserialize, Serialize};

/// Largest speed of flight in a snapshot, in m/s.
const FASTEST: f32 = 1e6;

/// Largest coordinate of a place in a snapshot, in metres.
const FARTHEST: f32 = 1e5;

/// Largest angle of a heading in a snapshot, in radians.
const LARGEST_YAW: f32 = 10.0;

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
    /// Refuses one that cannot have been: with numbers in these ranges a step makes no NaN. A boid of a
    /// flock whose largest speed is 0 may have the speed 0.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        for (axis, x) in ["x", "y", "z"].iter().zip(&self.place) {
            check.range(&format!("stay.place.{axis}"), *x, -FARTHEST, FARTHEST, "m");
        }
        check.range("stay.speed", self.speed, 0.0, FASTEST, "m/s");
        check.range("stay.height", self.height, 0.0, HIGHEST_APPROACH, "m");
        check.range("stay.yaw", self.yaw, -LARGEST_YAW, LARGEST_YAW, "radians");
        for (name, seconds) in [
            ("stay.seconds", self.seconds),
            ("stay.patience", self.patience),
            ("stay.takes_off_after", self.takes_off_after),
            ("stay.stood", self.stood),
        ] {
            check.range(name, seconds, 0.0, f32::MAX, "s");
        }
        check.finish()
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
