//! A flock above a roof with a perch.

use crate::triangles::{cuboid, geometry};
use flock_sim::{
    events::EventMask,
    perches::{Perch, PerchId, PerchSampling, PerchSpot, PerchUse},
    settings::Region,
    BoidId, Flock, Geometry, Placement, Settings, Vec3,
};
use std::sync::Arc;

pub const EVERYWHERE: [Vec3; 2] = [Vec3::new(-50.0, -50.0, -50.0), Vec3::new(50.0, 50.0, 50.0)];

/// A slab whose top is at height 0.
pub fn roof() -> Arc<Geometry> {
    geometry(&cuboid([6.0, 0.5, 6.0], [0.0, -0.5, 0.0]))
}

pub fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-5.0, 1.0, -5.0),
        max: Vec3::new(5.0, 4.0, 5.0),
    };
    settings.boundary.shape = Region::Box {
        min: Vec3::new(-8.0, -4.0, -8.0),
        max: Vec3::new(8.0, 8.0, 8.0),
    };
    settings.motion.max_speed = 4.0;
    settings.motion.max_acceleration = 12.0;
    settings.collision.body_radius = 0.05;
    settings
}

pub fn spots(geometry: &Geometry, most: u32) -> Vec<PerchSpot> {
    let sampling = PerchSampling {
        most,
        ..PerchSampling::default()
    };
    sampling.find(geometry, EVERYWHERE, 0.05).unwrap().spots
}

/// A flock above a roof with a perch on which boids stay.
pub fn above_roof(perch: impl FnOnce(Perch) -> Perch) -> (Flock, PerchId) {
    let roof = roof();
    let spots = spots(&roof, 300);
    assert!(spots.len() > 200);
    let mut flock = Flock::new(settings(), Placement::default(), roof).unwrap();
    let staying = Perch {
        landings: 2.0,
        stay: [1e5, 1e5],
        ..Perch::new(spots)
    };
    let id = flock.add_perch(perch(staying)).unwrap();
    flock.set_events(EventMask::LANDED | EventMask::TOOK_OFF);
    (flock, id)
}

pub fn used(flock: &Flock, id: PerchId) -> PerchUse {
    flock.perch_use(id).unwrap()
}

pub fn standing(flock: &Flock) -> Vec<(BoidId, u32)> {
    let loose = flock.loose_boids();
    let spot = |id| flock.perched_on(id).map(|(_, spot)| (id, spot));
    loose.filter_map(|boid| spot(boid.id)).collect()
}
