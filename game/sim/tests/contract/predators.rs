//! Predators that the game moves: their names, their ways, and what is saved of them.

use flock_sim::{saving::FlockInput, settings::Backend, threats::Predator, Flock, Settings, Vec3};
use flock_testkit::{
    flocks::{in_the_open, on_threads},
    hunts::circle,
    saved::{copy, SavedTree},
};
use std::{ops::Range, sync::Arc};

/// A flock with fear and panic.
fn flock(backend: Backend) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 3000;
    settings.simulation.backend = backend;
    settings.fear.enabled = true;
    settings.panic.enabled = true;
    in_the_open(settings)
}

/// Two predators on their ways through the flock, and a bang, at these frames.
fn run(flock: &mut Flock, frames: Range<u32>) {
    for frame in frames {
        circle(flock, frame, 0.05);
        flock.advance(1.0 / 45.0);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let of = |backend| {
        let mut flock = flock(backend);
        run(&mut flock, 0..120);
        (flock.state_hash(), flock.measure().panicked)
    };
    let expected = of(Backend::SingleThread);
    assert!(expected.1 > 100, "{expected:?}");
    for threads in [2, 3, 7] {
        assert_eq!(on_threads(threads, || of(Backend::AllThreads)), expected);
    }
}

#[test]
fn a_restored_flock_goes_on_in_fear() {
    let mut flock = flock(Backend::AllThreads);
    run(&mut flock, 0..50);
    let snapshot = copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, Arc::default()).unwrap();
    assert!(restored.predators().eq(flock.predators()));
    let [first, second] = [flock.measure(), restored.measure()];
    assert!(first == second && first.panicked > 0, "{first:?}");
    for flock in [&mut flock, &mut restored] {
        run(flock, 50..100);
    }
    assert_eq!(flock.state_hash(), restored.state_hash());
    let tree = SavedTree::new(&snapshot);
    for (broken, message) in [
        (
            tree.with("predators/entries/1/predator/threat", -2.0_f32),
            "predator.threat is -2;",
        ),
        (tree.with("fear/0/slot", 99_999_u32), "a fear is impossible"),
    ] {
        let error = Flock::restore(&broken.read().unwrap(), Arc::default()).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn a_replay_repeats_the_fear() {
    let mut first = flock(Backend::AllThreads);
    first.start_log();
    run(&mut first, 0..60);
    let predators: Vec<_> = first.predators().map(|(id, _)| id).collect();
    first.remove_predator(predators[0]).unwrap();
    run(&mut first, 60..80);
    let log = copy(&first.take_log());
    let is_move = |input: &&(u64, FlockInput)| matches!(input.1, FlockInput::MovePredator { .. });
    assert!(log.inputs().iter().filter(is_move).count() > 100);
    let mut again = flock(Backend::SingleThread);
    again.replay(log);
    while again.statistics().steps < first.statistics().steps {
        again.step();
    }
    assert_eq!(again.state_hash(), first.state_hash());
}

#[test]
fn a_predator_goes_in_equal_parts() {
    let mut flock = flock(Backend::SingleThread);
    let id = flock
        .add_predator(Predator::new(Vec3::zeros(), Vec3::zeros()))
        .unwrap();
    let end = Predator::new(Vec3::x() * 3.0, Vec3::y() * 6.0);
    assert!(flock.move_predator(id, end).unwrap());
    flock.start_log();
    assert_eq!(flock.advance(0.051).steps, 3);
    let log = flock.take_log();
    let ways = log.inputs().iter().map(|(_, input)| match input {
        FlockInput::MovePredator { predator, .. } => (predator.point.x, predator.velocity.y),
        other => panic!("{other:?}"),
    });
    let ways: Vec<_> = ways.collect();
    for (found, expected) in ways.iter().zip([(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) {
        assert!((found.0 - expected.0).abs() < 1e-6 && (found.1 - expected.1).abs() < 1e-6);
    }
    assert_eq!((ways.len(), ways[2]), (3, (3.0, 6.0)));
    flock.step();
    assert_eq!(flock.predators().next(), Some((id, &end)));
}

#[test]
fn bad_predators_are_refused_by_name_and_value() {
    let mut flock = flock(Backend::SingleThread);
    let good = Predator::new(Vec3::zeros(), Vec3::zeros());
    let bad = Predator {
        point: Vec3::new(0.0, 10_001.0, 0.0),
        velocity: Vec3::new(f32::NAN, 0.0, 0.0),
        threat: f32::INFINITY,
    };
    let message =
        "predator.point is (0, 10001, 0); allowed: -10000 to 10000 m in every component\n\
         predator.velocity is (NaN, 0, 0); allowed: -10000 to 10000 m/s in every component\n\
         predator.threat is inf; allowed: 0 to 100";
    assert_eq!(flock.add_predator(bad).unwrap_err().to_string(), message);
    let id = flock.add_predator(good).unwrap();
    assert_eq!(
        flock.move_predator(id, bad).unwrap_err().to_string(),
        message
    );
    assert_eq!(flock.remove_predator(id), Some(good));
    assert_eq!(flock.remove_predator(id), None);
    assert!(!flock.move_predator(id, good).unwrap());
    (0..256).for_each(|_| assert_ne!(flock.add_predator(good).unwrap(), id));
    let error = flock.add_predator(good).unwrap_err().to_string();
    assert_eq!(
        error,
        "number of predators is 256; allowed: fewer than 256 before another one is added"
    );
    flock.step();
}

#[test]
fn the_worst_predators_leave_speeds_in_their_limits() {
    let mut flock = flock(Backend::AllThreads);
    let mut settings = flock.settings().clone();
    settings.fear.weight = 10_000.0;
    settings.fear.radius = 10_000.0;
    settings.fear.burst = 100.0;
    settings.fear.reaction_time = 0.0;
    settings.fear.regroup_cohesion = 100.0;
    settings.panic.weight = 10_000.0;
    settings.panic.onset = 0.0;
    settings.panic.deaf_time = 0.0;
    settings.panic.latency = 0.0;
    settings.boundary.enabled = false;
    flock.set_settings(settings).unwrap();
    let point = flock.boids().next().unwrap().position;
    for index in 0..256 {
        let velocity = Vec3::x() * 10_000.0 * (index % 2) as f32;
        let threat = 100.0;
        flock
            .add_predator(Predator {
                point,
                velocity,
                threat,
            })
            .unwrap();
    }
    let most = flock.settings().motion.max_speed;
    for _ in 0..20 {
        flock.step();
        assert!(flock
            .boids()
            .all(|boid| boid.velocity.norm() <= most * 1.001));
    }
}
