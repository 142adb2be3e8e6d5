//! Avoidance gives the same bits on any number of threads and in a restored flock.

use flock_sim::{
    settings::{Backend, Plane, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::scenes;
use flock_testkit::{
    flocks::on_threads,
    saved::{copy, SavedTree},
};
use nalgebra::{Quaternion, UnitQuaternion};
use std::sync::Arc;

/// A flock among blocks and a ball.
fn flock(backend: Backend, change: impl Fn(&mut Settings)) -> Flock {
    let mut settings = Settings::default();
    settings.simulation.backend = backend;
    settings.spawn.count = 1500;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-3.0, -1.0, -2.5),
        max: Vec3::new(3.5, 1.0, 2.5),
    };
    change(&mut settings);
    let placement = Placement {
        origin: Vec3::new(10.0, -2.0, 5.0),
        rotation: UnitQuaternion::new_normalize(Quaternion::new(4.0, 1.0, 2.0, 3.0)),
    };
    let triangles = scenes::moved(scenes::exact_scene(), placement.origin, placement.rotation);
    Flock::new(settings, placement, Arc::new(Geometry::new(&triangles).0)).unwrap()
}

/// The state and the counters after every 20 steps.
fn history(mut flock: Flock) -> Vec<(u64, u64, u64)> {
    (0..10)
        .map(|_| {
            (0..20).for_each(|_| flock.step());
            let statistics = flock.statistics();
            (
                flock.state_hash(),
                statistics.rays,
                statistics.delayed_looks,
            )
        })
        .collect()
}

const VARIANTS: [fn(&mut Settings); 4] = [
    |_| {},
    |settings| settings.avoidance.ray_budget = 200,
    |settings| settings.motion.plane = Plane::Xz,
    |settings| settings.avoidance.look_interval = 0.0,
];

#[test]
fn equal_bits_on_any_number_of_threads() {
    for (index, change) in VARIANTS.into_iter().enumerate() {
        let expected = history(flock(Backend::SingleThread, change));
        assert!(expected.last().is_some_and(|(_, rays, _)| *rays > 1000));
        for threads in [1, 2, 3, 8] {
            let found = on_threads(threads, || history(flock(Backend::AllThreads, change)));
            assert_eq!(found, expected, "variant {index} on {threads} threads");
        }
    }
}

#[test]
fn a_restored_flock_keeps_its_memory_of_geometry() {
    for change in VARIANTS {
        let mut flock = flock(Backend::SingleThread, change);
        (0..50).for_each(|_| flock.step());
        let snapshot = copy(&flock.snapshot());
        let restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        assert_eq!(restored.snapshot(), snapshot);
        assert_eq!(history(restored), history(flock));
    }
}

/// A snapshot with a memory that no boid can have is refused.
#[test]
fn broken_memories_are_refused() {
    let mut flock = flock(Backend::SingleThread, |_| {});
    (0..50).for_each(|_| flock.step());
    let broken = SavedTree::new(&flock.snapshot()).with("sights/0/slot", 1_000_000_u32);
    let error = Flock::restore(&broken.read().unwrap(), flock.geometry().clone()).unwrap_err();
    assert!(error.to_string().contains("1000000"), "{error}");
}
