//! Hunters, and a school that flees from them.

use crate::{flocks::in_the_open, worlds::relation};
use flock_sim::{
    events::EventKind,
    settings::{Backend, BoundaryMode, Catch, Region},
    threats::{Predator, Scare},
    world::{FlockId, HuntPhase, Prey, Pursuit, RelationKind},
    Boid, Flock, Settings, Vec3, World,
};
use std::collections::BTreeMap;

/// Settings of fish in a tank.
pub fn settings(count: u32, seed: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.seed = seed;
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 1.0 };
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

pub fn relate(world: &mut World, of: FlockId, to: FlockId, kind: RelationKind, weight: f32) {
    let radius = if kind == RelationKind::Hunt { 8.0 } else { 1.0 };
    world
        .set_relation(of, to, relation(kind, weight, radius))
        .unwrap();
}

/// Hunters, and a school that flees from them.
pub fn hunt(backend: Backend, catch: Catch) -> (World, [FlockId; 2]) {
    let mut world = World::new();
    let (mut prey, mut hunters) = (settings(300, 1), hunters(6));
    prey.simulation.backend = backend;
    prey.fear.enabled = true;
    prey.panic.enabled = true;
    hunters.simulation.backend = backend;
    hunters.hunting.catch = catch;
    let ids = [hunters, prey].map(|it| world.add(in_the_open(it)));
    relate(&mut world, ids[0], ids[1], RelationKind::Hunt, 8.0);
    relate(&mut world, ids[1], ids[0], RelationKind::Flee, 4.0);
    (world, ids)
}

/// Moves two predators on their ways through a flock around the origin, by so many radians a step,
/// and frightens it by a bang now and then. The first call adds them.
pub fn circle(flock: &mut Flock, step: u32, turn: f32) {
    let of = |index: u32| {
        let (sin, cos) = (turn * step as f32 + 2.0 * index as f32).sin_cos();
        Predator {
            point: Vec3::new(1.3 * cos, 0.4 * sin, 1.3 * sin),
            velocity: Vec3::new(-sin, 0.3 * cos, cos) * 2.4,
            threat: 1.0 + index as f32,
        }
    };
    if flock.predators().len() == 0 {
        (0..2).for_each(|index| {
            flock.add_predator(of(index)).unwrap();
        });
    }
    let ids: Vec<_> = flock.predators().map(|(id, _)| id).collect();
    for (index, id) in (0..).zip(ids) {
        assert!(flock.move_predator(id, of(index)).unwrap());
    }
    if step % 40 == 20 {
        let bang = Scare {
            point: Vec3::new(0.0, 0.5, 0.0),
            radius: 1.0,
            strength: 10.0,
            decay: 0.3,
        };
        flock.scare(bang).unwrap();
    }
}

pub fn pursuits(world: &World, hunters: FlockId) -> BTreeMap<u32, (Boid, Pursuit)> {
    let boids = world.flock(hunters).unwrap().boids();
    let pursuits = boids.filter_map(|boid| {
        let pursuit = world.pursuit(hunters, boid.id)?;
        Some((boid.id.slot(), (boid, pursuit)))
    });
    pursuits.collect()
}

pub fn attacked(pursuit: &Pursuit) -> Option<Prey> {
    pursuit.prey.filter(|_| pursuit.phase == HuntPhase::Attack)
}

/// Asserts that no two hunters attack the same boid.
#[track_caller]
pub fn assert_targets_differ(world: &World, hunters: FlockId) {
    let all = pursuits(world, hunters);
    let mut targets: Vec<_> = all.values().filter_map(|it| attacked(&it.1)).collect();
    let count = targets.len();
    targets.sort_unstable();
    targets.dedup();
    assert_eq!(targets.len(), count, "two hunters attack the same boid");
}

/// Attacks, catches and escapes in a hunt by [`hunt`] of which the events were recorded since its
/// begin, which agree.
#[track_caller]
pub fn counts(world: &mut World, [hunters, prey]: [FlockId; 2]) -> [usize; 3] {
    let all = pursuits(world, hunters);
    let attacks = all.values().map(|it| it.1.attacks).sum::<u32>() as usize;
    let catches = all.values().map(|it| it.1.catches).sum::<u32>() as usize;
    let school = world.flock_mut(prey).unwrap();
    assert_eq!(school.len(), 300 - catches);
    let events: Vec<_> = school.drain_events().map(|event| event.kind).collect();
    let count = |kind: EventKind| events.iter().filter(|it| **it == kind).count();
    assert_eq!(count(EventKind::Caught), catches);
    assert_eq!(count(EventKind::Removed), catches);
    let escapes = count(EventKind::Escaped);
    assert!(escapes <= attacks - catches);
    [attacks, catches, escapes]
}
