//! A flock restored from a snapshot goes on as the original; broken snapshots are refused.

use crate::support::flocks::texels;
use flock_sim::{
    Boid, CustomRule, Driver, Flock, Geometry, Neighbourhood, Placement, Region, Settings,
    Snapshot, SnapshotError, Vec3,
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;
use std::sync::Arc;

/// A flock with a history: some boids were removed, some added, and it is between two steps.
fn flock(driver: Driver) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(0.3, 0.1, -0.2),
        radius: 1.0,
    };
    settings.wander.enabled = true;
    settings.simulation.driver = driver;
    let placement = Placement {
        origin: Vec3::new(4.0, -2.0, 1.0),
        rotation: UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3),
    };
    let mut flock = Flock::new(settings, placement, geometry()).unwrap();
    (0..40).for_each(|_| flock.step());
    let some: Vec<_> = flock.boids().step_by(7).map(|boid| boid.id).collect();
    for id in some {
        assert!(flock.remove(id));
    }
    flock.spawn(11).unwrap();
    flock.advance(0.04);
    flock
}

/// A plate through the flock.
fn geometry() -> Arc<Geometry> {
    let corner = |x: f32, z: f32| Vec3::new(4.0 + x, -1.7, 1.0 + z);
    let triangle = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(0.0, 1.0)];
    Arc::new(Geometry::new(&[triangle]).0)
}

fn copy(snapshot: &Snapshot) -> Snapshot {
    ron::from_str(&ron::to_string(snapshot).unwrap()).unwrap()
}

/// Everything of a flock that a game can observe.
fn observed(flock: &Flock) -> (u64, Vec<[u32; 4]>, usize) {
    let texels = texels(flock);
    let bits = texels.iter().map(|texel| texel.map(f32::to_bits)).collect();
    (flock.state_hash(), bits, flock.not_placed())
}

#[test]
fn a_restored_flock_goes_on_with_the_same_bits() {
    for driver in [Driver::SingleThread, Driver::AllThreads] {
        let mut flock = flock(driver);
        let snapshot = copy(&flock.snapshot());
        assert_eq!(snapshot, flock.snapshot());
        assert_eq!(snapshot.len(), flock.len());
        let mut restored = Flock::restore(&snapshot, geometry()).unwrap();
        assert!(flock.boids().eq(restored.boids()));
        for _ in 0..50 {
            assert_eq!(observed(&restored), observed(&flock));
            assert_eq!(flock.advance(0.013), restored.advance(0.013));
        }
        assert_eq!(restored.spawn(9).unwrap(), flock.spawn(9).unwrap());
        (0..20).for_each(|_| flock.step());
        (0..20).for_each(|_| restored.step());
        assert_eq!(observed(&restored), observed(&flock));
        let (ours, theirs) = (flock.statistics(), restored.statistics());
        assert_eq!((ours.steps, ours.contacts), (theirs.steps, theirs.contacts));
        assert!(ours.contacts > 0);
    }
}

/// With fewer boids each has more attempts, so those that wait would find places if they were tried
/// alone.
#[test]
fn boids_that_found_no_place_go_on_waiting() {
    let mut settings = Settings::default();
    settings.spawn.count = 40_000;
    settings.spawn.region = Region::cube(1.055);
    let block = Geometry::new(&flock_sim::shapes::cuboid(Vec3::repeat(1.0))).0;
    let mut flock = Flock::new(settings, Placement::default(), Arc::new(block)).unwrap();
    assert!(flock.not_placed() > 5_000, "{}", flock.not_placed());
    let mut restored = Flock::restore(&flock.snapshot(), flock.geometry().clone()).unwrap();
    for _ in 0..3 {
        assert_eq!(restored.snapshot().len(), flock.len());
        assert_eq!(observed(&restored), observed(&flock));
        flock.step();
        restored.step();
    }
}

#[test]
fn a_flock_without_boids_comes_back() {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    let flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
    let restored = Flock::restore(&copy(&flock.snapshot()), Arc::default()).unwrap();
    assert!(restored.is_empty());
}

#[test]
fn a_level_that_changed_meanwhile_puts_no_boid_inside_a_wall() {
    let flock = flock(Driver::SingleThread);
    let block = flock_sim::shapes::cuboid(Vec3::repeat(1.5));
    let block: Vec<_> = block
        .into_iter()
        .map(|triangle| triangle.map(|corner| corner + Vec3::new(5.0, -2.0, 1.0)))
        .collect();
    let geometry = Arc::new(Geometry::new(&block).0);
    let restored = Flock::restore(&flock.snapshot(), geometry.clone()).unwrap();
    let rescued = restored.statistics().rescued;
    assert!(rescued > 0, "the block lies clear of the flock");
    for boid in restored.boids() {
        assert!(geometry.is_clear(boid.position, 0.0), "{boid:?}");
    }
}

#[test]
fn another_version_is_refused_for_that() {
    let text = ron::to_string(&flock(Driver::SingleThread).snapshot()).unwrap();
    let other = text.replacen("version:1", "version:2,feathers:8", 1);
    assert_ne!(text, other);
    let error = ron::from_str::<Snapshot>(&other).unwrap_err().to_string();
    assert!(
        error.contains("version 2") && error.contains("version 1"),
        "{error}"
    );
}

/// The error for a snapshot in which the first occurrence of some text was replaced.
fn error_after(from: &str, to: &str) -> SnapshotError {
    let text = ron::to_string(&flock(Driver::SingleThread).snapshot()).unwrap();
    let broken = text.replacen(from, to, 1);
    assert_ne!(text, broken, "{from} is not in the snapshot");
    let snapshot = ron::from_str(&broken).unwrap();
    Flock::restore(&snapshot, Arc::default()).unwrap_err()
}

#[test]
fn impossible_states_are_refused_by_name() {
    for (from, to, named) in [
        ("weight:1.2", "weight:-1.2", "cohesion.weight is -1.2"),
        ("blend:0", "blend:7", "blend is 7"),
        ("free:[", "free:[7000000,", "there is no slot 7000000"),
        ("waiting:[", "waiting:[0,", "slot 0 is used twice"),
        ("position:([", "position:([1.0,", "differ in length"),
        ("position:([", "position:([NaN,", "differ in length"),
        ("velocity:([", "velocity:([inf,", "differ in length"),
        ("time:", "time:-", "time is -"),
    ] {
        let error = error_after(from, to).to_string();
        assert!(error.contains(named), "{error}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let text = ron::to_string(&flock(Driver::SingleThread).snapshot()).unwrap();
    for array in [
        "position:([",
        "velocity:([",
        "orientation:([",
        "phase:[",
        "variation:[",
    ] {
        for value in ["NaN", "inf", "1e30"] {
            let start = text.find(array).unwrap() + array.len();
            let end = start + text[start..].find(',').unwrap();
            let broken = format!("{}{value}{}", &text[..start], &text[end..]);
            let snapshot = ron::from_str(&broken).unwrap();
            let error = Flock::restore(&snapshot, Arc::default()).unwrap_err();
            assert!(error.to_string().contains("impossible"), "{error}");
        }
    }
}

/// The text of a snapshot with another value of a statistic.
fn with_statistic(text: &str, name: &str, value: impl std::fmt::Display) -> String {
    let name = format!("{name}:");
    // Settings come before the statistics and have some of the same names.
    let start = text.rfind(&name).unwrap() + name.len();
    let end = start + text[start..].find([',', ')']).unwrap();
    format!("{}{value}{}", &text[..start], &text[end..])
}

/// A rule whose wish is always refused.
struct Refused;

impl CustomRule for Refused {
    fn wish(&self, _: &Boid, _: &Neighbourhood) -> Vec3 {
        Vec3::repeat(f32::NAN)
    }
}

#[test]
fn counters_that_are_full_stay_full() {
    let mut text = ron::to_string(&flock(Driver::SingleThread).snapshot()).unwrap();
    for name in ["rescued", "displaced", "contacts", "refused_wishes"] {
        text = with_statistic(&text, name, u64::MAX);
    }
    let mut flock = Flock::restore(&ron::from_str(&text).unwrap(), geometry()).unwrap();
    flock.set_custom_rule(Some(Arc::new(Refused)));
    (0..60).for_each(|_| flock.step());
    assert!(flock.statistics().contacts_per_second > 0.0);
    let before = flock.len();
    let cover = flock_sim::shapes::cuboid(Vec3::repeat(100.0));
    flock.set_geometry(Arc::new(Geometry::new(&cover).0));
    flock.depenetrate();
    assert!(flock.len() < before);
    let found = flock.statistics();
    let counters = [
        found.rescued,
        found.displaced,
        found.contacts,
        found.refused_wishes,
    ];
    assert_eq!(counters, [u64::MAX; 4]);
}

#[test]
fn statistics_that_are_not_finite_are_refused() {
    let text = ron::to_string(&flock(Driver::SingleThread).snapshot()).unwrap();
    for name in [
        "contacts_per_second",
        "step_milliseconds",
        "sorting",
        "neighbours",
        "motion",
        "geometry",
        "poses",
    ] {
        for value in ["NaN", "inf"] {
            let snapshot = ron::from_str(&with_statistic(&text, name, value)).unwrap();
            let error = Flock::restore(&snapshot, Arc::default()).unwrap_err();
            assert!(
                error.to_string().contains(&format!("{name} is {value}")),
                "{error}"
            );
        }
    }
}

proptest! {
    #![proptest_config(crate::support::cases::config(300))]

    /// A damaged snapshot is refused or gives a flock that can go on.
    #[test]
    fn damaged_snapshots_never_panic(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..20, "[-0-9a-z.,:()\\[\\]]{0,6}"), 1..4),
    ) {
        let mut settings = Settings::default();
        settings.spawn.count = 5;
        let flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
        let mut text = ron::to_string(&flock.snapshot()).unwrap();
        for (at, length, with) in cuts {
            let start = at.index(text.len());
            let end = (start + length).min(text.len());
            text.replace_range(start..end, &with);
        }
        if let Ok(snapshot) = ron::from_str::<Snapshot>(&text) {
            // A damaged number of boids may be large, and placing them would take long.
            prop_assume!(snapshot.settings().spawn.count < 100_000);
            if let Ok(mut flock) = Flock::restore(&snapshot, Arc::default()) {
                (0..3).for_each(|_| flock.step());
                prop_assert!(flock.boids().all(|boid| boid.position.iter().all(|x| x.is_finite())));
            }
        }
    }
}
