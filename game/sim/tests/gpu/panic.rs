//! Waves of panic on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    events::{EventKind, EventMask},
    settings::Backend,
    statistics::Measures,
    BoidId, Flock,
};
use flock_testkit::{
    backends::{assert_on_gpu, on},
    waves::{birds, wave},
};
use std::{collections::BTreeMap, sync::Arc};

#[test]
fn a_wave_is_as_fast_as_on_the_cpu() {
    let cpu = wave(birds(1000), 2.5).measure();
    let gpu = wave(on(gpu_backend(), birds(1000)), 2.5);
    assert_on_gpu(&gpu);
    let gpu: Measures = gpu.measure();
    assert!(gpu.panicked * 10 > 1000 * 9, "{gpu:?}");
    assert!(
        gpu.panic_speed > 1.5 * gpu.mean_speed && gpu.panic_fit > 0.9,
        "{gpu:?}"
    );
    let ratio = gpu.panic_speed / cpu.panic_speed;
    assert!((ratio - 1.0).abs() < 0.15, "{cpu:?} {gpu:?}");
}

/// In frames, so that events come with the drawn state.
#[test]
fn each_boid_panics_once_and_copies_after_its_neighbours() {
    let mut flock = on(gpu_backend(), birds(600));
    flock.set_events(EventMask::PANICKED);
    let mut flock = wave(flock, 0.3);
    for _ in 0..120 {
        flock.advance(1.0 / 60.0);
        flock.wait();
    }
    flock.step();
    assert_on_gpu(&flock);
    let mut begins = BTreeMap::new();
    let mut last = 0;
    for event in flock.drain_events() {
        let EventKind::Panicked { generation } = event.kind else {
            panic!("{event:?}");
        };
        assert!(event.step >= last);
        last = event.step;
        let known = begins.insert(event.boid, (generation, event.step));
        assert!(known.is_none(), "{event:?} {known:?}");
    }
    assert!(begins.len() > 590, "{}", begins.len());
    let first = |wanted: u32| {
        let of = begins
            .values()
            .filter(|(generation, _)| *generation == wanted);
        of.map(|(_, step)| *step).min().unwrap()
    };
    // 0.05 s are three steps.
    assert!((0..4).all(|generation| first(generation + 1) >= first(generation) + 3));
}

#[test]
fn a_wave_goes_on_after_a_snapshot_and_with_another_backend() {
    let mut gpu = wave(on(gpu_backend(), birds(600)), 0.6);
    let half = gpu.measure().panicked;
    assert!((50..550).contains(&half), "{half}");
    let saved = gpu.snapshot();
    let restored = Flock::restore(&saved, Arc::default()).unwrap();
    let mut restored = on(Backend::AllThreads, restored);
    assert_eq!(restored.measure().panicked, half);
    (0..60).for_each(|_| gpu.step());
    assert_on_gpu(&gpu);
    (0..60).for_each(|_| restored.step());
    let [expected, found] = [&restored, &gpu].map(|flock| flock.measure());
    assert!(
        expected.panicked > 590 && found.panicked > 590,
        "{expected:?} {found:?}"
    );
    let ratio = found.panic_speed / expected.panic_speed;
    assert!((ratio - 1.0).abs() < 0.1, "{expected:?} {found:?}");
    // Another backend takes it over.
    let mut cpu = on(Backend::AllThreads, gpu);
    cpu.step();
    assert_eq!(cpu.adapter(), None);
    assert!(cpu.measure().panicked + 20 > found.panicked);
}

#[test]
fn boids_that_join_are_calm_and_those_that_leave_are_forgotten() {
    let mut flock = wave(on(gpu_backend(), birds(400)), 1.5);
    let before = flock.measure().panicked;
    assert!(before > 390, "{before}");
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).take(50).collect();
    let place = flock.boid(ids[0]).unwrap();
    ids.into_iter().for_each(|id| assert!(flock.remove(id)));
    for _ in 0..50 {
        let far = flock_sim::Vec3::new(0.0, 500.0, 0.0);
        flock
            .spawn_at(place.position + far, place.velocity)
            .unwrap();
    }
    let panicked = flock.measure().panicked;
    assert!(panicked + 50 >= before && panicked <= 350, "{panicked}");
    (0..10).for_each(|_| flock.step());
    assert_on_gpu(&flock);
    let panicked = flock.measure().panicked;
    assert!(panicked + 60 >= before && panicked <= 350, "{panicked}");
}

#[test]
fn the_same_wave_gives_the_same_bits() {
    let run = || {
        let flock = wave(on(gpu_backend(), birds(500)), 1.0);
        assert_on_gpu(&flock);
        (flock.state_hash(), flock.measure().panicked)
    };
    assert_eq!(run(), run());
}
