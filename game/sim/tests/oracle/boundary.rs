//! Reversal at the boundary.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::{double, Periodic, World},
};
use flock_sim::{settings::Region, Vec3};

impl World {
    /// The velocity of a boid at a place, reversed if it leads out; none if rounding decides
    /// whether the place is outside.
    pub fn turn_inward(&self, place: Ball, velocity: Ball) -> Option<Ball> {
        let boundary = &self.settings.boundary;
        if !boundary.enabled || self.can_wrap(place.center) {
            return Some(velocity);
        }
        let error = place.error + 16.0 * ROUNDING * (place.center - self.origin).norm();
        let local = Ball::new(self.point_to_local(place.center), error);
        match boundary.shape {
            Region::Box { min, max } => self.turn_into_box(local, velocity, min, max),
            Region::Sphere { center, radius } => {
                let out = local.center - double(center);
                self.turn_into_sphere(Ball::new(out, error), velocity, radius)
            }
        }
    }

    /// True if a boid at this place can pass through the boundary. In a planar flock it cannot if
    /// its plane misses the sphere.
    fn can_wrap(&self, place: Vec64) -> bool {
        match self.periodic() {
            None => false,
            Some(Periodic::Box { .. }) => true,
            Some(Periodic::Sphere { center, radius }) => {
                self.section(place, center, radius).radius > 0.0
            }
        }
    }

    fn turn_into_box(&self, place: Ball, velocity: Ball, min: Vec3, max: Vec3) -> Option<Ball> {
        let mut turned = self.vector_to_local(velocity.center);
        let mut was_turned = false;
        for axis in 0..3 {
            let below = place.center[axis] - f64::from(min[axis]);
            let above = place.center[axis] - f64::from(max[axis]);
            let margin = place.error + 2.0 * ROUNDING * double(min).norm().max(double(max).norm());
            if below.abs().min(above.abs()) <= margin {
                return None;
            }
            if below < 0.0 {
                turned[axis] = turned[axis].abs();
                was_turned = true;
            } else if above > 0.0 {
                turned[axis] = -turned[axis].abs();
                was_turned = true;
            }
        }
        let turned = Ball::new(self.vector_to_world(turned), velocity.error);
        Some(turned.rounded(if was_turned { 16.0 } else { 0.0 }))
    }

    fn turn_into_sphere(&self, out: Ball, velocity: Ball, radius: f32) -> Option<Ball> {
        let distance = out.center.norm();
        let beyond = distance - f64::from(radius);
        let margin = out.error + 8.0 * ROUNDING * distance;
        if beyond.abs() <= margin {
            return None;
        }
        if beyond < 0.0 {
            return Some(velocity);
        }
        let out = Ball::new(self.vector_to_world(out.center), out.error).across(self.normal());
        let normal: Vec64 = norm(out.center);
        let error_of_normal = out.with_length(1.0).error;
        let error = 4.0 * (velocity.error + error_of_normal * velocity.center.norm());
        Some(Ball::new(inward(velocity.center, normal), error).rounded(16.0))
    }
}

/// Reversed if it leads out, with at least half of the speed inward.
fn inward(velocity: Vec64, normal: Vec64) -> Vec64 {
    let speed = velocity.norm();
    let out = velocity.dot(&normal);
    let into = out.abs().max(0.5 * speed);
    let along = (speed * speed - into * into).max(0.0).sqrt();
    norm(velocity - normal * out) * along - normal * into
}
