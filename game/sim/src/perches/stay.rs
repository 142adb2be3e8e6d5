//! The stay of a boid on a spot: approach, descent, stand, take-off.

use super::{perch::HIGHEST_APPROACH, set::PerchId};
use crate::{
    math::Vec3,
    obstacles::ObstacleId,
    settings::validation::{Check, SettingsError},
};
use nalgebra::UnitQuaternion;
use serde::{Deserialize, Serialize};

/// Largest allowed speed of flight in a snapshot, in m/s.
const FASTEST: f32 = 1e6;

/// Largest allowed coordinate of a position in a snapshot, in metres.
const FARTHEST: f32 = 1e5;

/// Largest allowed angle of a heading in a snapshot, in radians.
const LARGEST_YAW: f32 = 10.0;

/// Horizontal speed, in m/s, up to which a velocity has no horizontal direction.
const LEVEL: f32 = 1e-3;

/// State of a boid that has left the flock for a spot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stay {
    pub(crate) perch: PerchId,
    /// Index of the spot in the perch.
    pub(crate) spot: u32,
    /// Position of the boid's centre when it stands: in the flock's frame, or in the coordinates of
    /// the carrier.
    pub(crate) place: Vec3,
    pub(crate) phase: StayPhase,
    /// Simulated time since the phase began, in seconds.
    pub(crate) seconds: f32,
    /// Speed of the boid's flight, in m/s.
    pub(crate) speed: f32,
    /// Height above the spot from which the boid descends, in metres.
    pub(crate) height: f32,
    /// Time after which the boid gives up a phase of its landing, in seconds.
    pub(crate) patience: f32,
    /// Time from the start of the phase `Stand` after which the boid takes off, in seconds.
    pub(crate) takes_off_after: f32,
    /// Time for which the boid stood, in seconds. Set at the take-off.
    pub(crate) stood: f32,
    /// True if something has frightened the boid.
    pub(crate) is_frightened: bool,
    /// The moving obstacle that carries the spot.
    #[serde(default)]
    pub(crate) carrier: Option<ObstacleId>,
    /// Acceleration of the carrier above which the boid takes off, in m/s².
    #[serde(default)]
    pub(crate) most_jolt: f32,
    /// Velocities with which the boid is carried, as means over [`JOLT_TIMES`], in m/s.
    #[serde(default)]
    pub(crate) ridden: [Vec3; 2],
    /// Position before the carrier was teleported, until the end of the next step. That step takes
    /// the velocity of the carrier as steady.
    #[serde(default)]
    pub(crate) put_from: Option<Vec3>,
    /// Direction in which the boid faces: the angle about +Y from +Z, in radians. The drawn
    /// orientation follows it.
    pub(crate) yaw: f32,
}

/// The phases of a stay, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StayPhase {
    /// The boid flies to a position above the spot.
    Approach,
    /// The boid descends to the spot.
    Descent,
    Stand,
    /// The boid climbs until it joins the flock.
    TakeOff,
}

/// Time constants of two mean velocities of a carrier, in seconds. Their difference is the
/// acceleration times half a second. The first one is long enough that a carrier whose velocity
/// differs from step to step, because frames of the game hold different numbers of steps, is no
/// jolt.
const JOLT_TIMES: [f32; 2] = [0.1, 0.6];

impl Stay {
    /// Takes the change of velocity into account that a standing boid feels in a step because the
    /// flock's frame moves.
    pub(crate) fn feel(&mut self, change: Vec3) {
        if self.phase == StayPhase::Stand {
            self.ridden.iter_mut().for_each(|mean| *mean += change);
        }
    }

    /// True if the boid was carried or felt the motion of the flock's frame.
    pub(crate) fn has_ridden(&self) -> bool {
        self.ridden != [Vec3::zeros(); 2]
    }

    /// Takes the velocity of the carrier in a step of `dt` seconds. True if it jolts. The first
    /// velocity after a teleport is no jolt, whatever it is.
    pub(crate) fn is_jolted(&mut self, velocity: Vec3, dt: f32) -> bool {
        if self.put_from.take().is_some() {
            self.ridden = [velocity; 2];
            return false;
        }
        for (mean, time) in self.ridden.iter_mut().zip(JOLT_TIMES) {
            *mean += (velocity - *mean) * (1.0 - libm::expf(-dt / time));
        }
        let [quick, slow] = self.ridden;
        let [short, long] = JOLT_TIMES;
        (quick - slow).norm() > self.most_jolt * (long - short)
    }

    /// Refuses a stay from a file with values out of range. With values in these ranges, a step
    /// makes no NaN.
    ///
    /// The speed may be 0: a flock whose largest speed is 0 has such boids.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        for (axis, x) in ["x", "y", "z"].iter().zip(&self.place) {
            check.range(&format!("stay.place.{axis}"), *x, -FARTHEST, FARTHEST, "m");
        }
        if let Some(before) = &self.put_from {
            let length = before.norm();
            check.range("length of stay.put_from", length, 0.0, 2.0 * FARTHEST, "m");
        }
        check.range("stay.speed", self.speed, 0.0, FASTEST, "m/s");
        check.range("stay.height", self.height, 0.0, HIGHEST_APPROACH, "m");
        check.range("stay.yaw", self.yaw, -LARGEST_YAW, LARGEST_YAW, "radians");
        check.range("stay.most_jolt", self.most_jolt, 0.0, FASTEST, "m/s²");
        for mean in &self.ridden {
            check.range("length of stay.ridden", mean.norm(), 0.0, FASTEST, "m/s");
        }
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

    /// The horizontal unit vector in which the boid faces.
    pub(crate) fn facing(&self) -> Vec3 {
        Vec3::new(libm::sinf(self.yaw), 0.0, libm::cosf(self.yaw))
    }

    /// Faces the horizontal direction of a heading. A heading straight up or down changes nothing.
    pub(crate) fn face(&mut self, heading: Vec3) {
        let level = Vec3::new(heading.x, 0.0, heading.z);
        if level.norm() > LEVEL {
            self.yaw = libm::atan2f(heading.x, heading.z);
        }
    }

    /// Faces where it faced on the carrier before a rotation of the carrier. Returns the angle about
    /// +Y, in radians.
    pub(crate) fn turn_along(&mut self, turn: &UnitQuaternion<f64>) -> f32 {
        let before = self.yaw;
        self.face((turn * self.facing().cast::<f64>()).cast());
        self.yaw - before
    }

    /// Enters another phase.
    pub(crate) fn enter(&mut self, phase: StayPhase) {
        self.stood = match self.phase {
            StayPhase::Stand => self.seconds,
            _ => 0.0,
        };
        (self.phase, self.seconds) = (phase, 0.0);
    }

    /// True as long as the spot is reserved for this boid.
    pub(crate) fn has_spot(&self) -> bool {
        self.phase != StayPhase::TakeOff
    }

    /// True until the boid has landed.
    pub(crate) fn is_landing(&self) -> bool {
        matches!(self.phase, StayPhase::Approach | StayPhase::Descent)
    }

    /// Makes the boid take off within `delay` seconds.
    pub(crate) fn frighten(&mut self, delay: f32) {
        self.is_frightened = true;
        self.takes_off_after = self.takes_off_after.min(self.seconds + delay);
    }
}
