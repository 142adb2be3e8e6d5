//! Levels of a few boxes, and flocks that are pushed through them.

use flock_sim::{
    settings::{Backend, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::push,
    triangles::{self, cuboid},
};
use std::sync::Arc;

/// A box between two corners.
pub fn block(min: [f32; 3], max: [f32; 3]) -> Vec<[Vec3; 3]> {
    let (min, max) = (Vec3::from(min), Vec3::from(max));
    let (center, half) = ((min + max) / 2.0, (max - min) / 2.0);
    cuboid(half, center)
}

pub fn geometry(blocks: &[Vec<[Vec3; 3]>]) -> Arc<Geometry> {
    triangles::geometry(&blocks.concat())
}

/// Settings of N boids in a box, without a boundary.
pub fn settings(count: u32, min: [f32; 3], max: [f32; 3]) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::Box {
        min: min.into(),
        max: max.into(),
    };
    settings.boundary.enabled = false;
    settings.simulation.backend = Backend::SingleThread;
    settings
}

/// A flock that is pushed, in m/s².
pub fn flock(settings: Settings, geometry: Arc<Geometry>, acceleration: Vec3) -> Flock {
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    assert_eq!(flock.not_placed(), 0);
    push(&mut flock, acceleration);
    flock
}

pub fn steps(flock: &mut Flock, seconds: f32) {
    let count = (seconds * 60.0).round() as usize;
    (0..count).for_each(|_| flock.step());
}
