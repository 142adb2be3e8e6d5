//! One step of each published model against the published formulas. Each has constants for a dense
//! flock, in which all terms of the formula count, and those that are published or shipped as a
//! preset.
//!
//! These formulas share only the vectors with a bound of error with the oracle of the settings.

mod aquarium;
mod composite;
mod fish_school;
mod fish_tank;
mod flock_2d;

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::{compare_step, Expected, World},
};
use flock_sim::{
    influences::Influence,
    settings::{Backend, Region},
    Flock, Placement, Preset, Settings, Vec3,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

/// Settings with this many boids around the origin.
fn settings(count: u32, half: Vec3, speed: f32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::cuboid(half);
    settings.spawn.speed = speed;
    settings.boundary.enabled = false;
    settings.simulation.backend = Backend::SingleThread;
    // As published, nothing limits the acceleration.
    settings.motion.max_acceleration = 10_000.0;
    settings
}

/// A preset as it is shipped, but without a boundary, which the formulas do not have.
fn shipped(preset: Preset) -> Settings {
    let mut settings = preset.settings();
    settings.boundary.enabled = false;
    settings.simulation.backend = Backend::SingleThread;
    settings
}

/// Compares several steps of flocks of several seeds with a model; at least `share` of all boids
/// must be comparable.
fn check(settings: &Settings, share: f64, model: impl Fn(&Neighbourhood) -> Option<Expected>) {
    check_under(&[], settings, share, model);
}

/// As [`check`], of flocks under influences.
fn check_under(
    influences: &[Influence],
    settings: &Settings,
    share: f64,
    model: impl Fn(&Neighbourhood) -> Option<Expected>,
) {
    let placement = Placement {
        origin: Vec3::new(1.0, -2.0, 0.5),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.4, -1.1, 0.3)),
    };
    let (mut compared, mut all) = (0, 0);
    for seed in 0..4 {
        let mut settings = settings.clone();
        settings.spawn.seed = seed;
        let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
        for influence in influences {
            flock.add_influence(influence.clone()).unwrap();
        }
        for _ in 0..4 {
            all += flock.len();
            compared += compare_step(&mut flock, |world, boid| {
                model(&Neighbourhood { world, boid })
            });
            (0..7).for_each(|_| flock.step());
        }
    }
    assert!(
        compared as f64 >= share * all as f64,
        "only {compared} of {all} boids were compared"
    );
}

/// One boid and all others.
struct Neighbourhood<'a> {
    world: &'a World,
    boid: usize,
}

impl Neighbourhood<'_> {
    fn position(&self) -> Vec64 {
        self.world.before[self.boid].position
    }

    fn velocity(&self) -> Vec64 {
        self.world.before[self.boid].velocity
    }

    fn heading(&self) -> Vec64 {
        norm(self.velocity())
    }

    /// The set N(r) of neighbours; none if rounding decides about one of them.
    fn within(&self, radius: f64) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        for other in (0..self.world.before.len()).filter(|other| *other != self.boid) {
            let distance = self.offset(other).norm();
            if (distance - radius).abs() < 8.0 * ROUNDING * radius {
                return None;
            }
            if distance < radius {
                found.push(other);
            }
        }
        Some(found)
    }

    /// p_j - p
    fn offset(&self, other: usize) -> Vec64 {
        self.world.before[other].position - self.position()
    }

    fn velocity_of(&self, other: usize) -> Vec64 {
        self.world.before[other].velocity
    }

    fn heading_of(&self, other: usize) -> Vec64 {
        norm(self.velocity_of(other))
    }

    /// p' = p + v'*dt
    fn moved_with(&self, velocity: Ball) -> Expected {
        let way = velocity.times(self.world.dt());
        Expected {
            position: Ball::exact(self.position()).plus(way),
            velocity,
        }
    }
}

/// The sum of vectors that are themselves known to a few roundings.
fn sum(terms: impl IntoIterator<Item = Vec64>) -> Ball {
    let terms: Vec<Vec64> = terms.into_iter().collect();
    let scale: f64 = terms.iter().map(|term| term.norm()).sum();
    let roundings = terms.len() as f64 + 12.0;
    Ball::new(terms.iter().sum(), roundings * ROUNDING * scale)
}

/// The mean of vectors, zero if there are none.
fn mean(terms: impl ExactSizeIterator<Item = Vec64>) -> Ball {
    let count = terms.len().max(1) as f64;
    sum(terms).times(1.0 / count)
}
