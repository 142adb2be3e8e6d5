//! The same settings, seed and number of steps give the same flock, bit by bit.

use flock_sim::{
    settings::{Backend, CollisionResponse, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{in_the_open, on_threads, texels},
    scenes,
};
use nalgebra::{Quaternion, UnitQuaternion};
use std::sync::Arc;

const STEPS: usize = 500;

/// The state hash of [`flock`] after [`STEPS`] steps.
const GOLDEN: u64 = 0xd7aa_9c44_996f_b2ca;

/// The state hash of [`seeing_flock`] after [`STEPS`] steps.
const GOLDEN_OF_SEEING: u64 = 0x238b_d921_25b3_7dc8;

/// Boids that avoid the geometry and slide along it.
fn seeing_flock(backend: Backend) -> Flock {
    let mut flock = flock(backend);
    let mut settings = flock.settings().clone();
    let Settings {
        avoidance,
        collision,
        ..
    } = Settings::default();
    (settings.avoidance, settings.collision) = (avoidance, collision);
    settings.collision.body_radius = flock.settings().collision.body_radius;
    flock.set_settings(settings).unwrap();
    flock
}

/// Boids without avoidance, which turn back where they meet geometry.
fn flock(backend: Backend) -> Flock {
    let mut settings = Settings::default();
    settings.simulation.backend = backend;
    settings.spawn.count = 2000;
    settings.spawn.seed = 7;
    // So that boids meet geometry often, as in recorded runs.
    settings.avoidance.enabled = false;
    settings.collision.response = CollisionResponse::Reverse;
    settings.collision.skin = 0.0;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-3.0, -1.0, -2.5),
        max: Vec3::new(3.5, 1.0, 2.5),
    };
    let placement = Placement {
        origin: Vec3::new(10.0, -2.0, 5.0),
        rotation: UnitQuaternion::new_normalize(Quaternion::new(4.0, 1.0, 2.0, 3.0)),
    };
    let triangles = scenes::moved(scenes::exact_scene(), placement.origin, placement.rotation);
    let geometry = Geometry::new(&triangles).0;
    Flock::new(settings, placement, Arc::new(geometry)).unwrap()
}

#[test]
fn sixty_frames_a_second_and_240_give_the_same_bits() {
    let [mut slow, mut fast] = [(); 2].map(|()| flock(Backend::AllThreads));
    for _ in 0..60 {
        assert_eq!(slow.advance(1.0 / 60.0).steps, 1);
        let steps: u32 = (0..4).map(|_| fast.advance(1.0 / 240.0).steps).sum();
        assert_eq!(steps, 1);
        assert_eq!(fast.state_hash(), slow.state_hash());
        assert_eq!(texels(&fast), texels(&slow));
    }
}

/// Hash of the state and bits of what is drawn, every 100 steps.
fn history(mut flock: Flock) -> Vec<(u64, Vec<[u32; 4]>)> {
    (0..STEPS / 100)
        .map(|_| {
            (0..100).for_each(|_| flock.step());
            let texels = texels(&flock);
            let bits = texels.iter().map(|texel| texel.map(f32::to_bits)).collect();
            (flock.state_hash(), bits)
        })
        .collect()
}

#[test]
fn equal_bits_on_any_number_of_threads() {
    for make in [flock, seeing_flock] {
        let expected = history(make(Backend::SingleThread));
        for threads in [1, 2, 3, 8] {
            let found = on_threads(threads, || history(make(Backend::AllThreads)));
            assert!(
                found == expected,
                "{threads} threads gave another flock than one"
            );
        }
    }
}

fn assert_golden(flock: &mut Flock, golden: u64) {
    (0..STEPS).for_each(|_| flock.step());
    let hash = flock.state_hash();
    assert_eq!(
        hash, golden,
        "\nThe flock after {STEPS} steps is not what it was: its hash is {hash:#018x}.\n\
         If the rules were changed on purpose, or the order of sums was, set the constant in this file to the new hash and say\n\
         so in the changelog: recorded runs no longer repeat. If not, a change that should not matter does; find out which.\n\
         If only this platform differs, something that platforms round differently (sin, exp, fused multiply-add) has come\n\
         into the state.\n"
    );
}

#[test]
fn golden_state() {
    let mut flock = flock(Backend::SingleThread);
    assert_golden(&mut flock, GOLDEN);
    let contacts = flock.statistics().contacts;
    assert!(contacts > 500, "{contacts} contacts prove little");
}

#[test]
fn golden_state_of_those_that_see() {
    let mut flock = seeing_flock(Backend::SingleThread);
    assert_golden(&mut flock, GOLDEN_OF_SEEING);
    let rays = flock.statistics().rays;
    assert!(rays > 5_000, "{rays} rays prove little");
}

#[test]
fn another_seed_is_another_flock() {
    let mut settings = flock(Backend::SingleThread).settings().clone();
    let make = |settings: &Settings| in_the_open(settings.clone()).state_hash();
    let first = make(&settings);
    assert_eq!(first, make(&settings));
    settings.spawn.seed += 1;
    assert_ne!(first, make(&settings));
}
