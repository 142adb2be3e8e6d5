//! What boids see of an obstacle that moves.

use super::{set::ObstacleInStep, sweep::advance};
use crate::math::{Vec3, Vec3d};

/// An obstacle that a boid will meet if both go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    /// Share of the time looked ahead until then, 0 to 1.
    pub(crate) time: f64,
    /// Unit vector from the obstacle to the boid where they meet.
    pub(crate) normal: Vec3d,
    /// Velocity of the boid relative to the obstacle, in m/s.
    pub(crate) relative_velocity: Vec3d,
}

impl ObstacleInStep {
    /// The encounter of a boid with the obstacle within so many seconds; none if they do not meet, or
    /// part.
    pub(crate) fn approach(
        &self,
        place: Vec3,
        velocity: Vec3,
        radius: f32,
        seconds: f32,
    ) -> Option<Approach> {
        let place: Vec3d = place.cast();
        let begin = &self.way.begin;
        let relative_velocity = velocity.cast() - self.way.velocity_at(&place);
        let start = begin.point_to_local(&place);
        let displacement = begin.vector_to_local(&(relative_velocity * f64::from(seconds)));
        let now = self.convex.separation(&start);
        let radius = f64::from(radius);
        let (time, separation) = match now.distance <= radius {
            true if now.outward.dot(&displacement) < 0.0 => (0.0, now),
            true => return None,
            false => advance(&self.convex, &start, &displacement, radius, (0.0, now))?,
        };
        Some(Approach {
            time,
            normal: begin.vector_to_world(&separation.outward),
            relative_velocity,
        })
    }

    /// Largest speed of a point of the obstacle, in m/s.
    pub(crate) fn largest_speed(&self) -> f32 {
        (self.way.velocity.norm() + self.way.spin.norm() * self.convex.reach) as f32
    }
}
