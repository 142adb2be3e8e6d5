//! The same bits on any number of threads, in a replay and after a snapshot.

use super::*;
use flock_sim::{
    settings::{Backend, BoundaryMode},
    world::{Relation, RelationKind},
    Flock, Placement, Settings, World,
};
use flock_testkit::{
    flocks::{by_id, in_the_open, on_threads, settings_in_cube},
    saved::{copy, SavedTree},
};

#[test]
fn equal_bits_on_any_number_of_threads() {
    let expected = run(Backend::SingleThread, 200);
    for threads in [1, 2, 3, 8] {
        let found = on_threads(threads, || run(Backend::AllThreads, 200));
        assert_eq!(found, expected, "{threads} threads");
    }
}

#[test]
fn obstacles_far_away_or_without_collision_change_no_bit() {
    let without = |settings: &Settings| {
        let mut flock = in_the_open(settings.clone());
        (0..100).for_each(|_| flock.step());
        by_id(&flock)
    };
    let with = |settings: &Settings, placement: Placement| {
        let mut flock = in_the_open(settings.clone());
        let id = flock.add_obstacle(ball(1.0, placement)).unwrap();
        for step in 0..100 {
            let mut to = placement;
            to.origin.y += 0.001 * step as f32;
            flock.move_obstacle(id, to).unwrap();
            flock.step();
        }
        by_id(&flock)
    };
    let mut settings = settings_in_cube(500);
    assert_eq!(with(&settings, at(500.0, 0.0, 0.0)), without(&settings));
    settings.boundary.mode = BoundaryMode::Wrap;
    assert_eq!(with(&settings, at(500.0, 0.0, 0.0)), without(&settings));
    assert_ne!(with(&settings, Placement::default()), without(&settings));
    settings.collision.enabled = false;
    assert_eq!(with(&settings, Placement::default()), without(&settings));
}

#[test]
fn a_frame_moves_in_equal_parts_of_its_steps() {
    let mut flock = Flock::new(settings_in_cube(0), at(0.0, 0.0, 0.0), Default::default()).unwrap();
    let id = flock.add_obstacle(ball(1.0, at(0.0, 0.0, 0.0))).unwrap();
    let place = |flock: &Flock| flock.obstacles().next().unwrap().1.placement;
    flock.move_obstacle(id, at(3.0, 0.0, 0.0)).unwrap();
    // A frame without a step leaves it for the next one.
    assert_eq!(flock.advance(0.004).steps, 0);
    assert_eq!(place(&flock), at(0.0, 0.0, 0.0));
    flock.start_log();
    assert_eq!(flock.advance(0.05).steps, 3);
    assert_eq!(place(&flock), at(3.0, 0.0, 0.0));
    let log = flock.take_log();
    let parts: Vec<String> = log.inputs().iter().map(|it| format!("{it:?}")).collect();
    assert_eq!(parts.len(), 3);
    for (part, x) in parts.iter().zip(["[[1.0, ", "[[2.0, ", "[[3.0, "]) {
        assert!(part.contains(x), "{part}");
    }
    flock.advance(0.05);
    assert_eq!(place(&flock), at(3.0, 0.0, 0.0));
}

/// Related flocks make the steps of the first one, in which the obstacles of all go equal parts.
#[test]
fn so_does_a_frame_of_related_flocks() {
    let mut world = World::new();
    let new = || {
        Flock::new(
            settings_in_cube(10),
            Placement::default(),
            Default::default(),
        )
    };
    let [first, second] = [0, 1].map(|_| world.add(new().unwrap()));
    let kind = RelationKind::Flee;
    let flee = Relation {
        kind,
        ..Relation::default()
    };
    world.set_relation(first, second, flee).unwrap();
    let flock = world.flock_mut(second).unwrap();
    let id = flock.add_obstacle(ball(1.0, at(0.0, 0.0, 0.0))).unwrap();
    flock.move_obstacle(id, at(3.0, 0.0, 0.0)).unwrap();
    flock.start_log();
    assert_eq!(world.advance(0.051).unwrap().steps, 3);
    let log = world.flock_mut(second).unwrap().take_log();
    assert_eq!(log.inputs().len(), 3);
}

#[test]
fn a_log_repeats_them_at_any_frame_rate() {
    let (mut flock, ids) = busy(Backend::SingleThread);
    flock.start_log();
    let mut seconds = 0.0;
    for frame in 0..80 {
        move_all(&mut flock, &ids, seconds);
        if frame == 20 {
            flock
                .teleport_obstacle(ids[0], Placement::default())
                .unwrap();
            flock.add_obstacle(ball(0.4, at(0.5, 0.0, 0.0))).unwrap();
            flock.remove_obstacle(ids[1]).unwrap();
            assert!(!flock.move_obstacle(ids[1], Placement::default()).unwrap());
        }
        if frame == 20 {
            // The others go on.
            break;
        }
        seconds += 0.031;
        flock.advance(0.031);
    }
    for _ in 0..60 {
        seconds += 0.031;
        flock.move_obstacle(ids[2], circling(2, seconds)).unwrap();
        flock.advance(0.031);
    }
    let log = copy(&flock.take_log());
    let (mut again, _) = busy(Backend::SingleThread);
    again.replay(log);
    while again.statistics().steps < flock.statistics().steps {
        again.advance(1.0 / 144.0);
    }
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn a_restored_flock_goes_on_with_the_same_bits() {
    let (mut flock, ids) = busy(Backend::SingleThread);
    for step in 0..50 {
        move_all(&mut flock, &ids, step as f32 / 60.0);
        flock.step();
    }
    let snapshot = copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
    for step in 50..100 {
        for flock in [&mut flock, &mut restored] {
            move_all(flock, &ids, step as f32 / 60.0);
            flock.step();
        }
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
    let radius = "obstacles/entries/0/obstacle/shape/Sphere/radius";
    let bad = SavedTree::new(&snapshot).with(radius, -0.3_f32);
    let error = Flock::restore(&bad.read().unwrap(), flock.geometry().clone()).unwrap_err();
    assert!(
        error.to_string().contains("obstacle.radius is -0.3"),
        "{error}"
    );
}
