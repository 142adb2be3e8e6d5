//! Boids flee from the point of a scare.

use flock_sim::{settings::Backend, threats::Scare, Flock, Settings, Vec3};
use flock_testkit::{
    flocks::{in_the_open, on_threads},
    saved::{copy, SavedTree},
};
use proptest::prelude::*;
use std::sync::Arc;

type Vec3d = nalgebra::Vector3<f64>;

/// One boid on which no rule acts.
fn alone(position: Vec3, velocity: Vec3) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.motion.max_speed = 1000.0;
    settings.motion.max_acceleration = 0.0;
    let mut flock = in_the_open(settings);
    flock.spawn_at(position, velocity).unwrap();
    flock
}

const SCARE: Scare = Scare {
    point: Vec3::new(0.0, 0.0, 0.0),
    radius: 2.0,
    strength: 10.0,
    decay: 0.5,
};

/// The formula of the documentation, in double precision.
fn push(scare: &Scare, age: f64, position: Vec3d, velocity: Vec3d) -> Vec3d {
    let offset = position - scare.point.cast();
    let (distance, radius) = (offset.norm(), f64::from(scare.radius));
    if distance >= radius {
        return Vec3d::zeros();
    }
    let away = if distance > 0.0 { offset } else { velocity };
    let strength = f64::from(scare.strength) * (-age / f64::from(scare.decay)).exp();
    away.try_normalize(0.0).unwrap_or_default() * strength * (1.0 - distance / radius)
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(200))]

    #[test]
    fn boids_are_pushed_by_the_formula(
        position in prop::array::uniform3(-1.5f32..1.5),
        velocity in prop::array::uniform3(-1.0f32..1.0),
        points in prop::collection::vec(prop::array::uniform3(-1.0f32..1.0), 1..5),
        radius in 0.5f32..4.0,
        strength in 0.0f32..20.0,
        decay in 0.1f32..2.0,
    ) {
        let mut flock = alone(position.into(), velocity.into());
        let dt = f64::from(flock.settings().simulation.time_step);
        let scares: Vec<Scare> = points.iter().map(|point| Scare { point: (*point).into(), radius, strength, decay }).collect();
        for scare in &scares {
            flock.scare(*scare).unwrap();
        }
        for step in 0..20 {
            let before = flock.boids().next().unwrap();
            let pushes = scares.iter().map(|scare| {
                push(scare, f64::from(step) * dt, before.position.cast(), before.velocity.cast())
            });
            let expected = before.velocity.cast() + pushes.sum::<Vec3d>() * dt;
            flock.step();
            let velocity = flock.boids().next().unwrap().velocity;
            prop_assert!((velocity.cast() - expected).norm() < 1e-5, "{velocity:?} instead of {expected:?}");
        }
    }
}

#[test]
fn on_the_very_point_boids_flee_ahead() {
    let mut moving = alone(SCARE.point, Vec3::new(0.0, 0.3, 0.4));
    let mut resting = alone(SCARE.point, Vec3::zeros());
    for flock in [&mut moving, &mut resting] {
        flock.scare(SCARE).unwrap();
        flock.step();
    }
    let speed = 0.5 + SCARE.strength / 60.0;
    let velocity = moving.boids().next().unwrap().velocity;
    assert!((velocity - Vec3::new(0.0, 0.6, 0.8) * speed).norm() < 1e-6);
    assert_eq!(resting.boids().next().unwrap().velocity, Vec3::zeros());
}

#[test]
fn a_scare_fades_and_is_over() {
    let mut flock = alone(Vec3::repeat(50.0), Vec3::zeros());
    flock.scare(SCARE).unwrap();
    let mut strengths = vec![flock.scares()[0].strength()];
    while let [active] = flock.scares() {
        assert_eq!(active.scare, SCARE);
        assert!((active.age - flock.time()).abs() < 1e-12);
        strengths.push(active.strength());
        flock.step();
    }
    assert_eq!(strengths[0], 10.0);
    assert!(strengths[1..].is_sorted_by(|a, b| a > b));
    // ln 1000 = 6.9 decays.
    assert!((flock.time() - 6.9 * 0.5).abs() < 0.03, "{}", flock.time());
    assert!(*strengths.last().unwrap() >= 0.01);
}

#[test]
fn the_weakest_of_too_many_gives_way() {
    let mut flock = alone(Vec3::zeros(), Vec3::zeros());
    let of = |strength| Scare { strength, ..SCARE };
    for strength in 0..64 {
        flock.scare(of(100.0 - strength as f32)).unwrap();
    }
    let strengths = |flock: &Flock| {
        let scares = flock.scares().iter();
        scares
            .map(|active| active.scare.strength)
            .collect::<Vec<f32>>()
    };
    let before = strengths(&flock);
    assert_eq!((before.len(), before[63]), (64, 37.0));
    flock.scare(of(36.0)).unwrap();
    assert_eq!(strengths(&flock), before);
    flock.scare(of(50.0)).unwrap();
    assert_eq!(strengths(&flock)[..63], before[..63]);
    assert_eq!(strengths(&flock)[63], 50.0);
    // After a second the earlier ones are weaker than a new one of half their strength.
    (0..60).for_each(|_| flock.step());
    flock.scare(of(30.0)).unwrap();
    assert!(strengths(&flock).contains(&30.0) && !strengths(&flock).contains(&38.0));
}

#[test]
fn bad_scares_are_refused_by_name_and_value() {
    let mut flock = alone(Vec3::zeros(), Vec3::zeros());
    let bad = Scare {
        point: Vec3::new(0.0, 10_001.0, 0.0),
        radius: 0.0,
        strength: f32::NAN,
        decay: f32::INFINITY,
    };
    assert_eq!(
        flock.scare(bad).unwrap_err().to_string(),
        "scare.point is (0, 10001, 0); allowed: -10000 to 10000 m in every component\n\
         scare.radius is 0; allowed: 0.001 to 10000 m\n\
         scare.strength is NaN; allowed: 0 to 10000 m/s²\n\
         scare.decay is inf; allowed: 0.001 to 1000 s"
    );
    assert!(flock.scares().is_empty());
}

#[test]
fn scares_go_on_in_a_restored_flock() {
    let mut flock = alone(Vec3::x(), Vec3::zeros());
    flock.scare(SCARE).unwrap();
    (0..5).for_each(|_| flock.step());
    let snapshot = copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, Arc::default()).unwrap();
    assert_eq!(restored.scares(), flock.scares());
    for _ in 0..10 {
        let before = flock.boids().next().unwrap().velocity;
        flock.step();
        restored.step();
        assert_ne!(flock.boids().next().unwrap().velocity, before);
        assert_eq!(restored.state_hash(), flock.state_hash());
    }
    let tree = SavedTree::new(&snapshot);
    for (broken, message) in [
        (tree.with("scares/0/age", -0.083_f64), "a scare is -0.083"),
        (
            tree.with("scares/0/scare/radius", -2.0_f32),
            "scare.radius is -2;",
        ),
    ] {
        let error = Flock::restore(&broken.read().unwrap(), Arc::default()).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn the_worst_scares_leave_speeds_in_their_limits() {
    let worst = Scare {
        strength: 10_000.0,
        decay: 1000.0,
        radius: 10_000.0,
        ..SCARE
    };
    let run = |backend| {
        let mut settings = Settings::default();
        settings.spawn.count = 2000;
        settings.simulation.backend = backend;
        settings.simulation.time_step = 0.1;
        settings.motion.max_speed = 1000.0;
        settings.boundary.enabled = false;
        let mut flock = in_the_open(settings);
        (0..64).for_each(|_| flock.scare(worst).unwrap());
        for _ in 0..30 {
            flock.step();
            assert!(flock.boids().all(|boid| boid.velocity.norm() <= 1000.1));
        }
        assert!(flock.boids().all(|boid| boid.position.norm() > 100.0));
        flock.state_hash()
    };
    let many = on_threads(3, || run(Backend::AllThreads));
    assert_eq!(run(Backend::SingleThread), many);
}
