//! A flock before the step, in double precision, and what the step is expected to make of each boid.

use crate::ball::{Ball, Vec64};
use flock_sim::{Boid, BoundaryResponse, Flock, Placement, Plane, Region, Settings, Vec3};
use nalgebra::UnitQuaternion;

/// A boid that this much of its speed is uncertain for proves little and counts as passed over.
const VAGUE: f64 = 0.02;

#[derive(Clone, Copy, Debug)]
pub struct State {
    pub position: Vec64,
    pub velocity: Vec64,
}

/// What is expected of a boid.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub position: Ball,
    pub velocity: Ball,
}

pub struct World {
    pub settings: Settings,
    pub origin: Vec64,
    rotation: UnitQuaternion<f64>,
    pub before: Vec<State>,
}

impl World {
    pub fn new(settings: Settings, placement: Placement, before: &[Boid]) -> Self {
        let state = |boid: &Boid| State {
            position: double(boid.position),
            velocity: double(boid.velocity),
        };
        Self {
            settings,
            origin: double(placement.origin),
            rotation: UnitQuaternion::new_normalize(placement.rotation.into_inner().cast()),
            before: before.iter().map(state).collect(),
        }
    }

    pub fn point_to_local(&self, point: Vec64) -> Vec64 {
        self.vector_to_local(point - self.origin)
    }

    pub fn vector_to_local(&self, vector: Vec64) -> Vec64 {
        self.rotation.inverse() * vector
    }

    pub fn vector_to_world(&self, vector: Vec64) -> Vec64 {
        self.rotation * vector
    }

    pub fn axis(&self, axis: usize) -> Vec64 {
        let mut unit = Vec64::zeros();
        unit[axis] = 1.0;
        self.vector_to_world(unit)
    }

    /// The axis of the frame that nothing moves along.
    pub fn flat_axis(&self) -> Option<usize> {
        match self.settings.motion.plane {
            Plane::All => None,
            Plane::Yz => Some(0),
            Plane::Xz => Some(1),
            Plane::Xy => Some(2),
        }
    }

    /// Unit normal of the plane of motion, in the world.
    pub fn normal(&self) -> Option<Vec64> {
        self.flat_axis().map(|axis| self.axis(axis))
    }

    /// The sides of the box that the world repeats in.
    pub fn period(&self) -> Option<Vec64> {
        let boundary = &self.settings.boundary;
        match (boundary.response, boundary.shape) {
            (BoundaryResponse::Wrap, Region::Box { min, max }) if boundary.enabled => {
                Some(double(max) - double(min))
            }
            _ => None,
        }
    }

    pub fn dt(&self) -> f64 {
        f64::from(self.settings.simulation.time_step)
    }

    /// One step of a boid by the rules as they are documented; none if it lies too close to a decision.
    pub fn step(&self, boid: usize) -> Option<Expected> {
        let State { position, velocity } = self.before[boid];
        let wish = self.wish(boid)?;
        let velocity = self.steer(velocity, wish)?;
        let velocity = self.turn_inward(Ball::exact(position), velocity)?;
        let moved = Ball::exact(position).plus(velocity.times(self.dt()));
        if self.may_leave_wrapped_sphere(moved) {
            return None;
        }
        Some(Expected {
            position: moved,
            velocity: self.turn_inward(moved, velocity)?,
        })
    }

    /// Where a boid comes in again that leaves a sphere is not for this oracle to say.
    fn may_leave_wrapped_sphere(&self, place: Ball) -> bool {
        let boundary = &self.settings.boundary;
        let Region::Sphere { center, radius } = boundary.shape else {
            return false;
        };
        let distance = (self.point_to_local(place.center) - double(center)).norm();
        let wraps = boundary.enabled && boundary.response == BoundaryResponse::Wrap;
        wraps && distance > f64::from(radius) * (1.0 - 1e-5) - place.error
    }

    /// How far a boid is from where it is expected, by the nearest way if the world repeats.
    fn way(&self, from: Vec64, to: Vec64) -> Vec64 {
        let Some(period) = self.period() else {
            return to - from;
        };
        let local = self.vector_to_local(to - from);
        local.zip_map(&period, |x, period| x - (x / period).round() * period)
    }
}

pub fn double(vector: Vec3) -> Vec64 {
    vector.map(f64::from)
}

/// The boids by their ids.
pub fn by_id(flock: &Flock) -> Vec<Boid> {
    let mut boids: Vec<Boid> = flock.boids().collect();
    boids.sort_by_key(|boid| boid.id);
    boids
}

/// Makes a step and compares every boid with what `expect` says of it. Returns how many boids were compared.
pub fn compare_step(
    flock: &mut Flock,
    expect: impl Fn(&World, usize) -> Option<Expected>,
) -> usize {
    let (settings, placement) = (flock.settings().clone(), *flock.placement());
    let before = by_id(flock);
    flock.step();
    let after = by_id(flock);
    let world = World::new(settings, placement, &before);
    let compared = (0..after.len())
        .filter(|boid| match expect(&world, *boid) {
            Some(expected) => compare(&world, *boid, &after[*boid], &expected),
            None => false,
        })
        .count();
    compared
}

/// Returns whether so much is known of the boid that the comparison proves something.
fn compare(world: &World, boid: usize, found: &Boid, expected: &Expected) -> bool {
    let Expected { position, velocity } = *expected;
    let scale = world.before[boid].velocity.norm() + velocity.center.norm();
    if velocity.error > VAGUE * scale {
        return false;
    }
    let error = (double(found.velocity) - velocity.center).norm();
    let allowed = velocity.rounded(8.0).error;
    assert!(
        error <= allowed,
        "velocity of boid {boid} is off by {error}, allowed {allowed}: {} instead of {}, before {}",
        found.velocity,
        velocity.center,
        world.before[boid].velocity,
    );
    let error = world.way(position.center, double(found.position)).norm();
    let far = position.center.norm() + world.origin.norm();
    let allowed = position.error + 16.0 * crate::ball::ROUNDING * far;
    assert!(
        error <= allowed,
        "position of boid {boid} is off by {error}, allowed {allowed}: {} instead of {}",
        found.position,
        position.center,
    );
    true
}
