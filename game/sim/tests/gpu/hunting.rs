//! Flocks that hunt in attacks, on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    events::EventMask,
    settings::{Backend, BoundaryMode, Catch},
    World,
};
use flock_testkit::{
    backends::assert_on_gpu,
    flocks::by_id,
    hunts::{assert_targets_differ, attacked, counts, hunt, pursuits},
    worlds::twin,
};
use std::sync::Arc;

fn are_on_gpu(world: &World) {
    world.flocks().for_each(|(_, flock)| assert_on_gpu(flock));
}

#[test]
fn hunters_make_the_same_steps() {
    for mode in [None, Some(BoundaryMode::Wrap)] {
        assert_same_steps(mode);
    }
}

/// Of hunters and prey with another boundary.
fn assert_same_steps(mode: Option<BoundaryMode>) {
    let (mut cpu, ids) = hunt(Backend::AllThreads, Catch::Remove);
    for id in ids {
        let flock = cpu.flock_mut(id).unwrap();
        let mut settings = flock.settings().clone();
        settings.boundary.mode = mode.unwrap_or(settings.boundary.mode);
        flock.set_settings(settings).unwrap();
    }
    let mut attacks = 0;
    for _ in 0..8 {
        (0..40).for_each(|_| cpu.step().unwrap());
        let mut gpu = twin(&cpu, &Arc::default(), &ids, gpu_backend());
        for step in 0..3 {
            cpu.step().unwrap();
            gpu.step().unwrap();
            are_on_gpu(&gpu);
            let [expected, found] = [&cpu, &gpu].map(|world| pursuits(world, ids[0]));
            for (slot, (boid, pursuit)) in &expected {
                let (other, found) = &found[slot];
                assert_eq!(pursuit, found, "{step}");
                let off = (boid.velocity - other.velocity).norm();
                assert!(off < 0.02, "{mode:?}, {step}: {off} m/s");
                attacks += usize::from(attacked(pursuit).is_some());
            }
            let [expected, found] = [&cpu, &gpu].map(|it| by_id(it.flock(ids[1]).unwrap()));
            assert_eq!(expected.len(), found.len());
        }
    }
    assert!(attacks > 20, "{attacks}");
}

#[test]
fn hunters_catch_prey_each_its_own() {
    let mask = EventMask::CAUGHT | EventMask::ESCAPED | EventMask::REMOVED;
    for in_frames in [false, true] {
        let (mut world, ids) = hunt(gpu_backend(), Catch::Remove);
        world.flock_mut(ids[1]).unwrap().set_events(mask);
        for _ in 0..60 * 15 {
            if in_frames {
                world.advance(1.0 / 60.0).unwrap();
                world.flock(ids[0]).unwrap().wait();
            } else {
                world.step().unwrap();
            }
            assert_targets_differ(&world, ids[0]);
        }
        are_on_gpu(&world);
        let [attacks, catches, _] = counts(&mut world, ids);
        assert!(
            catches > 0 && attacks > catches,
            "{attacks} {catches} {in_frames}"
        );
    }
}

#[test]
fn the_same_hunt_gives_the_same_bits() {
    let run = || {
        let (mut world, ids) = hunt(gpu_backend(), Catch::Remove);
        (0..240).for_each(|_| world.step().unwrap());
        are_on_gpu(&world);
        ids.map(|id| world.flock(id).unwrap().state_hash())
    };
    assert_eq!(run(), run());
}
