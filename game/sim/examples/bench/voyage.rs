//! A frame that moves: the deck of a ship in waves, on which the flock lives.

use crate::subject::DT;
use flock_sim::{
    nalgebra::{UnitQuaternion, Vector3},
    Flock, ReferenceFrame, SettingsError,
};

/// A ship that sails at 8 m/s, rolls and turns.
#[derive(Default)]
pub struct Voyage {
    /// Time at sea, in seconds.
    time: f64,
}

impl Voyage {
    /// Moves the frame of a flock for a step.
    pub fn go(&mut self, flock: &mut Flock) -> Result<(), SettingsError> {
        self.time += f64::from(DT);
        let (roll, yaw) = (0.1 * (1.1 * self.time).sin(), 0.05 * self.time);
        flock.move_frame(ReferenceFrame {
            origin: Vector3::new(8.0 * self.time, 0.5 * (0.9 * self.time).sin(), 0.0),
            rotation: UnitQuaternion::from_euler_angles(roll, yaw, 0.0),
        })
    }
}
