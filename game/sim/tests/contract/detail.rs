//! Boids far from all viewers steer less often, sleep out of sight, and keep a budget of time.

use flock_sim::{
    boids::Viewer,
    events::{EventKind, EventMask},
    settings::Backend,
    threats::Scare,
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::{
    details::{in_levels, FAR},
    flocks::{by_id, in_the_open, on_threads},
    saved::copy,
    triangles::{cuboid, geometry},
};
use std::sync::Arc;

fn seen_from(settings: Settings, viewer: Vec3) -> Flock {
    let mut flock = in_the_open(settings);
    flock.set_viewers(&[Viewer::all_around(viewer)]).unwrap();
    flock
}

fn steps(flock: &mut Flock, count: usize) {
    (0..count).for_each(|_| flock.step());
}

#[test]
fn without_viewers_and_near_them_every_boid_steers_in_every_step() {
    let mut off = in_levels(500);
    off.detail.enabled = false;
    let mut expected = in_the_open(off);
    let mut blind = in_the_open(in_levels(500));
    let mut near = in_levels(500);
    near.detail.second = 1000.0;
    let mut near = seen_from(near, Vec3::zeros());
    for flock in [&mut expected, &mut blind, &mut near] {
        steps(flock, 40);
    }
    assert_eq!(by_id(&blind), by_id(&expected));
    assert_eq!(by_id(&near), by_id(&expected));
    assert_eq!(expected.detail_levels(), [500, 0, 0, 0, 0]);
}

#[test]
fn levels_follow_the_distance_and_keep_near_its_limits() {
    let mut settings = in_levels(2000);
    settings.motion.min_speed = 0.0;
    settings.motion.max_speed = 0.001;
    let mut flock = seen_from(settings, Vec3::new(-40.0, 0.0, 0.0));
    steps(&mut flock, 8);
    let levels = flock.detail_levels();
    assert_eq!(levels.iter().sum::<usize>(), 2000);
    // A quarter of the length, and an eighth more for those that come from a lower level.
    for (level, expected) in (0..).zip([275.0, 275.0, 275.0, 1175.0]) {
        let found = levels[level] as f64;
        assert!((found - expected).abs() < 60.0, "{levels:?}");
    }
    for by in [-0.5, 0.5, 0.0] {
        let viewer = Viewer::all_around(Vec3::new(-40.0 + by, 0.0, 0.0));
        flock.set_viewers(&[viewer]).unwrap();
        steps(&mut flock, 8);
    }
    let moved = flock.detail_levels();
    let changed = levels
        .iter()
        .zip(moved)
        .map(|(a, b)| a.abs_diff(b))
        .sum::<usize>();
    assert!(changed < 80, "{levels:?} {moved:?}");
}

/// Mean speed, mean length of a change of velocity in a step, and shares of steps with one.
fn motion(flock: &mut Flock, count: usize) -> (f32, f32, f32) {
    let (mut speed, mut change, mut changed) = (0.0, 0.0, 0.0);
    for _ in 0..count {
        let before = by_id(flock);
        flock.step();
        for (before, after) in before.iter().zip(by_id(flock)) {
            let turn = (after.velocity - before.velocity).norm();
            assert!(after.position != before.position);
            speed += after.velocity.norm();
            change += turn;
            changed += f32::from(turn > 1e-6);
        }
    }
    let all = (count * flock.len()) as f32;
    (speed / all, change / all, changed / all)
}

#[test]
fn far_boids_steer_every_eighth_step_by_as_much_and_move_in_every_one() {
    let mut full = in_levels(600);
    full.boundary.enabled = false;
    full.wander.enabled = true;
    full.wander.weight = 2.0;
    let mut near = seen_from(full.clone(), Vec3::zeros());
    let mut far = seen_from(full, FAR);
    for flock in [&mut near, &mut far] {
        steps(flock, 16);
    }
    assert_eq!(far.detail_levels(), [0, 0, 0, 600, 0]);
    let (speed, change, _) = motion(&mut near, 64);
    let (far_speed, far_change, share) = motion(&mut far, 64);
    assert!((share - 0.125).abs() < 0.02, "{share}");
    assert!((far_speed / speed - 1.0).abs() < 0.1, "{far_speed} {speed}");
    assert!(
        (far_change / change - 1.0).abs() < 0.5,
        "{far_change} {change}"
    );
}

#[test]
fn what_frightens_far_boids_acts_at_once() {
    let mut settings = in_levels(300);
    settings.boundary.enabled = false;
    let mut calm = seen_from(settings.clone(), FAR);
    let mut scared = seen_from(settings, FAR);
    for flock in [&mut calm, &mut scared] {
        steps(flock, 16);
    }
    let scare = Scare {
        point: Vec3::zeros(),
        radius: 100.0,
        strength: 20.0,
        decay: 1.0,
    };
    scared.scare(scare).unwrap();
    for flock in [&mut calm, &mut scared] {
        flock.step();
    }
    let pairs = by_id(&calm).into_iter().zip(by_id(&scared));
    assert!(pairs.into_iter().all(|(a, b)| a.velocity != b.velocity));
}

#[test]
fn boids_out_of_sight_sleep_and_wake_when_a_viewer_turns() {
    let mut settings = in_levels(1000);
    settings.detail.sleep = true;
    settings.collision.check_crossings = true;
    let geometry = geometry(&cuboid([0.2, 5.0, 5.0], [36.0, 0.0, 0.0]));
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    flock.set_events(EventMask::FELL_ASLEEP | EventMask::AWOKE);
    let looking = |direction: Vec3| Viewer {
        point: Vec3::zeros(),
        direction,
        field_of_view: 90.0,
    };
    flock.set_viewers(&[looking(-Vec3::x())]).unwrap();
    steps(&mut flock, 8);
    let asleep = flock.detail_levels()[4];
    assert!(asleep > 60, "{asleep}");
    let sleepers: Vec<_> = flock.drain_events().map(|event| event.boid).collect();
    assert_eq!(sleepers.len(), asleep);
    let before: Vec<_> = sleepers.iter().map(|id| flock.boid(*id).unwrap()).collect();
    assert!(before.iter().all(|boid| boid.position.x > 30.0));
    steps(&mut flock, 60);
    for boid in &before {
        assert_eq!(flock.boid(boid.id).unwrap().position, boid.position);
    }
    flock.set_viewers(&[looking(Vec3::x())]).unwrap();
    steps(&mut flock, 9);
    let awoke = flock
        .drain_events()
        .filter(|it| it.kind == EventKind::Awoke);
    let awoke: Vec<_> = awoke.map(|event| event.boid).collect();
    assert!(sleepers.iter().all(|id| awoke.contains(id)));
    steps(&mut flock, 200);
    assert!(before
        .iter()
        .all(|boid| flock.boid(boid.id).unwrap().position != boid.position));
    assert_eq!(flock.statistics().crossings, 0);
}

#[test]
fn levels_have_the_same_bits_on_any_number_of_threads_after_a_snapshot_and_in_a_replay() {
    let viewer = |step: usize| Viewer::all_around(Vec3::new(step as f32 - 40.0, 0.0, 0.0));
    let run = |backend: Backend| {
        let mut settings = in_levels(1500);
        settings.simulation.backend = backend;
        settings.detail.sleep = true;
        let mut flock = in_the_open(settings);
        for step in 0..60 {
            flock.set_viewers(&[viewer(step)]).unwrap();
            flock.step();
        }
        flock
    };
    let mut flock = run(Backend::SingleThread);
    for threads in [2, 3] {
        let other = on_threads(threads, || run(Backend::AllThreads).state_hash());
        assert_eq!(other, flock.state_hash());
    }
    let saved = copy(&flock.snapshot());
    let mut again = Flock::restore(&saved, Arc::default()).unwrap();
    flock.start_log();
    for step in 60..100 {
        flock.set_viewers(&[viewer(step)]).unwrap();
        if step == 80 {
            flock.set_coarseness(2.0).unwrap();
        }
        flock.step();
    }
    again.replay(copy(&flock.take_log()));
    steps(&mut again, 40);
    assert_eq!(again.state_hash(), flock.state_hash());
    assert_eq!(again.detail_levels(), flock.detail_levels());
}

#[test]
fn a_budget_that_no_step_keeps_makes_detail_coarser_and_then_leaves_steps_out() {
    let mut flock = seen_from(in_levels(3000), Vec3::new(0.0, 0.0, 8.0));
    flock.set_budget(Some(0.01)).unwrap();
    flock.start_log();
    let mut dropped = 0.0;
    for _ in 0..40 {
        // A frame of half a second has many steps.
        dropped += flock.advance(0.5).dropped_seconds;
    }
    assert_eq!(flock.coarseness(), 10.0);
    assert!(flock.detail_levels()[0] == 0);
    assert!(dropped > 5.0);
    let hash = flock.state_hash();
    let made = flock.statistics().steps;
    let log = flock.take_log();
    let mut again = seen_from(in_levels(3000), Vec3::new(0.0, 0.0, 8.0));
    again.replay(log);
    steps(&mut again, made as usize);
    assert_eq!(again.state_hash(), hash);
}

#[test]
fn what_is_out_of_range_is_named() {
    let mut flock = in_the_open(in_levels(3));
    let bad = Viewer {
        point: Vec3::repeat(f32::INFINITY),
        direction: Vec3::zeros(),
        field_of_view: -1.0,
    };
    let error = flock.set_viewers(&[bad]).unwrap_err().to_string();
    assert_eq!(
        error,
        "viewers[0].point is (inf, inf, inf); allowed: -10000 to 10000 m in every component\n\
         viewers[0].direction is [0.0, 0.0, 0.0]; allowed: a unit vector\n\
         viewers[0].field_of_view is -1; allowed: 0 to 360 degrees"
    );
    assert!(flock.viewers().is_empty());
    let many = vec![Viewer::all_around(Vec3::zeros()); 65];
    let error = flock.set_viewers(&many).unwrap_err().to_string();
    assert_eq!(error, "number of viewers is 65; allowed: 0 to 64");
    let error = flock.set_coarseness(f32::NAN).unwrap_err().to_string();
    assert_eq!(error, "coarseness is NaN; allowed: 1 to 10");
    let error = flock.set_budget(Some(0.0)).unwrap_err().to_string();
    assert_eq!(error, "budget is 0; allowed: 0.01 to 1000 ms");
}

#[test]
fn boids_in_reused_slots_begin_awake() {
    let mut settings = in_levels(200);
    settings.detail.sleep = true;
    let mut flock = in_the_open(settings);
    let away = Viewer {
        point: Vec3::x() * 200.0,
        direction: Vec3::x(),
        field_of_view: 60.0,
    };
    flock.set_viewers(&[away]).unwrap();
    steps(&mut flock, 8);
    assert_eq!(flock.detail_levels()[4], 200);
    let first = flock.boids().next().unwrap();
    flock.remove(first.id);
    let born = flock.spawn_at(Vec3::zeros(), Vec3::y()).unwrap();
    assert_eq!(born.slot(), first.id.slot());
    assert_eq!(flock.detail_levels(), [1, 0, 0, 0, 199]);
}
