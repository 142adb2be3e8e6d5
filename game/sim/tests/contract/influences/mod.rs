//! What flocks do under influences, seen from outside.

mod at_rest;
mod carried;
mod led;
mod lines;
mod repetition;
mod values;
mod volumes;

use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    settings::Region,
    Flock, Settings, Vec3,
};
use flock_testkit::flocks::in_the_open;

/// A school in a sphere, without a boundary.
fn school(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::sphere(3.0);
    settings.boundary.enabled = false;
    settings.motion.max_speed = 2.0;
    settings.motion.min_speed = 0.5;
    settings.motion.max_acceleration = 6.0;
    in_the_open(settings)
}

fn seconds(flock: &mut Flock, seconds: f32) {
    (0..(seconds * 60.0) as u32).for_each(|_| flock.step());
}

fn share(flock: &Flock, is_counted: impl Fn(&Vec3) -> bool) -> f64 {
    let counted = flock.boids().filter(|boid| is_counted(&boid.position));
    counted.count() as f64 / flock.len() as f64
}

fn everywhere(kind: InfluenceKind) -> Influence {
    Influence {
        reach: 1000.0,
        fall_off: FallOff::Constant,
        ..Influence::new(kind)
    }
}
