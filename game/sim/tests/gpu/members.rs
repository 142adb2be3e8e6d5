//! Boids that join and leave a flock on the GPU, while the others stay there.

use crate::backend::gpu_backend;
use flock_sim::{
    boids::{DeadBody, Death},
    emitters::Emitter,
    events::{EventKind, EventMask},
    geometry::shapes,
    saving::Snapshot,
    settings::{Backend, Boundary, Region},
    BoidId, Flock, Geometry, Settings, Vec3,
};
use flock_testkit::{
    backends::{assert_on_gpu, twin},
    flocks::{by_id, in_the_open},
};
use std::{collections::HashSet, sync::Arc};

const FRAME: f32 = 1.0 / 60.0;

fn flock(backend: Backend, count: u32) -> Flock {
    let mut settings = Settings {
        boundary: Boundary::new(Region::cube(3.0)),
        ..Settings::default()
    };
    settings.spawn.count = count;
    settings.spawn.region = Region::cube(3.0);
    settings.simulation.backend = backend;
    in_the_open(settings)
}

/// A flock on the GPU with room for further boids.
fn roomy(count: u32) -> Flock {
    let mut flock = flock(gpu_backend(), count);
    flock.step();
    let ids = flock.spawn(200).unwrap().to_vec();
    flock.step();
    ids.into_iter().for_each(|id| assert!(flock.remove(id)));
    flock.step();
    flock
}

fn ids(flock: &Flock) -> HashSet<BoidId> {
    flock.boids().map(|boid| boid.id).collect()
}

/// What a game does in a frame.
fn play(flock: &mut Flock, frame: usize) {
    let some: Vec<BoidId> = by_id(flock).iter().map(|boid| boid.id).collect();
    let pick = |which: usize| some[(which * 7919 + frame * 104_729) % some.len()];
    for which in 0..5 {
        let place = Vec3::new(0.3 * which as f32, 2.0, -2.0 + 0.01 * frame as f32);
        flock.spawn_at(place, Vec3::x()).unwrap();
    }
    let ids = flock.spawn(4).unwrap().to_vec();
    assert!(flock.remove(pick(1)) && flock.remove(ids[0]));
    flock.kill(pick(2), Death::new(DeadBody::Sinks)).unwrap();
    if flock.hold(pick(3)) {
        flock.release(pick(3), Vec3::y()).unwrap();
    }
    flock.hold(pick(4));
}

#[test]
fn boids_join_and_leave_in_frames_and_the_others_stay_on_the_gpu() {
    let mut flock = roomy(1500);
    flock.advance(FRAME);
    flock.set_events(EventMask::SPAWNED | EventMask::REMOVED | EventMask::KILLED);
    let mut all = ids(&flock);
    let mut gone = HashSet::new();
    for frame in 0..40 {
        play(&mut flock, frame);
        assert_on_gpu(&flock);
        for event in flock.drain_events() {
            match event.kind {
                EventKind::Spawned => {
                    assert!(all.insert(event.boid) && !gone.contains(&event.boid))
                }
                _ => {
                    assert!(all.remove(&event.boid));
                    gone.insert(event.boid);
                }
            }
        }
        let loose: HashSet<BoidId> = flock.loose_boids().map(|boid| boid.id).collect();
        let there = ids(&flock);
        assert_eq!(there.len(), flock.len());
        assert!(there
            .iter()
            .all(|id| all.contains(id) && !loose.contains(id)));
        let expected = all.iter().filter(|id| !loose.contains(id));
        assert_eq!(expected.count(), there.len());
        assert!(there.iter().all(|id| flock.boid(*id).is_some()));
        assert!(gone
            .iter()
            .all(|id| loose.contains(id) || flock.boid(*id).is_none()));
        let mut texels = vec![[f32::NAN; 4]; 2 * flock.drawn_len()];
        flock.write_instances(&mut texels);
        assert!(texels.iter().flatten().all(|x| x.is_finite()));
        // Some frames make no step, and some several.
        flock.advance([FRAME, 0.2 * FRAME, 2.5 * FRAME][frame % 3]);
        assert_on_gpu(&flock);
    }
    flock.step();
    let there = ids(&flock);
    assert_eq!(there.len(), flock.len());
    assert!(flock.boids().all(|boid| boid.position.amax() < 4.0));
}

/// The same changes before one step on the CPU and on the GPU.
#[test]
fn boids_that_join_and_leave_make_the_same_step_as_on_the_cpu() {
    let backend = gpu_backend();
    let mut cpu = flock(Backend::AllThreads, 1200);
    let mut gpu = roomy(1200);
    for round in 0..8 {
        (0..10).for_each(|_| gpu.step());
        cpu = twin(&gpu, Backend::AllThreads);
        for flock in [&mut cpu, &mut gpu] {
            play(flock, round);
        }
        assert_on_gpu(&gpu);
        cpu.step();
        gpu.step();
        assert_on_gpu(&gpu);
        let (expected, found) = (by_id(&cpu), by_id(&gpu));
        assert_eq!(expected.len(), found.len());
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(expected.id, found.id);
            let off = (expected.velocity - found.velocity).norm();
            let away = (expected.position - found.position).norm();
            assert!(off < 2e-3 && away < 1e-4, "{expected:?} {found:?}");
        }
    }
    assert_eq!(gpu.settings().simulation.backend, backend);
    assert!(cpu.len() > 1000);
}

#[test]
fn all_boids_leave_and_others_join() {
    let mut flock = roomy(300);
    for round in 0..3 {
        let all: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
        all.iter().for_each(|id| assert!(flock.remove(*id)));
        assert_eq!((flock.len(), flock.boids().len()), (0, 0));
        assert!(flock.nearest(Vec3::zeros()).is_none());
        match round % 2 {
            0 => flock.step(),
            _ => assert_eq!(flock.advance(FRAME).steps, 1),
        }
        assert_on_gpu(&flock);
        let ids: HashSet<BoidId> = flock.spawn(150).unwrap().iter().copied().collect();
        assert!(all.iter().all(|id| !ids.contains(id)));
        flock.step();
        assert_on_gpu(&flock);
        assert_eq!(self::ids(&flock), ids);
    }
}

#[test]
fn the_same_changes_give_the_same_bits() {
    let run = || {
        let mut flock = roomy(900);
        for round in 0..10 {
            play(&mut flock, round);
            flock.step();
        }
        assert_on_gpu(&flock);
        flock.state_hash()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_snapshot_has_the_boids_that_join_with_the_next_step() {
    let mut flock = roomy(500);
    flock.advance(FRAME);
    let new = flock.spawn_at(Vec3::new(1.0, 0.0, 0.0), Vec3::x()).unwrap();
    let old = flock.boids().next().unwrap().id;
    assert!(flock.remove(old));
    let snapshot: Snapshot = flock.snapshot();
    let twin = Flock::restore(&snapshot, Arc::default()).unwrap();
    assert_eq!(twin.len(), 500);
    assert_eq!(twin.boid(new).unwrap().position, Vec3::new(1.0, 0.0, 0.0));
    assert!(twin.boid(old).is_none());
    assert_eq!(twin.state_hash(), flock.state_hash());
}

#[test]
fn emitters_run_on_the_gpu() {
    let mut flock = roomy(400);
    let emitter = Emitter {
        rate: 300.0,
        lifetime: Some(0.2),
        ..Emitter::default()
    };
    let id = flock.add_emitter(emitter).unwrap();
    for _ in 0..60 {
        flock.advance(FRAME);
        // A GPU that is behind would leave steps out.
        flock.wait();
        assert_on_gpu(&flock);
    }
    let emitted = flock.emitted(id);
    assert!((50..=70).contains(&emitted), "{emitted}");
    assert_eq!(flock.len(), 400 + emitted);
}

/// Another geometry moves boids out of it, without the others coming back.
#[test]
fn changed_geometry_acts_on_the_gpu() {
    let block = |half: f32| {
        let cuboid = shapes::cuboid(Vec3::repeat(half));
        Arc::new(Geometry::new(&cuboid).0)
    };
    let mut flock = roomy(600);
    // Room for all that are moved at once.
    flock.set_geometry(block(0.8));
    flock.step();
    for half in [0.3, 1.0, 1.4] {
        flock.set_geometry(block(half));
        assert_on_gpu(&flock);
        flock.advance(FRAME);
        assert_on_gpu(&flock);
        for _ in 0..5 {
            flock.advance(FRAME);
        }
        flock.step();
        assert_eq!((flock.unchecked(), flock.not_placed()), (0, 0));
        let inside = flock.boids().filter(|it| it.position.amax() < half);
        assert_eq!(inside.count(), 0);
        assert_eq!(flock.len(), 600);
    }
    assert!(flock.statistics().rescued > 0);
}
