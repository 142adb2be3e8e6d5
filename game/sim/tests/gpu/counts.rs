//! Any number of boids.

use crate::backend::gpu_backend;
use flock_sim::{settings::Region, Flock, Settings};
use flock_testkit::{
    backends::assert_on_gpu,
    flocks::{by_id, in_the_open},
};

/// A flock of N boids, of the same density for any number.
fn flock(count: u32) -> Flock {
    let mut settings = Settings::default();
    let half = (count as f32 / 60.0).cbrt().max(0.5);
    settings.spawn.count = count;
    settings.spawn.region = Region::cube(half);
    settings.boundary.enabled = false;
    settings.simulation.backend = gpu_backend();
    in_the_open(settings)
}

fn check(count: u32) {
    let mut flock = flock(count);
    let before = by_id(&flock);
    let dt = flock.settings().simulation.time_step;
    for _ in 0..2 {
        flock.step();
    }
    assert_on_gpu(&flock);
    let after = by_id(&flock);
    assert_eq!(after.len(), count as usize);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.id, after.id);
        let way = (after.position - before.position).norm();
        assert!(
            way <= 2.1 * dt * flock.settings().motion.max_speed,
            "{before:?} {after:?}"
        );
    }
    let moved = before
        .iter()
        .zip(&after)
        .filter(|(a, b)| a.position != b.position);
    assert!(2 * moved.count() >= count as usize, "most boids move");
}

#[test]
fn none_one_and_about_a_workgroup() {
    for count in [0, 1, 2, 255, 256, 257, 1000] {
        check(count);
    }
}

#[test]
fn a_million_and_one() {
    check(1_000_001);
}
