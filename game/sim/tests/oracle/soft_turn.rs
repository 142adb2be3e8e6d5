//! The soft turn, as it is documented.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::{double, World},
};
use flock_sim::{
    settings::{BoundaryMode, Region, Steering},
    Vec3,
};
use std::f64::consts::PI;

/// Sine of the angle to the normal below which a boid counts as heading straight out; well above
/// the limit of the flock.
const HEAD_ON: f64 = 2e-3;

/// The push of the boundary that turns a boid.
struct Push {
    /// In the world, of any length.
    inward: Vec64,
    /// Smoothed depth over margin.
    strength: f64,
}

impl World {
    /// The velocity after a step of a soft turn; none if a boid heads straight out and may turn to
    /// any side.
    pub fn turn_softly(&self, place: Vec64, velocity: Ball) -> Option<Ball> {
        let boundary = &self.settings.boundary;
        let BoundaryMode::SoftTurn { margin } = boundary.mode else {
            return Some(velocity);
        };
        if !boundary.enabled {
            return Some(velocity);
        }
        let turned = |place: Vec64, velocity: Vec64| {
            let push = match boundary.shape {
                Region::Box { min, max } => self.push_of_box(place, margin, min, max),
                Region::Sphere { center, radius } => {
                    self.push_of_sphere(place, margin, center, radius)
                }
            };
            self.turn_towards(velocity, &push)
        };
        let center = turned(place, velocity.center)?;
        let (min, max) = boundary.shape.bounds();
        let far = (place - self.origin).norm() + double(min).norm() + double(max).norm();
        let off = 16.0 * ROUNDING * far;
        // The influence of the errors of place and velocity, by finite differences.
        let mut error = 0.0;
        for axis in 0..3 {
            let mut unit = Vec64::zeros();
            unit[axis] = 1.0;
            let mut of_place = 0.0f64;
            let mut of_velocity = 0.0f64;
            for sign in [-1.0, 1.0] {
                let moved = turned(place + unit * (sign * off), velocity.center)?;
                of_place = of_place.max((moved - center).norm());
                let other = turned(place, velocity.center + unit * (sign * velocity.error))?;
                of_velocity = of_velocity.max((other - center).norm());
            }
            error += of_place + of_velocity;
        }
        let was_turned = center != velocity.center;
        let roundings = if was_turned { 32.0 } else { 0.0 };
        Some(Ball::new(center, error).rounded(roundings))
    }

    fn push_of_box(&self, place: Vec64, margin: f32, min: Vec3, max: Vec3) -> Push {
        let (place, min, max) = (self.point_to_local(place), double(min), double(max));
        let (mut inward, mut depths) = (Vec64::zeros(), 0.0);
        let (mut shares, mut weights) = (0.0, 0.0);
        let mut is_inside = true;
        for axis in (0..3).filter(|axis| Some(*axis) != self.flat_axis()) {
            let margin = f64::from(margin).min((max[axis] - min[axis]) / 2.0);
            let (below, above) = (place[axis] - min[axis], max[axis] - place[axis]);
            is_inside &= below >= 0.0 && above >= 0.0;
            let depth = (1.0 - below.min(above) / margin).max(0.0);
            depths += depth;
            inward[axis] = (depth / margin).copysign(above - below);
            let weight = depth.sqrt() / margin.powi(3);
            shares += weight / margin;
            weights += weight;
        }
        let is_pushed = is_inside && depths > 0.0;
        Push {
            inward: self.vector_to_world(inward),
            strength: if is_pushed {
                smooth(depths) * shares / weights
            } else {
                0.0
            },
        }
    }

    fn push_of_sphere(&self, place: Vec64, margin: f32, center: Vec3, radius: f32) -> Push {
        let center = self.origin + self.vector_to_world(double(center));
        let section = self.section(place, center, f64::from(radius));
        let margin = f64::from(margin).min(section.radius);
        let from_the_surface = section.radius - section.out.norm();
        let depth = (1.0 - from_the_surface / margin).max(0.0);
        let bend = 1.0 + 0.5 * margin / section.radius;
        let is_pushed = from_the_surface >= 0.0 && margin > 0.0;
        Push {
            inward: -section.out,
            strength: if is_pushed {
                smooth(depth * bend) / margin
            } else {
                0.0
            },
        }
    }

    /// Turns a velocity towards the inward normal, but not beyond it.
    fn turn_towards(&self, velocity: Vec64, push: &Push) -> Option<Vec64> {
        let speed = velocity.norm();
        if push.strength == 0.0 || speed == 0.0 {
            return Some(velocity);
        }
        let (heading, normal) = (norm(velocity), norm(push.inward));
        let cosine = heading.dot(&normal);
        let across = normal - heading * cosine;
        let sine = across.norm();
        if sine < HEAD_ON && cosine < 0.0 {
            return None;
        }
        let BoundaryMode::SoftTurn { margin } = self.settings.boundary.mode else {
            return Some(velocity);
        };
        let way = match self.settings.motion.steering {
            Steering::Acceleration => speed * self.dt(),
            Steering::Velocity => f64::from(margin),
        };
        let turn = PI * push.strength * (1.0 - cosine) / 2.0 * way;
        // Large angles are a little less, since the tangent of the half angle is set.
        let angle = 2.0 * (turn / 2.0).atan();
        let angle = angle.min(sine.atan2(cosine));
        Some((heading * angle.cos() + norm(across) * angle.sin()) * speed)
    }
}

fn smooth(depth: f64) -> f64 {
    let depth = depth.min(1.0);
    depth * depth * (3.0 - 2.0 * depth)
}
