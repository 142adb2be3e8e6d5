//! Events: complete, in order, and none of what is off.

use flock_sim::{
    boids::{DeadBody, Death},
    events::{EventKind, EventMask, FlockEvent, Player},
    geometry::shapes,
    influences::{Influence, InfluenceKind},
    settings::{Backend, Boundary, BoundaryMode, CollisionResponse, Region},
    threats::Scare,
    Boid, BoidId, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{on_threads, settings_in_cube as settings},
    triangles::{geometry, turned},
};
use std::{collections::BTreeSet, sync::Arc};

fn with(settings: Settings, geometry: Arc<Geometry>, mask: EventMask) -> Flock {
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    flock.set_events(mask);
    flock
}

fn flock(count: u32, mask: EventMask) -> Flock {
    with(settings(count), Arc::default(), mask)
}

fn drained(flock: &mut Flock) -> Vec<(BoidId, EventKind)> {
    let events = flock.drain_events();
    events.map(|event| (event.boid, event.kind)).collect()
}

/// The events that begin when a condition holds for boids for which it did not hold before.
fn begun(
    before: &mut BTreeSet<BoidId>,
    flock: &Flock,
    holds: impl Fn(&Boid) -> bool,
) -> Vec<BoidId> {
    let now: BTreeSet<BoidId> = flock.boids().filter(holds).map(|boid| boid.id).collect();
    let begun = now.difference(before).copied().collect();
    *before = now;
    begun
}

#[test]
fn what_a_game_does_to_boids_is_recorded_in_its_order() {
    let mut flock = flock(10, EventMask::ALL);
    let first: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    let mut expected = Vec::new();
    let new = flock.spawn(3).unwrap().to_vec();
    expected.extend(new.iter().map(|id| (*id, EventKind::Spawned)));
    let at = flock.spawn_at(Vec3::x(), Vec3::y()).unwrap();
    expected.push((at, EventKind::Spawned));
    let death = Death::new(DeadBody::Falls);
    let vanishes_after = Some(0.0);
    for (id, death) in [
        (at, death),
        (
            new[0],
            Death {
                vanishes_after,
                ..death
            },
        ),
    ] {
        assert!(flock.kill(id, death).unwrap() && !flock.kill(id, death).unwrap());
        expected.push((id, EventKind::Killed));
    }
    expected.push((new[0], EventKind::Removed));
    assert!(flock.remove(first[2]) && !flock.remove(first[2]));
    expected.push((first[2], EventKind::Removed));
    assert_eq!(drained(&mut flock), expected);
    let mut settings = flock.settings().clone();
    settings.spawn.count = 5;
    flock.set_settings(settings.clone()).unwrap();
    let removed = drained(&mut flock);
    assert_eq!(removed.len(), 7);
    assert!(removed
        .iter()
        .all(|(id, kind)| *kind == EventKind::Removed && flock.boid(*id).is_none()));
    settings.spawn.count = 9;
    flock.set_settings(settings).unwrap();
    let spawned = drained(&mut flock);
    assert_eq!(spawned.len(), 4);
    assert!(spawned
        .iter()
        .all(|(id, kind)| *kind == EventKind::Spawned && flock.boid(*id).is_some()));
    flock.step();
    flock.remove(spawned[0].0);
    let event = flock.drain_events().next().unwrap();
    let expected = FlockEvent {
        step: 1,
        boid: spawned[0].0,
        kind: EventKind::Removed,
    };
    assert_eq!(event, expected);
}

#[test]
fn kinds_that_are_off_are_not_recorded_and_change_nothing() {
    let run = |mask| {
        let block = Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(0.4))).0);
        let mut flock = with(settings(300), block, mask);
        flock
            .set_player(Some(Player {
                point: Vec3::x(),
                radius: 0.5,
            }))
            .unwrap();
        let point = Vec3::zeros();
        flock
            .scare(Scare {
                point,
                radius: 1.0,
                strength: 5.0,
                decay: 1.0,
            })
            .unwrap();
        let target = InfluenceKind::Target {
            point: Vec3::y(),
            slowing: 0.0,
        };
        flock.add_influence(Influence::new(target)).unwrap();
        flock.spawn(3).unwrap();
        (0..150).for_each(|_| flock.step());
        let kinds: Vec<EventMask> = flock
            .drain_events()
            .map(|event| event.kind.mask())
            .collect();
        (flock.state_hash(), kinds)
    };
    let (hash, all) = run(EventMask::ALL);
    let (silent, none) = run(EventMask::NONE);
    assert_eq!((hash, none), (silent, vec![]));
    for mask in [
        EventMask::SPAWNED,
        EventMask::ARRIVED,
        EventMask::SCARED,
        EventMask::TOUCHED_SOLID,
        EventMask::TOUCHED_PLAYER,
    ] {
        let of_kind = all.iter().filter(|kind| **kind == mask).count();
        assert!(of_kind > 0, "{mask:?}");
        let (same, alone) = run(mask);
        assert_eq!((same, alone), (hash, vec![mask; of_kind]), "{mask:?}");
    }
}

#[test]
fn events_of_places_are_those_of_a_look_at_every_boid() {
    let mask = EventMask::ARRIVED | EventMask::SCARED | EventMask::TOUCHED_PLAYER;
    let mut flock = flock(400, mask);
    let goals = [Vec3::new(2.0, 0.0, 0.0), Vec3::new(-2.0, 1.0, 0.0)];
    let radii = [0.7, 0.0];
    let targets = [0, 1].map(|which| {
        let kind = InfluenceKind::Target {
            point: goals[which],
            slowing: radii[which],
        };
        let share = 0.5;
        flock
            .add_influence(Influence {
                share,
                ..Influence::new(kind)
            })
            .unwrap()
    });
    let mut known: [BTreeSet<BoidId>; 4] = Default::default();
    let mut counts = [0; 4];
    for step in 0..400 {
        if step % 100 == 20 {
            let point = Vec3::new(0.5, 0.0, 0.0);
            flock
                .scare(Scare {
                    point,
                    radius: 0.8,
                    strength: 4.0,
                    decay: 0.02,
                })
                .unwrap();
        }
        let point = Vec3::new((0.05 * step as f32).sin(), 0.3, 0.0);
        flock
            .set_player(Some(Player { point, radius: 0.3 }))
            .unwrap();
        if step == 300 {
            flock.set_player(None).unwrap();
        }
        let scares: Vec<Vec3> = flock.scares().iter().map(|it| it.scare.point).collect();
        let is_scared = |boid: &Boid| scares.iter().any(|at| (boid.position - at).norm() < 0.8);
        let near = |point: Vec3, radius: f32| {
            move |boid: &Boid| (boid.position - point).norm_squared() <= radius * radius
        };
        let mut expected = Vec::new();
        let mut add = |which: usize, ids: Vec<BoidId>, kind: EventKind| {
            counts[which] += ids.len();
            expected.extend(ids.into_iter().map(|id| (id, kind)));
        };
        add(
            0,
            begun(&mut known[0], &flock, is_scared),
            EventKind::Scared,
        );
        flock.step();
        for (which, radius) in [(0, 0.7), (1, 1.0)] {
            let arrived = begun(&mut known[1 + which], &flock, near(goals[which], radius));
            add(1 + which, arrived, EventKind::Arrived(targets[which]));
        }
        let radius = if step == 300 { -1.0 } else { 0.3 + 0.05 };
        let touching = begun(&mut known[3], &flock, |boid| {
            radius > 0.0 && near(point, radius)(boid)
        });
        add(3, touching, EventKind::TouchedPlayer);
        assert_eq!(drained(&mut flock), expected, "{step}");
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    flock.remove_influence(targets[0]);
    flock.step();
    assert!(drained(&mut flock)
        .iter()
        .all(|it| it.1 != EventKind::Arrived(targets[0])));
}

/// A single boid in a room: each contact that follows a step without one is an event.
#[test]
fn every_contact_with_an_obstacle_begins_with_an_event() {
    for response in [
        CollisionResponse::Slide,
        CollisionResponse::Bounce,
        CollisionResponse::Reverse,
    ] {
        let room = geometry(&turned(&shapes::cuboid(Vec3::repeat(0.5))));
        let mut settings = settings(1);
        settings.spawn.region = Region::cube(0.2);
        settings.collision.response = response;
        settings.avoidance.enabled = false;
        settings.boundary.enabled = false;
        settings.wander.enabled = true;
        let mut flock = with(settings, room, EventMask::TOUCHED_SOLID);
        let (mut contacts, mut was_touching, mut events) = (0, false, 0);
        for step in 0..1500 {
            flock.step();
            let after = flock.statistics().contacts;
            let is_touching = after > std::mem::replace(&mut contacts, after);
            let found = drained(&mut flock);
            let was_touching = std::mem::replace(&mut was_touching, is_touching);
            let begins = is_touching && !was_touching;
            assert_eq!(found.len(), usize::from(begins), "{response:?} {step}");
            events += found.len();
        }
        assert!(events > 3, "{response:?} {events}");
    }
}

#[test]
fn rescued_boids_are_named() {
    let mut flock = flock(3000, EventMask::RESCUED);
    let block = Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0;
    let inside = |boid: &Boid| boid.position.amax() < 0.5;
    let there: BTreeSet<BoidId> = flock.boids().filter(inside).map(|boid| boid.id).collect();
    flock.set_geometry(Arc::new(block));
    let mut found = BTreeSet::new();
    while flock.unchecked() > 0 {
        flock.step();
        found.extend(drained(&mut flock).into_iter().map(|it| it.0));
    }
    assert_eq!(found.len() as u64, flock.statistics().rescued);
    assert!(there.len() > 100 && there.iter().filter(|id| found.contains(id)).count() > 100);
    let all = Geometry::new(&shapes::cuboid(Vec3::repeat(100.0))).0;
    let before = flock.len();
    flock.set_geometry(Arc::new(all));
    flock.depenetrate();
    assert_eq!((drained(&mut flock).len(), flock.len()), (before, 0));
}

/// Boids that keep their velocities, in groups at these places.
fn groups(groups: &[(Vec3, Vec3, usize)], boundary: Boundary) -> Flock {
    let mut settings = Settings {
        boundary,
        ..settings(0)
    };
    for rule in [
        &mut settings.cohesion,
        &mut settings.separation,
        &mut settings.alignment,
    ] {
        rule.enabled = false;
    }
    settings.motion.min_speed = 0.0;
    let mut flock = with(settings, Arc::default(), EventMask::SPLIT_OFF);
    for (place, velocity, count) in groups {
        for number in 0..*count {
            let offset = Vec3::new(0.01, 0.02, 0.03) * number as f32;
            flock.spawn_at(place + offset, *velocity).unwrap();
        }
    }
    flock
}

#[test]
fn a_group_that_stays_apart_is_reported_once_and_strays_are_not() {
    let open = Boundary {
        enabled: false,
        ..Boundary::default()
    };
    let (slow, fast) = (Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.5, 0.0, 0.0));
    let mut flock = groups(
        &[
            (Vec3::zeros(), slow, 30),
            (Vec3::new(0.4, 0.0, 0.0), fast, 10),
            (Vec3::new(0.0, 5.0, 0.0), slow, 2),
        ],
        open,
    );
    let mut events = Vec::new();
    for _ in 0..600 {
        flock.step();
        events.extend(flock.drain_events());
    }
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0].kind, EventKind::SplitOff { members: 10 });
    assert_eq!(events[0].boid.slot(), 30);
    // They part within 1 s to 2.5 s, are found at the next look, and reported one later.
    assert!((100..300).contains(&events[0].step), "{events:?}");
}

#[test]
fn groups_on_both_sides_of_a_periodic_box_are_one() {
    let still = Vec3::new(1e-3, 0.0, 0.0);
    let places = [
        (Vec3::new(1.6, -1.5, 1.2), still, 20),
        (Vec3::new(-1.95, -1.5, 1.2), still, 10),
    ];
    let count = |mode| {
        let boundary = Boundary::new(Region::cube(2.0)).with_mode(mode);
        let mut flock = groups(&places, boundary);
        (0..200).for_each(|_| flock.step());
        drained(&mut flock).len()
    };
    assert_eq!(count(BoundaryMode::Wrap), 0);
    assert_eq!(count(BoundaryMode::Reflect), 1);
}

#[test]
fn events_do_not_depend_on_threads() {
    let run = |backend| {
        let mut settings = settings(3000);
        settings.simulation.backend = backend;
        let block = Arc::new(Geometry::new(&shapes::ball(0.6, 2)).0);
        let mut flock = with(settings, block, EventMask::ALL);
        let target = InfluenceKind::Target {
            point: Vec3::x(),
            slowing: 0.5,
        };
        flock.add_influence(Influence::new(target)).unwrap();
        (0..130).for_each(|_| flock.step());
        flock.drain_events().collect::<Vec<FlockEvent>>()
    };
    let expected = run(Backend::SingleThread);
    assert!(expected.len() > 1000);
    assert_eq!(on_threads(3, || run(Backend::AllThreads)), expected);
}
