//! Boids at the very same position.

use crate::{
    all_rules::of_everything,
    ball::{Ball, Vec64},
    scene::Scene,
    world::{compare_step, Periodic, World},
};
use flock_testkit::{cases::config, flocks::by_id};
use proptest::test_runner::TestRunner;
use std::cell::Cell;

/// Number of random scenes.
const SCENES: u32 = 80;

/// Typical length of the offset between two boids at one position, as a share of the radius of
/// separation.
const SHARE: f64 = 0.01;

/// Typical length of a vector of three sums of four random bytes, less their mean.
const VECTOR: f64 = 256.0;

impl World {
    /// Offset that separation takes for another boid at the same position.
    pub fn coincident_offset(&self, boid: usize, other: usize) -> Ball {
        let (low, high) = (boid.min(other) as u32, boid.max(other) as u32);
        let hash = mixed(mixed(low).wrapping_add(GOLDEN) ^ high);
        let component = |axis: usize| {
            let number = mixed(hash.wrapping_add(GOLDEN.wrapping_mul(axis as u32 + 1)));
            let bytes = number.to_le_bytes().map(f64::from);
            bytes.iter().sum::<f64>() - 509.5
        };
        let sign = if boid < other { 1.0 } else { -1.0 };
        let length = sign * SHARE / VECTOR * f64::from(self.settings.separation.radius);
        let vector = Vec64::from_fn(|axis, _| component(axis)) * length;
        let in_world = match self.periodic() {
            Some(Periodic::Box { .. }) => self.vector_to_world(vector),
            _ => vector,
        };
        Ball::exact(in_world).rounded(16.0)
    }
}

const GOLDEN: u32 = 0x9e37_79b9;

/// The finalizer of MurmurHash3.
fn mixed(number: u32) -> u32 {
    let once = (number ^ number >> 16).wrapping_mul(0x85eb_ca6b);
    let twice = (once ^ once >> 13).wrapping_mul(0xc2b2_ae35);
    twice ^ twice >> 16
}

#[test]
fn boids_at_one_position_part() {
    let (compared, all) = (Cell::new(0), Cell::new(0));
    let test = |(scene, copies): (Scene, usize)| {
        let mut flock = scene.flock();
        for boid in by_id(&flock).into_iter().take(40) {
            for _ in 0..copies {
                flock.spawn_at(boid.position, boid.velocity).unwrap();
            }
        }
        all.set(all.get() + flock.len());
        compared.set(compared.get() + compare_step(&mut flock, World::step));
        Ok(())
    };
    let mut runner = TestRunner::new(config(SCENES));
    runner
        .run(&(of_everything(), 1usize..4), test)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let (compared, all) = (compared.get(), all.get());
    assert!(compared * 10 >= all * 8, "only {compared} of {all} boids");
}
