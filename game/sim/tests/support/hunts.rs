//! Hunters, and a school that flees from them.

use flock_sim::{
    Boid, BoundaryMode, Catch, Driver, Flock, FlockId, HuntPhase, Placement, Pursuit, Quarry,
    Region, Relation, RelationKind, Settings, Vec3, World,
};
use std::{collections::BTreeMap, sync::Arc};

/// Settings of fish in a tank.
pub fn settings(count: u32, seed: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.seed = seed;
    settings.boundary.response = BoundaryMode::SoftTurn { margin: 1.0 };
    settings
}

/// Settings of hunters that waste no time.
pub fn hunters(count: u32) -> Settings {
    let mut settings = settings(count, 9);
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.motion.min_speed = 0.3;
    settings.motion.max_speed = 1.6;
    settings.motion.max_acceleration = 8.0;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(1.5, 0.0, 0.0),
        radius: 0.8,
    };
    let hunting = &mut settings.hunting;
    hunting.enabled = true;
    (hunting.rest_time, hunting.shadow_time) = (0.5, 1.0);
    (hunting.shadow_distance, hunting.handling_time) = (1.0, 1.0);
    (hunting.attack_time, hunting.retreat_time) = (2.0, 0.5);
    settings
}

pub fn flock(settings: Settings) -> Flock {
    Flock::new(settings, Placement::default(), Arc::default()).unwrap()
}

pub fn relate(world: &mut World, of: FlockId, to: FlockId, kind: RelationKind, weight: f32) {
    let radius = if kind == RelationKind::Hunt { 8.0 } else { 1.0 };
    let relation = Relation {
        kind,
        weight,
        radius,
    };
    world.set_relation(of, to, relation).unwrap();
}

/// Hunters, and a school that flees from them.
pub fn hunt(driver: Driver, catch: Catch) -> (World, [FlockId; 2]) {
    let mut world = World::new();
    let (mut prey, mut hunters) = (settings(300, 1), hunters(6));
    prey.simulation.driver = driver;
    prey.fear.enabled = true;
    prey.panic.enabled = true;
    hunters.simulation.driver = driver;
    hunters.hunting.catch = catch;
    let ids = [hunters, prey].map(|it| world.add(flock(it)));
    relate(&mut world, ids[0], ids[1], RelationKind::Hunt, 8.0);
    relate(&mut world, ids[1], ids[0], RelationKind::Flee, 4.0);
    (world, ids)
}

pub fn pursuits(world: &World, hunters: FlockId) -> BTreeMap<u32, (Boid, Pursuit)> {
    let boids = world.flock(hunters).unwrap().boids();
    let pursuits = boids.filter_map(|boid| {
        let pursuit = world.pursuit(hunters, boid.id)?;
        Some((boid.id.slot(), (boid, pursuit)))
    });
    pursuits.collect()
}

pub fn attacked(pursuit: &Pursuit) -> Option<Quarry> {
    pursuit
        .quarry
        .filter(|_| pursuit.phase == HuntPhase::Attack)
}
