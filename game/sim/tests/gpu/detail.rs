//! The level of detail on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    boids::Viewer,
    events::{EventKind, EventMask},
    geometry::shapes,
    obstacles::{MovingObstacle, ObstacleShape},
    settings::{Backend, CollisionResponse},
    threats::Scare,
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    backends::{assert_on_gpu, differing, set_backend, twin},
    details::{in_levels, FAR},
    flocks::by_id,
};
use std::sync::Arc;

/// With turns that are limited too.
fn settings(count: u32) -> Settings {
    let mut settings = in_levels(count);
    settings.motion.limit_turning = true;
    settings
}

/// Sees a quarter of the boids at every level, and not those far ahead of it.
fn viewer() -> Viewer {
    Viewer {
        direction: -Vec3::x(),
        field_of_view: 60.0,
        ..Viewer::all_around(Vec3::new(-40.0, 0.0, 0.0))
    }
}

fn flock(settings: Settings, geometry: &Arc<Geometry>) -> Flock {
    let mut flock = Flock::new(settings, Placement::default(), geometry.clone()).unwrap();
    flock.set_viewers(&[viewer()]).unwrap();
    flock
}

#[test]
fn every_pace_makes_the_same_step() {
    for (sleep, has_geometry) in [(false, false), (true, false), (true, true)] {
        let mut settings = settings(1500);
        settings.detail.sleep = sleep;
        settings.collision.response = CollisionResponse::Slide;
        let block = shapes::cuboid(Vec3::new(30.0, 0.3, 0.3));
        let geometry: Arc<Geometry> = if has_geometry {
            Geometry::new(&block).0.into()
        } else {
            Arc::default()
        };
        let mut cpu = flock(settings, &geometry);
        (0..20).for_each(|_| cpu.step());
        // The phase of each region comes once in eight steps.
        for _ in 0..9 {
            let mut gpu = twin(&cpu, gpu_backend());
            let differ = differing(&mut cpu, &mut gpu, 1e-3);
            assert!(differ <= 3, "sleep {sleep}: {differ} differ");
            let (expected, found) = (cpu.detail_levels(), gpu.detail_levels());
            let moved: usize = (0..5)
                .map(|level| expected[level].abs_diff(found[level]))
                .sum();
            assert!(moved <= 2, "{expected:?} {found:?}");
            assert!(expected[..3].iter().all(|count| *count > 100));
            assert!(expected[3 + usize::from(sleep)] > 300);
        }
    }
}

/// In one step and in two they may turn by 50 and 100 degrees, in four and eight straight back.
#[test]
fn boids_whose_turns_are_limited_at_some_paces_only_make_the_same_step() {
    let mut settings = settings(1500);
    settings.simulation.time_step = 0.05;
    settings.motion.max_turn_rate = 1000.0;
    let mut cpu = flock(settings, &Arc::default());
    (0..20).for_each(|_| cpu.step());
    for _ in 0..8 {
        let mut gpu = twin(&cpu, gpu_backend());
        let differ = differing(&mut cpu, &mut gpu, 1e-3);
        assert!(differ <= 3, "{differ} differ");
    }
    assert!(cpu.detail_levels()[3] > 300);
}

#[test]
fn the_levels_come_back_with_the_boids() {
    let mut settings = settings(1200);
    settings.detail.sleep = true;
    settings.simulation.backend = gpu_backend();
    let mut gpu = flock(settings, &Arc::default());
    (0..24).for_each(|_| gpu.step());
    assert_on_gpu(&gpu);
    let levels = gpu.detail_levels();
    assert!(
        levels.iter().filter(|count| **count > 100).count() >= 4,
        "{levels:?}"
    );
    let mut cpu = twin(&gpu, Backend::AllThreads);
    assert_eq!(cpu.detail_levels(), levels);
    assert_eq!(cpu.snapshot().settings().detail, gpu.settings().detail);
    let differ = differing(&mut cpu, &mut gpu, 1e-3);
    assert!(differ <= 3, "{differ}");
    // Another backend takes them over.
    set_backend(&mut gpu, Backend::AllThreads);
    gpu.step();
    cpu.step();
    assert_eq!(gpu.adapter(), None);
    assert_eq!(gpu.detail_levels(), cpu.detail_levels());
}

/// Those that join are near until their turn comes, and a slot that is used again too.
#[test]
fn boids_that_join_and_settings_that_change_begin_anew() {
    let mut settings = settings(400);
    settings.simulation.backend = gpu_backend();
    let mut flock = flock(settings.clone(), &Arc::default());
    flock.set_viewers(&[Viewer::all_around(FAR)]).unwrap();
    (0..16).for_each(|_| flock.step());
    assert_eq!(flock.detail_levels(), [0, 0, 0, 400, 0]);
    let ids: Vec<_> = flock.boids().map(|boid| boid.id).take(40).collect();
    ids.into_iter().for_each(|id| assert!(flock.remove(id)));
    flock.spawn(40).unwrap();
    assert_eq!(flock.detail_levels(), [40, 0, 0, 360, 0]);
    flock.step();
    let levels = flock.detail_levels();
    assert!((30..40).contains(&levels[0]), "{levels:?}");
    (0..7).for_each(|_| flock.step());
    assert_on_gpu(&flock);
    assert_eq!(flock.detail_levels(), [0, 0, 0, 400, 0]);
    settings.detail.enabled = false;
    flock.set_settings(settings.clone()).unwrap();
    flock.step();
    assert_eq!(flock.detail_levels(), [400, 0, 0, 0, 0]);
    settings.detail.enabled = true;
    flock.set_settings(settings).unwrap();
    flock.step();
    let levels = flock.detail_levels();
    assert!(levels[0] > 300 && levels[3] > 20, "{levels:?}");
    assert_on_gpu(&flock);
}

#[test]
fn what_frightens_far_boids_acts_at_once() {
    let mut settings = settings(300);
    settings.boundary.enabled = false;
    settings.simulation.backend = gpu_backend();
    let mut flock = flock(settings, &Arc::default());
    flock.set_viewers(&[Viewer::all_around(FAR)]).unwrap();
    (0..16).for_each(|_| flock.step());
    let scare = Scare {
        point: Vec3::zeros(),
        radius: 100.0,
        strength: 20.0,
        decay: 1.0,
    };
    flock.scare(scare).unwrap();
    let before = by_id(&flock);
    flock.step();
    assert_on_gpu(&flock);
    let pairs = before.iter().zip(by_id(&flock));
    assert!(pairs
        .into_iter()
        .all(|(before, after)| before.velocity != after.velocity));
}

fn asleep(backend: Backend) -> Flock {
    let mut settings = settings(500);
    settings.detail.sleep = true;
    settings.simulation.backend = backend;
    let mut flock = flock(settings, &Arc::default());
    let away = Viewer {
        direction: Vec3::z(),
        field_of_view: 60.0,
        ..Viewer::all_around(FAR)
    };
    flock.set_viewers(&[away]).unwrap();
    flock
}

#[test]
fn sleeping_boids_stay_where_they_are_and_wake_with_their_velocities() {
    let mut flock = asleep(gpu_backend());
    flock.set_events(EventMask::FELL_ASLEEP | EventMask::AWOKE);
    (0..16).for_each(|_| flock.step());
    assert_eq!(flock.detail_levels(), [0, 0, 0, 0, 500]);
    let events: Vec<_> = flock.drain_events().collect();
    assert_eq!(events.len(), 500);
    assert!(events
        .iter()
        .all(|event| event.kind == EventKind::FellAsleep));
    let before = by_id(&flock);
    for _ in 0..10 {
        flock.advance(1.0 / 60.0);
        flock.wait();
    }
    assert_on_gpu(&flock);
    for (before, after) in before.iter().zip(by_id(&flock)) {
        assert_eq!(before.position, after.position);
        assert_eq!(before.velocity, after.velocity);
    }
    flock
        .set_viewers(&[Viewer::all_around(Vec3::zeros())])
        .unwrap();
    for _ in 0..12 {
        flock.advance(1.0 / 60.0);
        flock.wait();
    }
    let awoke = flock
        .drain_events()
        .filter(|event| event.kind == EventKind::Awoke);
    assert_eq!(awoke.count(), 500);
    assert_on_gpu(&flock);
}

/// Of what boids know, those that an obstacle caught keep all but what they saw.
#[test]
fn boids_that_are_carried_out_go_on_sleeping() {
    let mut flock = asleep(gpu_backend());
    flock.set_events(EventMask::FELL_ASLEEP | EventMask::AWOKE);
    let shape = ObstacleShape::Sphere { radius: 1.5 };
    let mut placement = Placement::default();
    placement.origin.y = 100.0;
    let ball = flock.add_obstacle(MovingObstacle { shape, placement });
    let ball = ball.unwrap();
    flock.step();
    // So that there is room on the GPU to put boids elsewhere.
    let ids: Vec<_> = flock.boids().map(|boid| boid.id).take(100).collect();
    ids.into_iter().for_each(|id| assert!(flock.remove(id)));
    (0..16).for_each(|_| flock.step());
    assert!(flock.drain_events().count() >= 400);
    assert!(flock.teleport_obstacle(ball, Placement::default()).unwrap());
    flock.step();
    assert_on_gpu(&flock);
    assert!(flock.statistics().rescued > 2);
    assert_eq!(flock.detail_levels(), [0, 0, 0, 0, 400]);
    (0..2).for_each(|_| flock.step());
    assert_on_gpu(&flock);
    assert_eq!(flock.detail_levels(), [0, 0, 0, 0, 400]);
    assert_eq!(flock.drain_events().count(), 0);
}

/// A ball that passes through sleeping boids pushes them as it does on the CPU.
#[test]
fn moving_obstacles_push_sleeping_boids() {
    let mut cpu = asleep(Backend::AllThreads);
    let at = |x: f32| Placement::at(Vec3::new(x, 0.0, 0.0));
    let shape = ObstacleShape::Sphere { radius: 1.0 };
    let ball = cpu
        .add_obstacle(MovingObstacle {
            shape,
            placement: at(0.0),
        })
        .unwrap();
    (0..16).for_each(|_| cpu.step());
    let mut pushed = 0;
    for step in 1..=6 {
        let mut gpu = twin(&cpu, gpu_backend());
        let before = by_id(&cpu);
        for flock in [&mut cpu, &mut gpu] {
            flock.move_obstacle(ball, at(step as f32 * 0.3)).unwrap();
        }
        assert_eq!(differing(&mut cpu, &mut gpu, 1e-3), 0);
        let pairs = before.iter().zip(by_id(&gpu));
        for (before, after) in pairs {
            assert_eq!(before.velocity, after.velocity);
            pushed += usize::from(before.position != after.position);
        }
    }
    assert!(pushed > 0);
}
