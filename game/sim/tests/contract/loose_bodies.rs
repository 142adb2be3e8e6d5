//! Boids that are killed, revived, held and released, and the numbers attached to them: against a
//! simple model, and case by case.

use flock_sim::{
    boids::{DeadBody, Death},
    geometry::shapes,
    nalgebra::UnitQuaternion,
    settings::Backend,
    Boid, BoidId, Flock, Geometry, Placement, Vec3,
};
use flock_testkit::{
    flocks::{in_the_open, on_threads, settings_in_cube as settings},
    saved::copy,
    triangles::{geometry, turned},
};
use proptest::prelude::*;
use std::{collections::BTreeMap, sync::Arc};

fn flock(count: u32) -> Flock {
    in_the_open(settings(count))
}

/// A flock of one dead boid at a place, without an own velocity.
fn one_dead(at: Vec3, death: Death, geometry: Geometry) -> (Flock, BoidId) {
    let geometry = Arc::new(geometry);
    let mut flock = Flock::new(settings(0), Placement::default(), geometry).unwrap();
    let id = flock.spawn_at(at, Vec3::zeros()).unwrap();
    assert!(flock.kill(id, death).unwrap());
    (flock, id)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Free,
    Held,
    Dead,
    DeadAndHeld,
}

/// What a game does to a boid, one of all that there ever were.
#[derive(Clone, Copy, Debug)]
enum Change {
    Kill,
    Revive,
    Hold,
    Release,
    Remove,
    SetData(u32),
    Spawn,
    Step,
    Restore,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => Just(Change::Kill),
        3 => Just(Change::Revive),
        4 => Just(Change::Hold),
        3 => Just(Change::Release),
        2 => Just(Change::Remove),
        2 => any::<u32>().prop_map(Change::SetData),
        1 => Just(Change::Spawn),
        2 => Just(Change::Step),
        1 => Just(Change::Restore),
    ]
}

/// The boids with what became of them and their data.
type Model = BTreeMap<BoidId, (State, u32)>;

fn act(flock: &mut Flock, model: &mut Model, id: BoidId, change: Change) {
    let state = model.get(&id).map(|it| it.0);
    let mut set = |to: State| model.get_mut(&id).unwrap().0 = to;
    let acted = match (change, state) {
        (Change::Kill, Some(State::Free | State::Held)) => {
            set(State::Dead);
            true
        }
        (Change::Revive, Some(State::Dead)) => {
            set(State::Free);
            true
        }
        (Change::Revive | Change::Hold, Some(State::DeadAndHeld | State::Free | State::Dead)) => {
            let is_revival = matches!(change, Change::Revive);
            match (is_revival, state) {
                (true, Some(State::DeadAndHeld)) | (false, Some(State::Free)) => {
                    set(State::Held);
                    true
                }
                (false, Some(State::Dead)) => {
                    set(State::DeadAndHeld);
                    true
                }
                _ => false,
            }
        }
        (Change::Release, Some(State::Held)) => {
            set(State::Free);
            true
        }
        (Change::Release, Some(State::DeadAndHeld)) => {
            set(State::Dead);
            true
        }
        (Change::Remove, Some(_)) => model.remove(&id).is_some(),
        (Change::SetData(data), Some(_)) => {
            model.get_mut(&id).unwrap().1 = data;
            true
        }
        _ => false,
    };
    let death = Death {
        impulse: Vec3::x(),
        ..Death::new(DeadBody::Sinks)
    };
    match change {
        Change::Kill => assert_eq!(flock.kill(id, death), Ok(acted)),
        Change::Revive => assert_eq!(flock.revive(id), Ok(acted)),
        Change::Hold => assert_eq!(flock.hold(id), acted),
        Change::Release => assert_eq!(flock.release(id, Vec3::y()), Ok(acted)),
        Change::Remove => assert_eq!(flock.remove(id), acted),
        Change::SetData(data) => assert_eq!(flock.set_data(id, data), acted),
        Change::Spawn => {
            let new = flock.spawn(2).unwrap().iter();
            model.extend(new.map(|id| (*id, (State::Free, 0))));
        }
        Change::Step => flock.step(),
        Change::Restore => {
            let snapshot = copy(&flock.snapshot());
            assert_eq!(snapshot, flock.snapshot());
            let mut restored = Flock::restore(&snapshot, Arc::default()).unwrap();
            assert_eq!(restored.state_hash(), flock.state_hash());
            restored.step();
            flock.step();
            assert_eq!(restored.state_hash(), flock.state_hash());
            *flock = restored;
        }
    }
}

fn assert_matches(flock: &Flock, model: &Model, issued: &[BoidId]) {
    let with = |wanted: &[State]| {
        let found = model.iter().filter(|(_, it)| wanted.contains(&it.0));
        found.map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let ids = |boids: Vec<Boid>| {
        let mut ids: Vec<BoidId> = boids.iter().map(|boid| boid.id).collect();
        ids.sort();
        ids
    };
    let loose = [State::Held, State::Dead, State::DeadAndHeld];
    assert_eq!(ids(flock.boids().collect()), with(&[State::Free]));
    assert_eq!(ids(flock.loose_boids().collect()), with(&loose));
    assert_eq!(flock.len() + flock.loose_boids().len(), flock.drawn_len());
    assert_eq!(flock.not_placed(), 0);
    for id in issued {
        let known = model.get(id);
        let is = |states: &[State]| known.is_some_and(|it| states.contains(&it.0));
        assert_eq!(flock.is_alive(*id), is(&[State::Free, State::Held]), "{id}");
        assert_eq!(flock.is_held(*id), is(&[State::Held, State::DeadAndHeld]));
        assert_eq!(flock.data(*id), known.map(|it| it.1));
        assert_eq!(flock.boid(*id).is_some(), known.is_some());
    }
    let mut texels = vec![[f32::NAN; 4]; 2 * flock.drawn_len()];
    flock.write_instances(&mut texels);
    let drawn = flock.boids().chain(flock.loose_boids());
    for (boid, texels) in drawn.zip(texels.chunks_exact(2)) {
        assert_eq!(flock.boid(boid.id), Some(boid));
        // Bodies that were moved are drawn on their way.
        assert!((boid.position - Vec3::from_row_slice(&texels[0][..3])).norm() < 0.05);
        let [x, y, z, _] = texels[1];
        assert!(x * x + y * y + z * z < 1.0 + 1e-5);
    }
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(100))]

    #[test]
    fn any_sequence_of_deaths_and_catches_is_as_in_a_simple_model(
        changes in prop::collection::vec((change(), any::<prop::sample::Index>()), 1..60),
    ) {
        let mut flock = flock(8);
        let mut model: Model = flock.boids().map(|boid| (boid.id, (State::Free, 0))).collect();
        let mut issued: Vec<BoidId> = model.keys().copied().collect();
        for (change, which) in changes {
            act(&mut flock, &mut model, *which.get(&issued), change);
            issued.extend(model.keys().filter(|id| !issued.contains(id)).collect::<Vec<_>>());
            assert_matches(&flock, &model, &issued);
        }
    }
}

/// The state of the living, with all bits.
fn living(flock: &Flock) -> Vec<Boid> {
    flock.boids().collect()
}

/// Also by many threads and in many chunks, of which only the last has bodies.
#[test]
fn bodies_are_drawn_after_many_boids() {
    let mut flock = flock(5000);
    let id = flock.boids().next().unwrap().id;
    flock.kill(id, Death::new(DeadBody::Stays)).unwrap();
    let body = flock.boid(id).unwrap().position;
    let mut texels = vec![[f32::NAN; 4]; 2 * flock.drawn_len()];
    flock.write_instances(&mut texels);
    assert!(texels.iter().flatten().all(|x| x.is_finite()));
    let [x, y, z, _] = texels[2 * 4999];
    assert_eq!([x, y, z], <[f32; 3]>::from(body));
    let (expected, mut bounds) = (texels.clone(), Vec::new());
    flock.write_instances_in_chunks(&mut texels, 256, 0.1, &mut bounds);
    assert_eq!(texels, expected);
}

#[test]
fn nobody_sees_the_dead_and_the_held() {
    let (mut with, mut without) = (flock(300), flock(300));
    let ids: Vec<BoidId> = with.boids().map(|boid| boid.id).step_by(5).collect();
    for (number, id) in ids.iter().enumerate() {
        match number % 2 {
            0 => assert!(with.kill(*id, Death::new(DeadBody::Stays)).unwrap()),
            _ => assert!(with.hold(*id)),
        }
        without.remove(*id);
    }
    for _ in 0..60 {
        with.step();
        without.step();
        assert_eq!(living(&with), living(&without));
    }
    let at = with.boid(ids[0]).unwrap().position;
    assert_ne!(with.nearest(at).unwrap().id, ids[0]);
    assert_ne!(with.state_hash(), without.state_hash());
}

#[test]
fn bodies_fall_rise_and_sink_as_the_forces_say() {
    let dt = settings(0).simulation.time_step;
    // Lift of gravity and buoyancy, and drag, by hand.
    for (body, lift, drag) in [
        (DeadBody::Falls, 9.81_f64 * (1.2 / 200.0 - 1.0), 0.3_f64),
        (DeadBody::Sinks, 9.81 * (1000.0 / 1100.0 - 1.0), 2.0),
        (
            DeadBody::Floats { water_level: 1e4 },
            9.81 * (1000.0 / 900.0 - 1.0),
            2.0,
        ),
        (DeadBody::Stays, 0.0, 2.0),
    ] {
        let impulse = Vec3::new(60.0, 0.0, -80.0);
        let death = Death {
            impulse,
            ..Death::new(body)
        };
        let (mut flock, id) = one_dead(Vec3::zeros(), death, Geometry::empty());
        for step in 1..=600 {
            flock.step();
            let time = f64::from(dt) * f64::from(step);
            let left = (-drag * time).exp();
            let expected = Vec3::new(
                60.0 * left as f32,
                (lift / drag * (1.0 - left)) as f32,
                -80.0 * left as f32,
            );
            let velocity = flock.boid(id).unwrap().velocity;
            assert!(
                (velocity - expected).norm() < 0.01,
                "{body:?} {velocity} {expected}"
            );
        }
    }
}

#[test]
fn a_floating_body_comes_to_rest_at_the_surface_from_below_and_from_above() {
    for dt in [1.0 / 240.0, 1.0 / 60.0, 0.1] {
        for radius in [0.001, 0.05, 2.0] {
            for start in [-4.0, 4.0] {
                let mut settings = settings(0);
                settings.simulation.time_step = dt;
                settings.collision.body_radius = radius;
                let placement = Placement::default();
                let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
                let at = Vec3::new(0.0, start, 0.0);
                let id = flock.spawn_at(at, Vec3::x()).unwrap();
                let floats = Death::new(DeadBody::Floats { water_level: 1.0 });
                flock.kill(id, floats).unwrap();
                let steps = (40.0 / dt) as usize;
                (0..steps).for_each(|_| flock.step());
                let boid = flock.boid(id).unwrap();
                // Nine tenths of it are in the water.
                let half = f32::max(radius, 9.81 * dt * dt);
                let expected = 1.0 - 0.8 * half;
                assert!(
                    (boid.position.y - expected).abs() < 0.02 * half + 1e-3,
                    "{dt} {radius} {start}: {} {expected}",
                    boid.position.y
                );
                assert!(boid.velocity.norm() < 0.02, "{}", boid.velocity);
            }
        }
    }
}

#[test]
fn bodies_lie_down_on_the_ground_and_cross_nothing() {
    let mut settings = settings(200);
    settings.collision.check_crossings = true;
    // A room from -2 to 2.
    let geometry = geometry(&turned(&shapes::cuboid(Vec3::repeat(2.0))));
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    for (number, id) in ids.iter().enumerate() {
        let angle = number as f32;
        let impulse = Vec3::new(90.0 * angle.cos(), 20.0 * (2.0 * angle).sin(), 30.0);
        let death = Death {
            impulse,
            ..Death::new(DeadBody::Falls)
        };
        assert!(flock.kill(*id, death).unwrap());
    }
    let radius = flock.settings().collision.body_radius;
    for step in 0..600 {
        flock.step();
        for body in flock.loose_boids() {
            assert!(
                body.position.amax() <= 2.0 - 0.99 * radius,
                "{step} {body:?}"
            );
        }
    }
    for body in flock.loose_boids() {
        assert!(
            body.position.y < -1.9 && body.velocity.norm() < 0.2,
            "{body:?}"
        );
    }
    // From the ground, they can live on.
    for id in &ids {
        assert!(flock.revive(*id).unwrap());
    }
    flock.step();
    assert_eq!((flock.len(), flock.drawn_len()), (200, 200));
}

#[test]
fn bodies_vanish_in_time_and_not_before() {
    let mut flock = flock(10);
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    for (number, id) in ids.iter().enumerate() {
        let death = Death {
            vanishes_after: Some(0.1 * number as f32),
            ..Death::new(DeadBody::Sinks)
        };
        assert!(flock.kill(*id, death).unwrap());
    }
    assert_eq!(flock.boid(ids[0]), None);
    flock.hold(ids[3]);
    for step in 1..=60 {
        flock.step();
        for (number, id) in ids.iter().enumerate() {
            let there = flock.boid(*id).is_some();
            let due = 6 * number;
            // A step more or less for rounding.
            assert!(there || step + 1 >= due, "{number} {step}");
            assert!(!there || step <= due + 1, "{number} {step}");
        }
    }
    assert_eq!(flock.drawn_len(), 0);
    assert_eq!(flock.spawn(3).unwrap().len(), 3);
}

#[test]
fn a_held_boid_is_drawn_where_it_is_put_and_a_body_on_its_way() {
    let mut flock = flock(10);
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).take(2).collect();
    let impulse = Vec3::new(60.0, 0.0, 0.0);
    let death = Death {
        impulse,
        ..Death::new(DeadBody::Stays)
    };
    assert!(flock.hold(ids[0]) && flock.kill(ids[1], death).unwrap());
    flock.advance(1.0 / 60.0);
    let before = flock.boid(ids[1]).unwrap().position;
    // Half of the second step is drawn.
    flock.advance(1.5 / 60.0);
    let after = flock.boid(ids[1]).unwrap().position;
    assert!(after.x > before.x + 0.5);
    let to = Vec3::new(0.0, 6.0, 0.0);
    let rotation = UnitQuaternion::from_euler_angles(0.0, 1.0, 0.0);
    assert!(flock.move_held(ids[0], to, rotation).unwrap());
    assert_eq!(flock.boid(ids[0]).unwrap().velocity, Vec3::zeros());
    let mut texels = vec![[0.0; 4]; 2 * flock.drawn_len()];
    flock.write_instances(&mut texels);
    let held = &texels[2 * flock.len()..][..2];
    assert_eq!(held[0][..3], to.as_slice()[..]);
    assert!((held[1][1] - 0.5_f32.sin()).abs() < 1e-5);
    let drawn = Vec3::from_row_slice(&texels[2 * flock.len() + 2][..3]);
    assert!((drawn - (before + after) / 2.0).norm() < 1e-3, "{drawn}");
}

#[test]
fn bad_deaths_and_places_are_refused_by_name() {
    let block = Geometry::new(&shapes::cuboid(Vec3::repeat(1.0))).0;
    let mut flock = Flock::new(settings(0), Placement::default(), Arc::new(block)).unwrap();
    let id = flock.spawn_at(Vec3::new(3.0, 0.0, 0.0), Vec3::x()).unwrap();
    let death = Death {
        body: DeadBody::Floats {
            water_level: f32::NAN,
        },
        impulse: Vec3::repeat(f32::INFINITY),
        vanishes_after: Some(-1.0),
    };
    assert_eq!(
        flock.kill(id, death).unwrap_err().to_string(),
        "death.body.water_level is NaN; allowed: -10000 to 10000 m\n\
         length of death.impulse is inf; allowed: 0 to 100 m/s\n\
         death.vanishes_after is -1; allowed: 0 to 1000000 s"
    );
    assert!(flock.is_alive(id) && flock.hold(id));
    let upright = UnitQuaternion::identity();
    assert!(flock
        .move_held(id, Vec3::repeat(f32::NAN), upright)
        .is_err());
    let twice = UnitQuaternion::new_unchecked(upright.into_inner() * 2.0);
    assert!(flock.move_held(id, Vec3::zeros(), twice).is_err());
    assert_eq!(flock.boid(id).unwrap().position.x, 3.0);
    assert!(flock.move_held(id, Vec3::zeros(), upright).unwrap());
    assert!(flock.release(id, Vec3::repeat(f32::NAN)).is_err());
    assert!(flock.is_held(id));
    let dead = Death::new(DeadBody::Stays);
    let other = flock.spawn_at(Vec3::x() * 3.0, Vec3::x()).unwrap();
    flock.kill(other, dead).unwrap();
    let wall = Geometry::new(&shapes::cuboid(Vec3::repeat(4.0))).0;
    flock.set_geometry(Arc::new(wall));
    assert_eq!(
        flock.revive(other).unwrap_err().to_string(),
        "position is (3, 0, 0); allowed: a place with 0.05 m of collision.body_radius clear of geometry"
    );
    assert!(!flock.is_alive(other));
}

#[test]
fn dead_and_held_boids_count_among_those_of_the_settings() {
    let mut flock = flock(10);
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    for id in &ids {
        match id.slot() {
            2 | 9 => assert!(flock.hold(*id)),
            4 | 8 => assert!(flock.kill(*id, Death::new(DeadBody::Stays)).unwrap()),
            _ => {}
        }
    }
    let mut settings = flock.settings().clone();
    settings.spawn.count = 5;
    flock.set_settings(settings).unwrap();
    assert_eq!((flock.len(), flock.drawn_len()), (3, 5));
    let mut loose: Vec<u32> = flock.loose_boids().map(|boid| boid.id.slot()).collect();
    loose.sort_unstable();
    assert_eq!(loose, [2, 4]);
    flock.step();
    assert!(flock.spawn(5).unwrap().iter().all(|id| !ids.contains(id)));
}

#[test]
fn bodies_do_not_depend_on_threads() {
    let run = |backend| {
        let mut settings = settings(4000);
        settings.simulation.backend = backend;
        let block = Geometry::new(&shapes::ball(0.7, 2)).0;
        let mut flock = Flock::new(settings, Placement::default(), Arc::new(block)).unwrap();
        let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).step_by(2).collect();
        for id in ids {
            let death = Death {
                vanishes_after: Some(0.01 * (id.slot() % 100) as f32),
                ..Death::new(DeadBody::Falls)
            };
            assert!(flock.kill(id, death).unwrap());
        }
        (0..40).for_each(|_| flock.step());
        let loose: Vec<Boid> = flock.loose_boids().collect();
        (flock.state_hash(), loose)
    };
    let expected = run(Backend::SingleThread);
    assert!(expected.1.len() > 100);
    assert_eq!(on_threads(3, || run(Backend::AllThreads)), expected);
}
