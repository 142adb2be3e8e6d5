//! Avoidance gives the same bits on any number of threads and in a restored flock.

use crate::support::flocks::on_threads;
use crate::support::scenes;
use flock_sim::{Driver, Flock, Geometry, Placement, Plane, Region, Settings, Snapshot, Vec3};
use nalgebra::{Quaternion, UnitQuaternion};
use std::sync::Arc;

/// A flock among blocks and a ball.
fn flock(driver: Driver, change: impl Fn(&mut Settings)) -> Flock {
    let mut settings = Settings::default();
    settings.simulation.driver = driver;
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
        let expected = history(flock(Driver::SingleThread, change));
        assert!(expected.last().is_some_and(|(_, rays, _)| *rays > 1000));
        for threads in [1, 2, 3, 8] {
            let found = on_threads(threads, || history(flock(Driver::AllThreads, change)));
            assert_eq!(found, expected, "variant {index} on {threads} threads");
        }
    }
}

#[test]
fn a_restored_flock_keeps_its_memory_of_geometry() {
    for change in VARIANTS {
        let mut flock = flock(Driver::SingleThread, change);
        (0..50).for_each(|_| flock.step());
        let stored = ron::to_string(&flock.snapshot()).unwrap();
        let snapshot: Snapshot = ron::from_str(&stored).unwrap();
        let restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        assert_eq!(restored.snapshot(), snapshot);
        assert_eq!(history(restored), history(flock));
    }
}

/// A snapshot with a memory that no boid can have is refused.
#[test]
fn broken_memories_are_refused() {
    let mut flock = flock(Driver::SingleThread, |_| {});
    (0..50).for_each(|_| flock.step());
    let stored = ron::to_string(&flock.snapshot()).unwrap();
    let sights = stored.find("sights:[(slot:").unwrap();
    let slot = sights + "sights:[(slot:".len();
    let end = slot + stored[slot..].find(',').unwrap();
    let broken = format!("{}{}{}", &stored[..slot], 1_000_000, &stored[end..]);
    let snapshot: Snapshot = ron::from_str(&broken).unwrap();
    let error = Flock::restore(&snapshot, flock.geometry().clone()).unwrap_err();
    assert!(error.to_string().contains("1000000"), "{error}");
}
