//! From the acceleration that the rules ask for to the new velocity.

use crate::{placement::Frame, Motion, Plane, Vec3};

/// The limits of motion in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    max_speed: f32,
    max_acceleration: f32,
    /// The axis of the flock's frame along which nothing moves.
    flat_axis: Option<usize>,
    frame: Frame,
}

impl Limits {
    pub(crate) fn new(motion: &Motion, frame: Frame) -> Self {
        Self {
            max_speed: motion.max_speed,
            max_acceleration: motion.max_acceleration,
            flat_axis: flat_axis(motion.plane),
            frame,
        }
    }

    /// The velocity after a step of `dt` seconds.
    pub(crate) fn velocity(&self, velocity: Vec3, acceleration: Vec3, dt: f32) -> Vec3 {
        let acceleration = clamp(acceleration, self.max_acceleration);
        clamp(self.flatten(velocity + acceleration * dt), self.max_speed)
    }

    /// Takes away what leads out of the plane: of the acceleration, and of the velocity if the plane was turned or the flock
    /// was not planar before.
    fn flatten(&self, velocity: Vec3) -> Vec3 {
        let Some(axis) = self.flat_axis else {
            return velocity;
        };
        let mut local = self.frame.vector_to_local(velocity);
        local[axis] = 0.0;
        self.frame.vector_to_world(local)
    }
}

/// The axis that stands on the plane.
pub(crate) fn flat_axis(plane: Plane) -> Option<usize> {
    match plane {
        Plane::All => None,
        Plane::Xz => Some(1),
        Plane::Xy => Some(2),
        Plane::Yz => Some(0),
    }
}

/// Shortens a vector that is longer than `max`.
fn clamp(vector: Vec3, max: f32) -> Vec3 {
    let length = vector.norm();
    if length > max {
        vector * (max / length)
    } else {
        vector
    }
}
