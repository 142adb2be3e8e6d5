//! The API of a flock on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    boids::{DeadBody, Death},
    emitters::Emitter,
    events::{EventKind, EventMask, FlockEvent, Player},
    gpu,
    influences::{Influence, InfluenceKind},
    settings::{Backend, CollisionResponse, Region},
    threats::Scare,
    Flock, Geometry, GpuError, Placement, Preset, Settings, Vec3,
};
use flock_testkit::{
    backends::assert_on_gpu,
    flocks::{by_id, in_the_open, push},
};
use std::sync::Arc;

fn flock() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 500;
    settings.simulation.backend = gpu_backend();
    let mut flock = in_the_open(settings);
    flock.step();
    assert_on_gpu(&flock);
    flock
}

#[test]
fn boids_are_added_and_removed() {
    let mut flock = flock();
    let ids: Vec<_> = flock.boids().map(|boid| boid.id).collect();
    let at = Vec3::new(2.0, 0.5, 0.0);
    let new = flock.spawn_at(at, Vec3::x()).unwrap();
    assert!((flock.boid(new).unwrap().position - at).norm() < 1e-6);
    assert!(flock.remove(ids[7]) && !flock.remove(ids[7]));
    flock.step();
    assert_on_gpu(&flock);
    assert_eq!((flock.len(), flock.boid(ids[7])), (500, None));
    assert!((flock.boid(new).unwrap().position - at).norm() < 0.1);
    let more = flock.spawn(200).unwrap().to_vec();
    flock.step();
    assert_on_gpu(&flock);
    assert_eq!(flock.len(), 700);
    assert!(more.iter().all(|id| flock.boid(*id).is_some()));
    assert!(ids.iter().filter(|id| flock.boid(**id).is_some()).count() == 499);
}

/// Bodies are simulated beside the boids, which stay on the GPU.
#[test]
fn boids_are_killed_held_and_come_back() {
    let mut flock = flock();
    let ids: Vec<_> = flock.boids().map(|boid| boid.id).take(4).collect();
    let [dead, held, short, alive] = ids[..] else {
        panic!("{ids:?}")
    };
    assert!(flock.set_data(dead, 7));
    let sinks = Death::new(DeadBody::Sinks);
    assert!(flock.kill(dead, sinks).unwrap() && flock.hold(held));
    let vanishes_after = Some(0.05);
    assert!(flock
        .kill(
            short,
            Death {
                vanishes_after,
                ..sinks
            }
        )
        .unwrap());
    let before = flock.boid(dead).unwrap().position;
    for _ in 0..60 {
        flock.advance(1.0 / 60.0);
        flock.wait();
        assert_on_gpu(&flock);
    }
    assert_eq!((flock.len(), flock.drawn_len()), (497, 499));
    assert_eq!((flock.boid(short), flock.data(dead)), (None, Some(7)));
    let body = flock.boid(dead).unwrap();
    assert!(body.position.y < before.y - 0.1);
    let mut texels = vec![[f32::NAN; 4]; 2 * flock.drawn_len()];
    flock.write_instances(&mut texels);
    let drawn = Vec3::new(texels[2 * 497][0], texels[2 * 497][1], texels[2 * 497][2]);
    assert!((drawn - body.position).norm() < 0.02);
    assert!(flock.revive(dead).unwrap() && flock.release(held, Vec3::x()).unwrap());
    flock.step();
    assert_on_gpu(&flock);
    assert_eq!((flock.len(), flock.drawn_len()), (499, 499));
    assert!((flock.boid(dead).unwrap().position - body.position).norm() < 0.05);
    assert!(flock.boid(alive).is_some());
}

#[test]
fn emitters_run_on_the_gpu_too() {
    let mut flock = flock();
    let emitter = Emitter {
        rate: 60.0,
        lifetime: Some(0.25),
        ..Emitter::default()
    };
    let id = flock.add_emitter(emitter).unwrap();
    for frame in 1..40 {
        flock.advance(1.0 / 60.0);
        flock.wait();
        assert_on_gpu(&flock);
        assert_eq!(flock.len(), 500 + flock.emitted(id), "{frame}");
    }
    assert!(
        (13..=16).contains(&flock.emitted(id)),
        "{}",
        flock.emitted(id)
    );
}

#[test]
fn events_come_from_the_gpu_too() {
    let mut flock = flock();
    flock.set_events(EventMask::ALL);
    let point = Vec3::new(0.3, 0.0, 0.0);
    let (radius, strength, decay) = (0.4, 10.0, 0.5);
    flock
        .scare(Scare {
            point,
            radius,
            strength,
            decay,
        })
        .unwrap();
    flock.set_player(Some(Player { point, radius })).unwrap();
    let target = InfluenceKind::Target {
        point,
        slowing: radius,
    };
    let target = flock.add_influence(Influence::new(target)).unwrap();
    let block = flock_sim::geometry::shapes::cuboid(Vec3::new(0.05, 3.0, 3.0));
    flock.set_geometry(Arc::new(Geometry::new(&block).0));
    let killed = by_id(&flock)[3].id;
    flock.kill(killed, Death::new(DeadBody::Stays)).unwrap();
    let scared = flock.in_sphere(point, radius).count();
    flock.step();
    assert_on_gpu(&flock);
    let mut events: Vec<FlockEvent> = flock.drain_events().collect();
    let count = |events: &[FlockEvent], kind| events.iter().filter(|it| it.kind == kind).count();
    assert_eq!(count(&events, EventKind::Killed), 1);
    assert_eq!(
        count(&events, EventKind::Rescued) as u64,
        flock.statistics().rescued
    );
    assert_eq!(count(&events, EventKind::Scared), scared);
    let arrived = flock.in_sphere(point, radius).count();
    assert_eq!(count(&events, EventKind::Arrived(target)), arrived);
    let body_radius = flock.settings().collision.body_radius;
    let touching = flock.in_sphere(point, radius + body_radius).count();
    assert_eq!(count(&events, EventKind::TouchedPlayer), touching);
    for _ in 0..60 {
        flock.advance(1.0 / 60.0);
        flock.wait();
        events.extend(flock.drain_events());
    }
    assert_on_gpu(&flock);
    assert!(flock.statistics().contacts > 0);
    assert!(count(&events, EventKind::TouchedSolid) > 0);
    assert!(count(&events, EventKind::Arrived(target)) > arrived);
}

/// A boid in a room: each contact that follows a step without one is an event, as on the CPU.
#[test]
fn every_contact_begins_with_an_event() {
    let mut all_events = 0;
    for response in [
        CollisionResponse::Slide,
        CollisionResponse::Bounce,
        CollisionResponse::Reverse,
    ] {
        let mut settings = Settings::default();
        settings.spawn.count = 1;
        settings.spawn.region = Region::cube(0.2);
        settings.collision.response = response;
        settings.avoidance.enabled = false;
        settings.boundary.enabled = false;
        settings.wander.enabled = true;
        settings.simulation.backend = gpu_backend();
        let room = flock_sim::geometry::shapes::cuboid(Vec3::repeat(0.5));
        let mut flock = in_the_open(settings);
        flock.set_geometry(Arc::new(Geometry::new(&room).0));
        flock.set_events(EventMask::TOUCHED_SOLID);
        let (mut contacts, mut was_touching, mut events) = (0, false, 0);
        for step in 0..1000 {
            flock.step();
            let after = flock.statistics().contacts;
            let is_touching = after > std::mem::replace(&mut contacts, after);
            let found = flock.drain_events().count();
            let was_touching = std::mem::replace(&mut was_touching, is_touching);
            let begins = is_touching && !was_touching;
            assert_eq!(found, usize::from(begins), "{response:?} {step}");
            events += found;
        }
        assert_on_gpu(&flock);
        assert!(events > 0, "{response:?}");
        all_events += events;
    }
    assert!(all_events > 3, "{all_events}");
}

#[test]
fn settings_and_counts_change_while_it_runs() {
    let mut flock = flock();
    let before = by_id(&flock);
    let mut settings = flock.settings().clone();
    settings.cohesion.weight = 3.0;
    settings.spawn.count = 800;
    flock.set_settings(settings.clone()).unwrap();
    assert_eq!(flock.len(), 800);
    for boid in &before {
        assert_eq!(flock.boid(boid.id).unwrap().position, boid.position);
    }
    settings.cohesion.weight = f32::NAN;
    assert!(flock.set_settings(settings).is_err());
    flock.step();
    assert_on_gpu(&flock);
    assert_eq!(flock.len(), 800);
}

#[test]
fn queries_find_what_is_there() {
    let mut flock = flock();
    (0..10).for_each(|_| flock.step());
    let boids = by_id(&flock);
    let point = Vec3::new(0.1, 0.0, 0.2);
    let nearest = flock.nearest(point).unwrap();
    let distance = |place: Vec3| (place - point).norm();
    assert!(boids
        .iter()
        .all(|boid| distance(boid.position) >= distance(nearest.position)));
    let inside = boids
        .iter()
        .filter(|boid| distance(boid.position) <= 0.5)
        .count();
    assert_eq!(flock.in_sphere(point, 0.5).count(), inside);
    let (low, high) = (Vec3::repeat(-0.4), Vec3::repeat(0.3));
    let is_in = |p: &Vec3| (0..3).all(|axis| (low[axis]..=high[axis]).contains(&p[axis]));
    let boxed = boids.iter().filter(|boid| is_in(&boid.position)).count();
    assert_eq!(flock.in_box(low, high).count(), boxed);
    assert!(inside > 0 && boxed > 0);
    // Also while frames are drawn.
    for _ in 0..5 {
        flock.advance(1.0 / 60.0);
        let nearest = flock.nearest(point).unwrap();
        assert_eq!(flock.boid(nearest.id), Some(nearest));
        assert_eq!(flock.boids().len(), 500);
    }
}

#[test]
fn boids_flee_and_calm_down() {
    let mut flock = flock();
    let point = by_id(&flock)[0].position;
    let near = |flock: &Flock| flock.in_sphere(point, 0.4).count();
    let before = near(&flock);
    flock
        .scare(Scare {
            point,
            radius: 2.0,
            strength: 60.0,
            decay: 0.5,
        })
        .unwrap();
    (0..30).for_each(|_| flock.step());
    assert_on_gpu(&flock);
    assert!(near(&flock) < before, "{} of {before}", near(&flock));
}

#[test]
fn switching_backends_keeps_the_state() {
    let mut flock = flock();
    let backends = [Backend::SingleThread, gpu_backend(), Backend::AllThreads];
    for backend in backends.into_iter().cycle().take(7) {
        let before = by_id(&flock);
        let mut settings = flock.settings().clone();
        settings.simulation.backend = backend;
        flock.set_settings(settings).unwrap();
        assert_eq!(by_id(&flock), before);
        flock.step();
        assert_eq!(flock.adapter().is_some(), backend == Backend::Gpu);
        let most = 1.01 * flock.settings().motion.max_speed / 60.0;
        for (before, after) in before.iter().zip(by_id(&flock)) {
            assert_eq!(before.id, after.id);
            assert!((after.position - before.position).norm() <= most);
        }
    }
}

#[test]
fn snapshots_are_taken_and_restored_on_the_gpu() {
    let mut flock = flock();
    (0..5).for_each(|_| flock.step());
    let snapshot = flock.snapshot();
    let mut twin = Flock::restore(&snapshot, Arc::<Geometry>::default()).unwrap();
    assert_eq!(by_id(&twin), by_id(&flock));
    (0..5).for_each(|_| flock.step());
    (0..5).for_each(|_| twin.step());
    assert_on_gpu(&twin);
    assert_eq!(twin.state_hash(), flock.state_hash());
}

#[test]
fn geometry_changes_while_it_runs() {
    let mut flock = flock();
    let mut settings = flock.settings().clone();
    settings.collision.check_crossings = true;
    flock.set_settings(settings).unwrap();
    let block = flock_sim::geometry::shapes::cuboid(Vec3::repeat(0.5));
    flock.set_geometry(Arc::new(Geometry::new(&block).0));
    flock.depenetrate();
    assert!(flock.statistics().rescued > 0);
    (0..60).for_each(|_| flock.step());
    assert_on_gpu(&flock);
    let inside = flock.in_box(Vec3::repeat(-0.5), Vec3::repeat(0.5));
    assert_eq!((inside.count(), flock.statistics().crossings), (0, 0));
    flock.set_geometry(Arc::default());
    flock.depenetrate();
    (0..5).for_each(|_| flock.step());
    assert_on_gpu(&flock);
}

#[test]
fn the_first_step_on_the_gpu_looks_at_all_boids() {
    let mut flock = flock();
    flock.step();
    let block = flock_sim::geometry::shapes::cuboid(Vec3::repeat(0.5));
    let inside = |flock: &Flock| flock.boids().filter(|it| it.position.amax() < 0.5).count();
    flock.set_geometry(Arc::new(Geometry::new(&block).0));
    assert!(inside(&flock) > 0 && flock.unchecked() > 0);
    flock.step();
    assert_on_gpu(&flock);
    assert_eq!((inside(&flock), flock.unchecked()), (0, 0));
    assert!(flock.statistics().rescued > 0);
}

#[test]
fn the_flock_s_frame_moves() {
    let mut flock = flock();
    let origin = Vec3::new(0.0, 1.0, 0.0);
    flock.set_placement(Placement::at(origin)).unwrap();
    (0..5).for_each(|_| flock.step());
    assert_on_gpu(&flock);
    assert_eq!(flock.placement().origin, origin);
}

#[test]
fn a_custom_rule_is_refused_with_its_name_and_the_flock_goes_on() {
    let mut flock = flock();
    push(&mut flock, Vec3::y());
    let before = by_id(&flock);
    flock.step();
    let error = flock.gpu_error().expect("an error").to_string();
    assert!(
        error.contains("set_custom_rule") && error.contains("AllThreads"),
        "{error}"
    );
    assert_eq!(flock.adapter(), None);
    let most = 1.01 * flock.settings().motion.max_speed / 60.0;
    for (before, after) in before.iter().zip(by_id(&flock)) {
        assert!((after.position - before.position).norm() <= most);
    }
    flock.set_custom_rule(None);
    flock.step();
    assert_on_gpu(&flock);
}

#[test]
fn an_adapter_that_is_not_there_is_named_with_those_that_are() {
    let error = gpu::Adapter::choose(Some("no such adapter")).unwrap_err();
    let GpuError::UnknownAdapter { there, .. } = &error else {
        panic!("{error}");
    };
    assert!(
        !there.is_empty() && error.to_string().contains(&there[0]),
        "{error}"
    );
}

/// The same if an adapter in software is preferred, as here.
#[test]
fn automatic_takes_real_hardware_for_many_boids_only() {
    gpu_backend();
    let adapters = gpu::adapters();
    let is_real = adapters[0].kind() != gpu::AdapterKind::Software;
    for (count, is_large) in [(100, false), (20_000, true)] {
        let mut settings = Preset::Sardines.settings();
        settings.spawn.count = count;
        settings.spawn.region = Region::cube(15.0);
        settings.simulation.backend = Backend::Automatic;
        let mut flock = in_the_open(settings);
        flock.step();
        assert_eq!(flock.adapter().is_some(), is_large && is_real);
        assert_eq!(flock.gpu_error(), None);
    }
}

#[test]
fn software_is_only_taken_if_it_is_named() {
    match gpu::Adapter::choose(None) {
        Ok(adapter) => assert_ne!(adapter.kind(), gpu::AdapterKind::Software),
        Err(error) => assert!(matches!(error, GpuError::NoAdapter { .. }), "{error}"),
    }
    let best = gpu::Adapter::choose(Some("")).unwrap();
    assert_eq!(best.name(), gpu::adapters()[0].name());
}
