//! A flock before the step, in double precision, and the expected boids after it.

use crate::ball::{Ball, Vec64, ROUNDING};
use flock_sim::{
    settings::{BoundaryMode, Region},
    Boid, Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks;
pub use flock_testkit::flocks::by_id;
use nalgebra::UnitQuaternion;

/// Largest error of a velocity as a share of the speed; a boid with a larger one proves little and
/// is left out.
const VAGUE: f64 = 0.02;

#[derive(Clone, Copy, Debug)]
pub struct State {
    pub position: Vec64,
    pub velocity: Vec64,
}

/// The expected boid after the step.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub position: Ball,
    pub velocity: Ball,
}

/// The periodic boundary.
pub enum Periodic {
    /// A box with sides of these lengths, in the frame; infinite along the axis that nothing moves
    /// along.
    Box { period: Vec64 },
    /// A sphere, in the world.
    Sphere { center: Vec64, radius: f64 },
}

/// The section of a sphere with the plane of a boid, or the sphere.
pub struct Section {
    /// From the middle to the boid.
    pub out: Vec64,
    /// 0 if its plane misses the sphere.
    pub radius: f64,
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
        flocks::flat_axis(self.settings.motion.plane)
    }

    /// Unit normal of the plane of motion, in the world.
    pub fn normal(&self) -> Option<Vec64> {
        self.flat_axis().map(|axis| self.axis(axis))
    }

    /// The periodic boundary, if there is one.
    pub fn periodic(&self) -> Option<Periodic> {
        let boundary = &self.settings.boundary;
        if !boundary.enabled || boundary.mode != BoundaryMode::Wrap {
            return None;
        }
        Some(match boundary.shape {
            Region::Box { min, max } => {
                let mut period = double(max) - double(min);
                if let Some(axis) = self.flat_axis() {
                    period[axis] = f64::INFINITY;
                }
                Periodic::Box { period }
            }
            Region::Sphere { center, radius } => Periodic::Sphere {
                center: self.origin + self.vector_to_world(double(center)),
                radius: f64::from(radius),
            },
        })
    }

    /// The circle or sphere that a boid at this place can move in: in a planar flock, a section.
    pub fn section(&self, place: Vec64, center: Vec64, radius: f64) -> Section {
        let offset = place - center;
        let height = self.normal().map_or(0.0, |normal| normal.dot(&offset));
        Section {
            out: Ball::exact(offset).across(self.normal()).center,
            radius: (radius * radius - height * height).max(0.0).sqrt(),
        }
    }

    pub fn dt(&self) -> f64 {
        f64::from(self.settings.simulation.time_step)
    }

    /// One step of a boid by the rules as they are documented; none if rounding decides a
    /// comparison.
    pub fn step(&self, boid: usize) -> Option<Expected> {
        let State { position, velocity } = self.before[boid];
        let wish = self.wish(boid)?;
        let velocity = self.steer(velocity, wish)?;
        let velocity = self.turn_softly(position, velocity)?;
        let velocity = self.turn_inward(Ball::exact(position), velocity)?;
        let moved = Ball::exact(position).plus(velocity.times(self.dt()));
        Some(Expected {
            position: self.come_in(moved)?,
            velocity: self.turn_inward(moved, velocity)?,
        })
    }

    /// The place at which a boid that leaves a periodic sphere comes in: on the line through the
    /// middle, a whole number of widths away. In a box, places that are whole widths apart are the
    /// same here.
    fn come_in(&self, place: Ball) -> Option<Ball> {
        let Some(Periodic::Sphere { center, radius }) = self.periodic() else {
            return Some(place);
        };
        let section = self.section(place.center, center, radius);
        let (distance, width) = (section.out.norm(), 2.0 * section.radius);
        let error = place.error + 32.0 * ROUNDING * (place.center - self.origin).norm();
        if width < 1e-2 * radius || distance == 0.0 {
            // The section is small or the boid in the middle: rounding decides whether it is
            // inside.
            return (distance == 0.0 || section.radius == 0.0).then_some(place);
        }
        let widths = (distance + section.radius) / width;
        if (widths - widths.round()).abs() * width < 10.0 * error {
            return None;
        }
        let inward = section.out * (widths.floor() * width / distance);
        let error = error * (1.0 + 2.0 * widths.floor() * radius / section.radius);
        Some(Ball::new(place.center - inward, error))
    }

    /// The offset of a boid from its expected place, to the nearest image in a periodic box.
    fn way(&self, from: Vec64, to: Vec64) -> Vec64 {
        let Some(Periodic::Box { period }) = self.periodic() else {
            return to - from;
        };
        let local = self.vector_to_local(to - from);
        local.zip_map(&period, nearest_image)
    }
}

/// The coordinate, a whole number of periods away, that is nearest to 0.
pub fn nearest_image(coordinate: f64, period: f64) -> f64 {
    if period.is_finite() {
        coordinate - (coordinate / period).round() * period
    } else {
        coordinate
    }
}

pub fn double(vector: Vec3) -> Vec64 {
    vector.map(f64::from)
}

/// Makes a step and compares every boid with the one that `expect` returns. Returns the number of
/// boids that were compared.
pub fn compare_step(
    flock: &mut Flock,
    expect: impl Fn(&World, usize) -> Option<Expected>,
) -> usize {
    let (settings, placement) = (flock.settings().clone(), *flock.placement());
    let before = by_id(flock);
    flock.step();
    let after = by_id(flock);
    let world = World::new(settings, placement, &before);
    (0..after.len())
        .filter(|boid| match expect(&world, *boid) {
            Some(expected) => compare(&world, *boid, &after[*boid], &expected),
            None => false,
        })
        .count()
}

/// Returns true if the expectation is precise enough to compare.
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
    let allowed = position.error + 16.0 * ROUNDING * far;
    assert!(
        error <= allowed,
        "position of boid {boid} is off by {error}, allowed {allowed}: {} instead of {}",
        found.position,
        position.center,
    );
    true
}
