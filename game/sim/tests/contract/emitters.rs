//! Emitters: how many boids appear, where, and when they are removed.

use flock_sim::{
    boids::{DeadBody, Death},
    emitters::Emitter,
    events::{EventKind, EventMask},
    geometry::shapes,
    nalgebra::UnitQuaternion,
    settings::{Backend, Region},
    BoidId, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{in_the_open, on_threads},
    saved::copy,
};
use std::sync::Arc;

fn settings(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings
}

fn flock(count: u32) -> Flock {
    in_the_open(settings(count))
}

fn cube(middle: Vec3, half: f32) -> Region {
    Region::Box {
        min: middle - Vec3::repeat(half),
        max: middle + Vec3::repeat(half),
    }
}

#[test]
fn a_stream_has_its_rate_and_its_largest_number() {
    let mut flock = flock(5);
    let emitter = Emitter {
        rate: 45.0,
        most_alive: 100,
        ..Emitter::default()
    };
    let id = flock.add_emitter(emitter.clone()).unwrap();
    let dt = f64::from(flock.settings().simulation.time_step);
    for step in 1..=200 {
        flock.step();
        let due = (45.0 * dt * f64::from(step)) as usize;
        // Rounding may put one off by a step.
        let found = flock.emitted(id);
        assert!(found.abs_diff(due.min(100)) <= 1, "{step}: {found} {due}");
        assert_eq!(flock.len(), 5 + found);
    }
    assert_eq!(flock.emitted(id), 100);
    let off = Emitter {
        enabled: false,
        most_alive: 1000,
        ..emitter
    };
    assert!(flock.set_emitter(id, off.clone()).unwrap());
    flock.burst(id, 7);
    (0..60).for_each(|_| flock.step());
    assert_eq!(flock.len(), 105);
    let enabled = true;
    assert!(flock
        .set_emitter(
            id,
            Emitter {
                enabled,
                rate: 0.0,
                ..off
            }
        )
        .unwrap());
    flock.step();
    assert_eq!(flock.len(), 112);
    assert!(flock.remove_emitter(id).is_some() && flock.remove_emitter(id).is_none());
    assert!(!flock.burst(id, 1) && !flock.set_emitter(id, Emitter::default()).unwrap());
    flock.step();
    assert_eq!(
        (flock.len(), flock.emitters().len(), flock.emitted(id)),
        (112, 0, 0)
    );
}

#[test]
fn boids_appear_in_the_region_of_the_flock_s_frame_with_the_velocity_asked_for() {
    let placement = Placement {
        origin: Vec3::new(1.0, 2.0, 3.0),
        rotation: UnitQuaternion::from_euler_angles(0.4, 0.5, 0.6),
    };
    let mut settings = settings(0);
    settings.boundary.enabled = false;
    let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
    let middle = Vec3::new(4.0, 0.0, 0.0);
    let (region, velocity) = (cube(middle, 0.5), Some(Vec3::new(0.0, 0.0, 0.8)));
    let id = flock
        .add_emitter(Emitter {
            region,
            velocity,
            ..Emitter::default()
        })
        .unwrap();
    assert!(flock.burst(id, 300));
    flock.step();
    assert_eq!(flock.len(), 300);
    let to_local = |boid: Vec3| placement.rotation.inverse() * (boid - placement.origin);
    let places: Vec<Vec3> = flock
        .boids()
        .map(|boid| to_local(boid.position) - middle)
        .collect();
    assert!(places.iter().all(|place| place.amax() < 0.55));
    assert!(places.iter().any(|place| place.x > 0.4) && places.iter().any(|place| place.x < -0.4));
    let mean: Vec3 = flock.boids().map(|boid| boid.velocity).sum::<Vec3>() / 300.0;
    assert!(
        (placement.rotation.inverse() * mean - velocity.unwrap()).norm() < 0.1,
        "{mean}"
    );
}

#[test]
fn boids_are_removed_in_time_too_far_away_and_at_an_exit_and_no_others_are() {
    let mut settings = settings(50);
    settings.boundary.enabled = false;
    settings.motion.max_speed = 3.0;
    let mut flock = in_the_open(settings);
    let others: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    flock.set_events(EventMask::REMOVED | EventMask::SPAWNED);
    let den = cube(Vec3::new(0.0, 1.5, 0.0), 0.5);
    flock
        .add_emitter(Emitter {
            rate: 60.0,
            lifetime: Some(1.0),
            farthest: Some(1.8),
            exit: Some(den),
            ..Emitter::default()
        })
        .unwrap();
    let mut born: Vec<(BoidId, u64)> = Vec::new();
    let (mut late, mut early) = (0, 0);
    for _ in 0..400 {
        let before: Vec<(BoidId, Vec3)> = flock.boids().map(|it| (it.id, it.position)).collect();
        let now = flock.statistics().steps;
        flock.step();
        let events: Vec<_> = flock.drain_events().collect();
        let of = |kind| {
            events
                .iter()
                .filter(move |it| it.kind == kind)
                .map(|it| it.boid)
        };
        let removed: Vec<BoidId> = of(EventKind::Removed).collect();
        for (boid, position) in before {
            let Some((_, since)) = born.iter().find(|it| it.0 == boid) else {
                assert!(!removed.contains(&boid));
                continue;
            };
            let in_den = (position - Vec3::new(0.0, 1.5, 0.0)).amax() <= 0.5;
            let ends = position.norm() > 1.8 || in_den;
            let age = now - since;
            early += u32::from(ends);
            let is_removed = removed.contains(&boid);
            late += u32::from(is_removed && !ends);
            // Rounding may put the end of a life off by a step.
            assert!(is_removed || !ends && age <= 60, "{boid} {position} {age}");
            assert!(!is_removed || ends || age >= 60, "{boid} {position} {age}");
        }
        born.extend(of(EventKind::Spawned).map(|boid| (boid, now)));
    }
    assert!(early > 20 && late > 100, "{early} {late}");
    assert!(others.iter().all(|id| flock.boid(*id).is_some()));
}

#[test]
fn the_dead_and_the_held_stay_and_count() {
    let mut flock = flock(0);
    let id = flock
        .add_emitter(Emitter {
            lifetime: Some(0.5),
            most_alive: 10,
            rate: 600.0,
            ..Emitter::default()
        })
        .unwrap();
    flock.step();
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).take(3).collect();
    assert!(flock.kill(ids[0], Death::new(DeadBody::Stays)).unwrap() && flock.hold(ids[1]));
    assert!(flock.remove(ids[2]));
    (0..100).for_each(|_| flock.step());
    assert_eq!(
        (flock.emitted(id), flock.len(), flock.drawn_len()),
        (10, 8, 10)
    );
    assert!(flock.release(ids[1], Vec3::x()).unwrap());
    flock.step();
    assert_eq!(flock.boid(ids[1]), None);
}

#[test]
fn no_boid_appears_inside_of_geometry() {
    let block = Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(1.0))).0);
    let mut flock = Flock::new(settings(0), Placement::default(), block).unwrap();
    let covered = Emitter {
        region: cube(Vec3::zeros(), 0.9),
        ..Emitter::default()
    };
    let half = Emitter {
        region: cube(Vec3::x(), 0.9),
        ..Emitter::default()
    };
    let [covered, half] = [covered, half].map(|it| flock.add_emitter(it).unwrap());
    assert!(flock.burst(covered, 100) && flock.burst(half, 100));
    flock.step();
    assert_eq!((flock.emitted(covered), flock.emitted(half)), (0, 100));
    assert_eq!((flock.len(), flock.not_placed()), (100, 0));
    assert!(flock.boids().all(|boid| boid.position.x > 1.0));
}

#[test]
fn streams_repeat_on_any_number_of_threads_and_after_a_snapshot() {
    let run = |backend, restores: bool| {
        let mut settings = settings(2000);
        settings.simulation.backend = backend;
        let mut flock = in_the_open(settings);
        for x in [-1.0, 1.0] {
            let emitter = Emitter {
                region: cube(Vec3::new(x, 0.0, 0.0), 0.3),
                rate: 100.0,
                lifetime: Some(0.7),
                farthest: Some(0.8),
                ..Emitter::default()
            };
            flock.add_emitter(emitter).unwrap();
        }
        for step in 0..90 {
            flock.step();
            if restores && step % 20 == 7 {
                let snapshot = copy(&flock.snapshot());
                flock = Flock::restore(&snapshot, Arc::default()).unwrap();
            }
        }
        let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
        (flock.state_hash(), ids)
    };
    let expected = run(Backend::SingleThread, false);
    assert!(expected.1.len() > 2030);
    assert_eq!(run(Backend::SingleThread, true), expected);
    assert_eq!(on_threads(3, || run(Backend::AllThreads, false)), expected);
}

#[test]
fn bad_emitters_are_refused_by_name() {
    let mut flock = flock(0);
    let bad = Emitter {
        region: Region::Sphere {
            center: Vec3::repeat(f32::NAN),
            radius: -1.0,
        },
        velocity: Some(Vec3::repeat(1e9)),
        rate: f32::INFINITY,
        most_alive: u32::MAX,
        lifetime: Some(-1.0),
        farthest: Some(f32::NAN),
        exit: Some(cube(Vec3::zeros(), -1.0)),
        enabled: false,
    };
    let fields = [
        "emitter.region.center",
        "emitter.region.radius",
        "emitter.velocity",
        "emitter.rate",
        "emitter.most_alive",
        "emitter.lifetime",
        "emitter.farthest",
        "emitter.exit.max",
    ];
    let error = flock.add_emitter(bad.clone()).unwrap_err();
    let named: Vec<&str> = error
        .problems()
        .iter()
        .map(|it| it.field.as_str())
        .collect();
    assert_eq!(named, fields);
    let ids: Vec<_> = (0..64)
        .map(|_| flock.add_emitter(Emitter::default()).unwrap())
        .collect();
    assert_eq!(
        flock
            .add_emitter(Emitter::default())
            .unwrap_err()
            .to_string(),
        "number of emitters is 64; allowed: fewer than 64 before another one is added"
    );
    assert!(flock.set_emitter(ids[3], bad).is_err());
    assert!(flock
        .emitters()
        .all(|(_, emitter)| *emitter == Emitter::default()));
    flock.remove_emitter(ids[63]);
    let next = flock.add_emitter(Emitter::default()).unwrap();
    assert!(!ids.contains(&next));
}
