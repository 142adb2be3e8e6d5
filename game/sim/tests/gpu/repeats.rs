//! The same flock on the same GPU has the same bits.

use crate::backend::gpu_backend;
use flock_sim::{
    boids::{DeadBody, Death},
    saving::InputLog,
    BoidId, Flock, Geometry, Placement, Preset, Settings, Vec3,
};
use flock_testkit::{backends::assert_on_gpu, flocks::in_the_open, scenes};
use std::sync::Arc;

fn hash_after(settings: &Settings, geometry: &Arc<Geometry>, steps: usize) -> u64 {
    let mut flock = Flock::new(settings.clone(), Placement::default(), geometry.clone()).unwrap();
    (0..steps).for_each(|_| flock.step());
    assert!(flock.adapter().is_some());
    flock.state_hash()
}

#[test]
fn a_run_repeats_to_the_last_bit() {
    let triangles = scenes::Scene::default().triangles();
    let geometry = Arc::new(Geometry::new(&triangles).0);
    for preset in [Preset::Sardines, Preset::Starlings, Preset::Composite] {
        let mut settings = preset.settings();
        settings.spawn.count = 700;
        settings.simulation.backend = gpu_backend();
        let first = hash_after(&settings, &geometry, 40);
        for _ in 0..3 {
            assert_eq!(hash_after(&settings, &geometry, 40), first, "{preset}");
        }
        assert_ne!(hash_after(&settings, &geometry, 41), first);
    }
}

/// A game that kills, holds and lets go between frames, which draw boids where they were a while
/// ago. Returns what was logged, and the hash after six steps.
fn play() -> (InputLog, u64) {
    let mut flock = twenty();
    flock.start_log();
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    for frame in 0.. {
        let steps = flock.statistics().steps;
        if steps >= 6 {
            break;
        }
        match frame {
            2 => assert!(flock.kill(ids[3], Death::new(DeadBody::Falls)).unwrap()),
            3 => assert!(flock.hold(ids[5]) && flock.hold(ids[6])),
            4 => {
                let joined = flock.spawn_at(Vec3::new(0.0, 0.5, 0.0), Vec3::x()).unwrap();
                assert!(flock.hold(joined) && flock.release(ids[5], Vec3::y()).unwrap());
            }
            _ => (),
        }
        // Mostly between two steps.
        flock.advance(0.9 / 60.0);
        assert_on_gpu(&flock);
    }
    assert_eq!(flock.loose_boids().len(), 3);
    (flock.take_log(), flock.state_hash())
}

fn twenty() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 20;
    settings.simulation.backend = gpu_backend();
    in_the_open(settings)
}

#[test]
fn a_replay_of_killed_and_held_boids_has_the_same_bits() {
    let (log, hash) = play();
    let mut in_steps = twenty();
    in_steps.replay(log.clone());
    (0..6).for_each(|_| in_steps.step());
    assert_eq!(
        (in_steps.state_hash(), in_steps.left_to_replay()),
        (hash, 0)
    );
    let mut in_frames = twenty();
    in_frames.replay(log);
    while in_frames.statistics().steps < 6 {
        in_frames.advance(1.0 / 144.0);
    }
    assert_eq!(in_frames.state_hash(), hash);
}
