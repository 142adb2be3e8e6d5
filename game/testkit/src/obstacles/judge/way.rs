//! The way of an obstacle in a step, and how near a body comes to it.

use super::{solid::Solid, Point};
use flock_sim::{obstacles::ObstacleShape, Placement, Vec3};
use nalgebra::UnitQuaternion;

/// Smallest share of a step after which the distance is measured again.
const SMALLEST: f64 = 1.0 / 512.0;

/// Share of a coordinate, and of a metre, by which a body that is carried may be off.
const CARRIED: f64 = 1e-6;

/// An obstacle in a step.
pub struct Way {
    pub solid: Solid,
    origins: [Point; 2],
    rotations: [UnitQuaternion<f64>; 2],
}

/// Distances of a body from an obstacle in a step, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Distances {
    pub begin: f64,
    pub nearest: f64,
    pub end: f64,
}

impl Way {
    pub fn new(shape: &ObstacleShape, from: &Placement, to: &Placement) -> Self {
        let exact = |it: &Placement| UnitQuaternion::new_normalize(it.rotation.cast().into_inner());
        Self {
            solid: Solid::new(shape),
            origins: [from.origin.cast(), to.origin.cast()],
            rotations: [exact(from), exact(to)],
        }
    }

    /// Distance of a place at a share of the step.
    fn distance(&self, at: Point, share: f64) -> f64 {
        let origin = self.origins[0].lerp(&self.origins[1], share);
        let rotation = match share {
            0.0 => self.rotations[0],
            1.0 => self.rotations[1],
            _ => self.rotations[0].slerp(&self.rotations[1], share),
        };
        self.solid
            .distance(rotation.inverse_transform_vector(&(at - origin)))
    }

    /// True for a move that ends where it begins in the frame of the obstacle. Such a body is carried
    /// along, on an arc if the obstacle turns.
    fn carries(&self, from: Point, to: Point) -> bool {
        let local = |at: Point, end: usize| {
            self.rotations[end].inverse_transform_vector(&(at - self.origins[end]))
        };
        let coordinate = from.amax().max(to.amax());
        (local(from, 0) - local(to, 1)).norm() < CARRIED * (1.0 + coordinate)
    }

    /// Distance of a place at the end of the step.
    pub fn distance_at_end(&self, at: Vec3) -> f64 {
        self.distance(at.cast(), 1.0)
    }

    /// How far the origin moves, in metres.
    pub fn length(&self) -> f64 {
        (self.origins[1] - self.origins[0]).norm()
    }

    /// Distances in a straight move; none if it stays farther away than `within`. The distance
    /// cannot change faster than the two move and the obstacle turns, so that no instant is left
    /// out in which it is `least` or less.
    pub fn distances(&self, [from, to]: [Vec3; 2], least: f64, within: f64) -> Option<Distances> {
        let (from, to): (Point, Point) = (from.cast(), to.cast());
        let relative = [from - self.origins[0], to - self.origins[1]];
        let moved = (relative[1] - relative[0]).norm();
        let farthest = relative[0].norm().max(relative[1].norm());
        if relative[0].norm() > self.solid.reach() + moved + within {
            return None;
        }
        let angle = self.rotations[0].angle_to(&self.rotations[1]);
        let speed = (moved + angle * farthest).max(f64::MIN_POSITIVE);
        let begin = self.distance(from, 0.0);
        if self.carries(from, to) {
            return Some(Distances {
                begin,
                nearest: begin,
                end: self.distance(to, 1.0),
            });
        }
        let (mut share, mut distance, mut nearest) = (0.0, begin, begin);
        while share < 1.0 {
            share = (share + ((distance - least) / speed).max(SMALLEST)).min(1.0);
            distance = self.distance(from.lerp(&to, share), share);
            nearest = nearest.min(distance);
        }
        Some(Distances {
            begin,
            nearest,
            end: distance,
        })
    }
}
