//! Tests of a flock whose GPU is lost, and of what its steps wait for.

mod budget;

use crate::{
    boids::Viewer,
    events::{EventKind, EventMask},
    flock::Flock,
    gpu::{self, error::GpuError, remote_boids::RemoteBoids, Gpu},
    math::{frame::Placement, Vec3},
    obstacles::{MovingObstacle, ObstacleShape},
    settings::{Backend, BoundaryMode, CollisionResponse, Region, Settings},
    state::boids::Boid,
    threats::Predator,
    world::{Relation, RelationKind},
    World,
};
use std::sync::{atomic::Ordering::Relaxed, Arc};

const FRAME: f32 = 1.0 / 60.0;

/// A flock on its own device, which can be lost without an effect on other flocks.
fn flock() -> Flock {
    flock_with_room(0)
}

/// The same with space for `room` further boids on the GPU.
fn flock_with_room(room: usize) -> Flock {
    flock_on(device(), room)
}

fn device() -> Arc<Gpu> {
    let adapters = gpu::adapters();
    let best = adapters.first().expect("a Vulkan driver");
    Arc::new(gpu::open(best).unwrap())
}

/// A flock on this device with space for `room` further boids.
fn flock_on(device: Arc<Gpu>, room: usize) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 400;
    settings.simulation.backend = Backend::Gpu;
    let mut flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
    flock.population.boids.gpu_mut().room = room;
    upload(&mut flock, device);
    flock
}

/// Moves the boids to this device.
fn upload(flock: &mut Flock, device: Arc<Gpu>) {
    let spare = flock.population.boids.gpu_mut().spare.take();
    let boids = gpu::upload_to(device, &flock.to_upload(), spare).unwrap();
    flock.population.boids.gpu_mut().boids = Some(boids);
}

fn remote(flock: &Flock) -> &dyn RemoteBoids {
    flock.population.boids.gpu().boids.as_deref().unwrap()
}

fn lose(flock: &Flock) {
    remote(flock).lose();
}

fn by_id(flock: &Flock) -> Vec<Boid> {
    let mut boids: Vec<_> = flock.boids().collect();
    boids.sort_by_key(|boid| boid.id);
    boids
}

/// Asserts that the flock continues on the CPU without a jump.
fn assert_goes_on(flock: &mut Flock, before: &[Boid]) {
    assert_eq!(flock.adapter(), None);
    let error = flock.gpu_error().expect("an error").clone();
    assert!(matches!(error, GpuError::Lost { .. }), "{error}");
    let most = 3.01 * FRAME * flock.settings().motion.max_speed;
    for (before, after) in before.iter().zip(by_id(flock)) {
        assert_eq!(before.id, after.id);
        let way = (after.position - before.position).norm();
        assert!(way <= most, "{way}");
    }
    let moved = by_id(flock);
    flock.step();
    assert_ne!(by_id(flock), moved);
    assert_eq!(flock.gpu_error(), Some(&error));
}

#[test]
fn a_flock_that_is_drawn_goes_on_when_the_gpu_is_lost() {
    let mut flock = flock();
    for _ in 0..30 {
        flock.advance(FRAME);
    }
    assert!(flock.adapter().is_some());
    let before = by_id(&flock);
    lose(&flock);
    // The driver reports the loss at any later time.
    for _ in 0..10 {
        if flock.adapter().is_some() {
            flock.advance(FRAME);
            flock.wait();
        }
    }
    assert_goes_on(&mut flock, &before);
}

#[test]
fn a_flock_that_is_stepped_goes_on_from_when_it_was_last_known() {
    let mut flock = flock();
    let before = by_id(&flock);
    flock.step();
    lose(&flock);
    // The driver reports the loss at any later time.
    for _ in 0..10 {
        if flock.adapter().is_some() {
            flock.step();
        }
    }
    assert_goes_on(&mut flock, &before);
}

#[test]
fn boids_can_be_spawned_and_walls_built_when_the_gpu_is_lost() {
    let mut flock = flock();
    flock.step();
    let known = by_id(&flock);
    lose(&flock);
    let new = flock.spawn(10).unwrap().to_vec();
    assert_eq!((flock.len(), flock.adapter()), (410, None));
    assert!(new.iter().all(|id| flock.boid(*id).is_some()));
    assert!(known.iter().all(|boid| flock.boid(boid.id) == Some(*boid)));
    let block = crate::geometry::shapes::cuboid(crate::math::Vec3::repeat(0.2));
    flock.set_geometry(Arc::new(crate::Geometry::new(&block).0));
    flock.depenetrate();
    flock.step();
    assert_eq!(flock.len(), 410);
}

#[test]
fn a_flock_comes_back_to_a_gpu_when_the_backend_is_chosen_anew() {
    gpu::prefer(Some(""));
    let mut flock = flock();
    flock.advance(FRAME);
    lose(&flock);
    for _ in 0..3 {
        flock.advance(FRAME);
    }
    assert!(flock.adapter().is_none() && flock.gpu_error().is_some());
    for backend in [Backend::AllThreads, Backend::Gpu] {
        let mut settings = flock.settings().clone();
        settings.simulation.backend = backend;
        flock.set_settings(settings).unwrap();
        flock.step();
        assert_eq!(flock.gpu_error(), None);
        assert_eq!(flock.adapter().is_some(), backend == Backend::Gpu);
    }
}

/// Whether the changes have been made on the GPU, are waiting for its next step, or are in no frame
/// yet.
#[test]
fn boids_that_joined_and_left_are_known_when_the_gpu_is_lost() {
    for (frames, steps, frames_after) in [(0, 0, 0), (0, 3, 0), (3, 0, 0), (3, 0, 1), (3, 2, 0)] {
        let mut flock = flock_with_room(50);
        for _ in 0..frames {
            flock.advance(FRAME);
        }
        let mut expected: Vec<_> = by_id(&flock).iter().map(|boid| boid.id).collect();
        for id in expected.drain(100..110) {
            assert!(flock.remove(id));
        }
        for x in 0..5 {
            let place = crate::math::Vec3::new(x as f32, 0.0, 0.0);
            expected.push(flock.spawn_at(place, crate::math::Vec3::x()).unwrap());
        }
        assert!(flock.adapter().is_some());
        (0..steps).for_each(|_| flock.step());
        for _ in 0..frames_after {
            flock.advance(FRAME);
        }
        lose(&flock);
        // The driver reports the loss at any later time.
        while flock.adapter().is_some() {
            flock.step();
            std::thread::yield_now();
        }
        let case = (frames, steps, frames_after);
        assert_eq!(flock.adapter(), None, "{case:?} {:?}", flock.gpu_error());
        expected.sort();
        let found: Vec<_> = by_id(&flock).iter().map(|boid| boid.id).collect();
        assert_eq!(found, expected);
        assert_eq!((flock.len(), flock.not_placed()), (395, 0));
        assert!(flock.remove(expected[7]) && flock.spawn(2).unwrap().len() == 2);
        flock.step();
        assert_eq!(by_id(&flock).len(), 396);
    }
}

#[test]
fn queries_of_a_lost_flock_are_answered() {
    let mut flock = flock();
    flock.step();
    lose(&flock);
    assert_eq!(flock.boids().len(), 400);
    assert!(flock.nearest(crate::math::Vec3::zeros()).is_some());
    let hash = flock.state_hash();
    let texels = &mut [[f32::NAN; 4]; 800];
    flock.write_instances(texels);
    assert!(texels.iter().flatten().all(|x| x.is_finite()));
    assert_eq!(flock.snapshot().current.len(), 400);
    assert_eq!(flock.state_hash(), hash);
}

/// Frames that come faster than the GPU computes them drop their time.
#[test]
fn dropped_time_is_finite_while_the_gpu_is_behind() {
    let mut flock = flock();
    flock.advance(FRAME);
    remote(&flock).be_late();
    let mut frames_without_steps = 0;
    for _ in 0..10 {
        let advance = flock.advance(f32::INFINITY);
        assert!(advance.dropped_seconds.is_finite());
        assert!(advance.dropped_seconds > 1e38);
        frames_without_steps += usize::from(advance.steps == 0);
        assert_eq!(flock.advance(f32::NAN).dropped_seconds, 0.0);
        assert_eq!(flock.advance(-1.0).dropped_seconds, 0.0);
    }
    assert!(frames_without_steps > 3, "{frames_without_steps}");
    assert_eq!(flock.gpu_error(), None);
}

/// Asserts that the flock continues on the CPU from the last known positions, without waiting.
fn assert_goes_on_alone(flock: &mut Flock, known: &[Boid]) {
    assert_eq!(flock.adapter(), None);
    let error = flock.gpu_error().expect("an error").clone();
    assert!(matches!(error, GpuError::Silent { .. }), "{error}");
    assert!(error.to_string().contains("did not answer for"), "{error}");
    let steps = flock.statistics().steps;
    flock.step();
    assert_eq!(flock.statistics().steps, steps + 1);
    let most = 2.01 * FRAME * flock.settings().motion.max_speed;
    for (known, boid) in known.iter().zip(by_id(flock)) {
        assert_eq!(known.id, boid.id);
        let way = (boid.position - known.position).norm();
        assert!(way > 0.0 && way <= most, "{way}");
    }
}

#[test]
fn a_flock_that_is_stepped_goes_on_when_the_gpu_does_not_answer() {
    let mut flock = flock();
    flock.step();
    let known = by_id(&flock);
    remote(&flock).stick();
    // A query that waits, and a change, which use the last known state.
    flock.wait();
    assert_eq!(by_id(&flock), known);
    flock.step();
    assert_goes_on_alone(&mut flock, &known);
}

#[test]
fn a_flock_that_is_drawn_goes_on_when_no_frame_comes_back() {
    let mut flock = flock();
    (0..5).for_each(|_| {
        flock.advance(FRAME);
        flock.wait();
    });
    let known = by_id(&flock);
    remote(&flock).stick();
    flock.advance(FRAME);
    assert_goes_on_alone(&mut flock, &known);
}

type Change = fn(&mut Settings);

fn change(flock: &mut Flock, change: Change) {
    let mut settings = flock.settings().clone();
    change(&mut settings);
    flock.set_settings(settings).unwrap();
}

fn assert_waits_for_no_pipeline(flock: &mut Flock, device: &Arc<Gpu>, what: &str) {
    if flock.adapter().is_none() {
        // Some changes read the boids back. The flock then returns to the shared device.
        upload(flock, device.clone());
    }
    flock.step();
    assert!(flock.adapter().is_some(), "{what}: {:?}", flock.gpu_error());
    assert_eq!(flock.statistics().late_pipelines, 0, "{what}");
}

#[test]
fn a_step_after_one_change_waits_for_no_pipeline() {
    let changes: [(&str, Change); 11] = [
        ("detail", |it| it.detail.enabled = true),
        ("fear", |it| it.fear.enabled = true),
        ("panic", |it| it.panic.enabled = true),
        ("nearest", |it| it.neighbours.nearest_only = true),
        ("view", |it| it.cohesion.field_of_view = 270.0),
        ("response", |it| {
            it.collision.response = CollisionResponse::Bounce
        }),
        ("checks", |it| it.collision.check_crossings = true),
        ("budget", |it| it.avoidance.ray_budget = 1000),
        ("avoidance", |it| it.avoidance.enabled = false),
        ("collision", |it| it.collision.enabled = false),
        ("box", |it| it.boundary.mode = BoundaryMode::Wrap),
    ];
    // Boids that are moved out of geometry, and spawned boids, join on the GPU.
    let device = device();
    let mut flock = flock_on(device.clone(), 500);
    let block = crate::geometry::shapes::cuboid(crate::math::Vec3::repeat(0.2));
    flock.set_geometry(Arc::new(crate::Geometry::new(&block).0));
    flock.step();
    device.pipelines.wait();
    let first = flock.settings().clone();
    for (what, one_change) in changes {
        change(&mut flock, one_change);
        assert_waits_for_no_pipeline(&mut flock, &device, what);
        flock.set_settings(first.clone()).unwrap();
        assert_waits_for_no_pipeline(&mut flock, &device, what);
    }
    flock.spawn(3).unwrap();
    assert_waits_for_no_pipeline(&mut flock, &device, "boids");
    let shape = crate::obstacles::ObstacleShape::Sphere { radius: 0.3 };
    let placement = Placement::default();
    flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    assert_waits_for_no_pipeline(&mut flock, &device, "obstacle");
}

#[test]
fn pipelines_that_a_step_had_to_wait_for_are_counted() {
    let mut flock = flock();
    flock.step();
    assert_eq!(flock.statistics().late_pipelines, 0);
    // No single change leads to both, so these pipelines are not compiled in advance.
    change(&mut flock, |it| {
        it.detail.enabled = true;
        it.neighbours.nearest_only = true;
    });
    flock.step();
    let late = flock.statistics().late_pipelines;
    assert!(late > 0);
    flock.step();
    assert_eq!(flock.statistics().late_pipelines, late);
}

/// The passes for other flocks are bound later than other passes: when all flocks are sorted.
#[test]
fn the_first_step_among_other_flocks_counts_no_pipeline() {
    let device = device();
    let mut world = World::new();
    let [first, second] = [0, 1].map(|_| world.add(flock_on(device.clone(), 0)));
    let relation = |kind| Relation {
        kind,
        ..Relation::default()
    };
    for (of, to, kind) in [
        (first, second, RelationKind::FlockWith),
        (second, first, RelationKind::Flee),
    ] {
        world.set_relation(of, to, relation(kind)).unwrap();
    }
    for _ in 0..2 {
        world.step().unwrap();
        for (_, flock) in world.flocks() {
            assert!(flock.adapter().is_some(), "{:?}", flock.gpu_error());
            assert_eq!(flock.statistics().late_pipelines, 0);
        }
    }
}

/// While obstacles catch boids, predators make them panic, and viewers come and go.
#[test]
fn no_frame_waits_for_the_gpu() {
    let device = device();
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    settings.spawn.region = Region::cube(2.0);
    settings.boundary.shape = Region::cube(2.0);
    settings.simulation.backend = Backend::Gpu;
    (settings.fear.enabled, settings.panic.enabled) = (true, true);
    settings.detail.enabled = true;
    settings.detail.sleep = true;
    let mut flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
    flock.set_events(EventMask::ALL);
    let at = |frame: u32, radius: f32| {
        let (sin, cos) = (0.02 * frame as f32).sin_cos();
        Vec3::new(radius * cos, 0.0, radius * sin)
    };
    let placement = |frame| Placement {
        origin: at(frame, 1.2),
        ..Placement::default()
    };
    let shape = ObstacleShape::Sphere { radius: 0.5 };
    let placed = placement(0);
    let ball = flock
        .add_obstacle(MovingObstacle {
            shape,
            placement: placed,
        })
        .unwrap();
    let hunter = flock
        .add_predator(Predator::new(at(0, 0.8), Vec3::x()))
        .unwrap();
    upload(&mut flock, device.clone());
    let (mut waits, mut kinds) = (0, [0; 4]);
    for frame in 0..1010 {
        if frame % 100 == 50 {
            // Onto boids, which it catches.
            flock.teleport_obstacle(ball, Placement::default()).unwrap();
        }
        flock.move_obstacle(ball, placement(frame)).unwrap();
        let predator = Predator::new(-at(frame, 0.8), Vec3::x());
        flock.move_predator(hunter, predator).unwrap();
        let far = if frame / 100 % 2 == 0 { -4.0 } else { 1e4 };
        // From afar it looks away, so that the boids sleep.
        let viewer = Viewer {
            direction: Vec3::x(),
            field_of_view: 60.0,
            ..Viewer::all_around(Vec3::x() * far)
        };
        flock.set_viewers(&[viewer]).unwrap();
        flock.advance(FRAME);
        for event in flock.drain_events() {
            match event.kind {
                EventKind::Panicked { .. } => kinds[0] += 1,
                EventKind::FellAsleep => kinds[1] += 1,
                EventKind::TouchedSolid => kinds[2] += 1,
                EventKind::Rescued => kinds[3] += 1,
                _ => (),
            }
        }
        if frame == 9 {
            waits = device.waits.load(Relaxed);
        }
    }
    assert_eq!(flock.gpu_error(), None);
    assert_eq!(device.waits.load(Relaxed), waits);
    assert!(kinds.iter().all(|count| *count > 0), "{kinds:?}");
}

/// A frame without a step ends no contact.
#[test]
fn frames_shorter_than_a_step_tell_each_contact_once() {
    let mut settings = Settings::default();
    settings.spawn.count = 30;
    settings.spawn.region = Region::cube(0.4);
    settings.collision.response = CollisionResponse::Bounce;
    settings.boundary.enabled = false;
    settings.avoidance.enabled = false;
    settings.wander.enabled = true;
    settings.simulation.backend = Backend::Gpu;
    let mut room = crate::geometry::shapes::cuboid(Vec3::repeat(0.5));
    // Its surfaces look inward.
    room.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    let room = Arc::new(crate::Geometry::new(&room).0);
    let counts = [1.0, 4.0].map(|frames| {
        let mut flock = Flock::new(settings.clone(), Placement::default(), room.clone()).unwrap();
        flock.set_events(EventMask::TOUCHED_SOLID);
        upload(&mut flock, device());
        let mut events = 0;
        while flock.steps() < 400 {
            flock.advance(FRAME / frames);
            flock.wait();
            events += flock.drain_events().count();
        }
        assert_eq!(flock.gpu_error(), None);
        events
    });
    assert!(counts[0] > 20, "{counts:?}");
    assert_eq!(counts[0], counts[1]);
}
