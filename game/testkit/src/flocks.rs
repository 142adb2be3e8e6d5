//! Helpers for flocks.

use flock_sim::{
    custom_rule::{CustomRule, Neighbourhood},
    settings::{Plane, Region},
    Boid, Flock, Placement, Settings, Vec3,
};
use std::sync::Arc;

/// A flock at the origin, without geometry.
#[track_caller]
pub fn in_the_open(settings: Settings) -> Flock {
    Flock::new(settings, Placement::default(), Arc::default()).unwrap()
}

/// A flock of boids at these positions and with these velocities, whose ids follow their order.
pub fn flock(mut settings: Settings, placement: Placement, boids: &[(Vec3, Vec3)]) -> Flock {
    settings.spawn.count = 0;
    let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
    for (position, velocity) in boids {
        flock.spawn_at(*position, *velocity).unwrap();
    }
    flock
}

/// The default settings for so many boids that start in a cube of 2 m.
pub fn settings_in_cube(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::cube(1.0);
    settings
}

/// The boids by their ids, which is the order in which they were added.
pub fn by_id(flock: &Flock) -> Vec<Boid> {
    let mut boids: Vec<Boid> = flock.boids().collect();
    boids.sort_by_key(|boid| boid.id);
    boids
}

/// Disables cohesion, separation and alignment.
pub fn disable_rules(settings: &mut Settings) {
    for rule in [
        &mut settings.cohesion,
        &mut settings.separation,
        &mut settings.alignment,
    ] {
        rule.enabled = false;
    }
}

/// The axis of the frame that a planar flock does not move along.
pub fn flat_axis(plane: Plane) -> Option<usize> {
    match plane {
        Plane::All => None,
        Plane::Yz => Some(0),
        Plane::Xz => Some(1),
        Plane::Xy => Some(2),
    }
}

/// The texels of the instances, two per boid.
pub fn texels(flock: &Flock) -> Vec<[f32; 4]> {
    let mut texels = vec![[f32::NAN; 4]; 2 * flock.len()];
    flock.write_instances(&mut texels);
    texels
}

/// Asserts that no position, velocity or texel is infinite or NaN.
#[track_caller]
pub fn assert_finite(flock: &Flock) {
    for boid in flock.boids() {
        let mut numbers = boid.position.iter().chain(&boid.velocity);
        assert!(numbers.all(|x| x.is_finite()), "{boid:?}");
    }
    assert!(texels(flock).iter().flatten().all(|x| x.is_finite()));
}

/// Runs a function in a pool of N threads.
pub fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap().install(run)
}

struct Push(Vec3);

impl CustomRule for Push {
    fn wish(&self, _: &Boid, _: &Neighbourhood) -> Vec3 {
        self.0
    }
}

/// Pushes all boids by a custom rule, in m/s².
pub fn push(flock: &mut Flock, acceleration: impl Into<Vec3>) {
    flock.set_custom_rule(Some(Arc::new(Push(acceleration.into()))));
}
