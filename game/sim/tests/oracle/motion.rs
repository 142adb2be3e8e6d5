//! The new velocity from the wish of the rules.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::World,
};
use flock_sim::settings::Steering;

impl World {
    /// The velocity after the step, before the boundary changes it; none if it depends on rounding.
    pub fn steer(&self, velocity: Vec64, wish: Ball) -> Option<Ball> {
        let motion = &self.settings.motion;
        let steered = match motion.steering {
            Steering::Acceleration => {
                let acceleration = wish.shortened(f64::from(motion.max_acceleration));
                Ball::exact(velocity).plus(acceleration.times(self.dt()))
            }
            Steering::Velocity => wish,
        };
        let flat = steered.across(self.normal());
        let before = Ball::exact(velocity).across(self.normal());
        let turned = if motion.limit_turning {
            self.limit_turn(before, flat)
        } else {
            flat
        };
        self.limit_speed(before, turned)
    }

    fn limit_turn(&self, before: Ball, wished: Ball) -> Ball {
        let rate = f64::from(self.settings.motion.max_turn_rate).to_radians();
        let limit = (rate * self.dt()).min(std::f64::consts::PI);
        let (heading, length) = (norm(before.center), wished.center.norm());
        if heading.norm() == 0.0 || length == 0.0 {
            return wished;
        }
        let along = heading.dot(&wished.center);
        let aside = wished.center - heading * along;
        let angle = aside.norm().atan2(along);
        // Rounding of the heading, the angle and its sine and cosine.
        let rounding = length * (16.0 * ROUNDING + before.with_length(1.0).error);
        let error_of_angle = 2.0 * (wished.error + rounding) / length;
        if angle < limit - error_of_angle {
            return wished;
        }
        // The shorter the part across the heading, the less certain the side to turn to.
        let side = Ball::new(aside, wished.error + rounding).with_length(length * limit.sin());
        let center = if angle > limit {
            heading * (length * limit.cos()) + side.center
        } else {
            wished.center
        };
        Ball::new(center, wished.error + side.error + rounding)
    }

    fn limit_speed(&self, before: Ball, wished: Ball) -> Option<Ball> {
        let motion = &self.settings.motion;
        let max = f64::from(motion.max_speed);
        let min = f64::from(motion.min_speed).min(max);
        let speed = wished.center.norm();
        if speed == 0.0 && wished.error == 0.0 && min > 0.0 {
            // A boid at rest starts in a direction from its id.
            return (before.center.norm() > 0.0).then(|| before.with_length(min));
        }
        if speed - wished.error >= min {
            return Some(wished.shortened(max));
        }
        if speed <= wished.error && min > 0.0 {
            return None;
        }
        let stretched = wished.with_length(min.max(speed));
        Some(Ball::new(stretched.center, stretched.error + wished.error))
    }
}
