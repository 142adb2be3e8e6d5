//! What tests do with flocks.

// Every test program uses a part of this only.
#![allow(dead_code)]

use flock_sim::{Boid, Flock, Placement, Settings, Vec3};
use std::sync::Arc;

/// A flock of boids at these positions and with these velocities, whose ids follow their order.
pub fn flock(mut settings: Settings, placement: Placement, boids: &[(Vec3, Vec3)]) -> Flock {
    settings.spawn.count = 0;
    let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
    for (position, velocity) in boids {
        flock.spawn_at(*position, *velocity).unwrap();
    }
    flock
}

/// The boids by their ids, which is the order in which they were added.
pub fn by_id(flock: &Flock) -> Vec<Boid> {
    let mut boids: Vec<Boid> = flock.boids().collect();
    boids.sort_by_key(|boid| boid.id);
    boids
}

/// Leaves neither cohesion nor separation nor alignment.
pub fn disable_rules(settings: &mut Settings) {
    for rule in [
        &mut settings.cohesion,
        &mut settings.separation,
        &mut settings.alignment,
    ] {
        rule.enabled = false;
    }
}
