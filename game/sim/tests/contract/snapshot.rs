//! A flock restored from a snapshot goes on as the original; broken snapshots are refused.

use flock_sim::{
    custom_rule::{CustomRule, Neighbourhood},
    saving::Snapshot,
    settings::{Backend, Region},
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{in_the_open, texels},
    saved::{copy, SavedTree},
    triangles::{self, moved},
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;
use std::sync::Arc;

/// A flock with a history: some boids were removed, some added, and it is between two steps.
fn flock(backend: Backend) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(0.3, 0.1, -0.2),
        radius: 1.0,
    };
    settings.wander.enabled = true;
    settings.simulation.backend = backend;
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

/// Everything of a flock that a game can observe.
fn observed(flock: &Flock) -> (u64, Vec<[u32; 4]>, usize) {
    let texels = texels(flock);
    let bits = texels.iter().map(|texel| texel.map(f32::to_bits)).collect();
    (flock.state_hash(), bits, flock.not_placed())
}

#[test]
fn a_restored_flock_goes_on_with_the_same_bits() {
    for backend in [Backend::SingleThread, Backend::AllThreads] {
        let mut flock = flock(backend);
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
    let block = Geometry::new(&flock_sim::geometry::shapes::cuboid(Vec3::repeat(1.0))).0;
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
    let flock = in_the_open(settings);
    let restored = Flock::restore(&copy(&flock.snapshot()), Arc::default()).unwrap();
    assert!(restored.is_empty());
}

#[test]
fn a_level_that_changed_meanwhile_puts_no_boid_inside_a_wall() {
    let flock = flock(Backend::SingleThread);
    let block = flock_sim::geometry::shapes::cuboid(Vec3::repeat(1.5));
    let geometry = triangles::geometry(&moved(&block, [5.0, -2.0, 1.0]));
    let restored = Flock::restore(&flock.snapshot(), geometry.clone()).unwrap();
    let rescued = restored.statistics().rescued;
    assert!(rescued > 0, "the block lies clear of the flock");
    for boid in restored.boids() {
        assert!(geometry.is_clear(boid.position, 0.0), "{boid:?}");
    }
}

#[test]
fn another_version_is_refused_for_that() {
    let text = ron::to_string(&flock(Backend::SingleThread).snapshot()).unwrap();
    // In the order of the file: the version comes first.
    let other = text.replacen("version:1", "version:2,feathers:8", 1);
    assert_ne!(text, other);
    let error = ron::from_str::<Snapshot>(&other).unwrap_err().to_string();
    assert!(
        error.contains("version 2") && error.contains("version 1"),
        "{error}"
    );
}

fn tree() -> SavedTree {
    SavedTree::new(&flock(Backend::SingleThread).snapshot())
}

/// The error for a snapshot that was changed.
fn error_of(changed: &SavedTree) -> String {
    let snapshot = changed.read().unwrap();
    let error = Flock::restore(&snapshot, Arc::default()).unwrap_err();
    error.to_string()
}

#[test]
fn impossible_states_are_refused_by_name() {
    let tree = tree();
    for (broken, named) in [
        (
            tree.with("settings/cohesion/weight", -1.2_f32),
            "cohesion.weight is -1.2",
        ),
        (tree.with("blend", 7.0_f32), "blend is 7"),
        (
            tree.with_first("slots/free", 7_000_000_u32),
            "there is no slot 7000000",
        ),
        (
            tree.with_first("slots/waiting", 0_u32),
            "slot 0 is used twice",
        ),
        (
            tree.with_first("current/position/0", 1.0_f32),
            "differ in length",
        ),
        (
            tree.with_first("current/position/0", f32::NAN),
            "differ in length",
        ),
        (
            tree.with_first("current/velocity/0", f32::INFINITY),
            "differ in length",
        ),
        (tree.with("time", -1.0_f64), "time is -1"),
    ] {
        let error = error_of(&broken);
        assert!(error.contains(named), "{error}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let tree = tree();
    for array in [
        "position/0",
        "velocity/0",
        "orientation/0",
        "phase",
        "variation",
    ] {
        for value in [f32::NAN, f32::INFINITY, 1e30] {
            let error = error_of(&tree.with(&format!("current/{array}/0"), value));
            assert!(error.contains("impossible"), "{error}");
        }
    }
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
    let mut tree = tree();
    for name in ["rescued", "displaced", "contacts", "refused_wishes"] {
        tree = tree.with(&format!("statistics/{name}"), u64::MAX);
    }
    let mut flock = Flock::restore(&tree.read().unwrap(), geometry()).unwrap();
    flock.set_custom_rule(Some(Arc::new(Refused)));
    (0..60).for_each(|_| flock.step());
    assert!(flock.statistics().contacts_per_second > 0.0);
    let before = flock.len();
    let cover = flock_sim::geometry::shapes::cuboid(Vec3::repeat(100.0));
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
    let tree = tree();
    for path in [
        "contacts_per_second",
        "step_milliseconds",
        "shares/sorting",
        "shares/neighbours",
        "shares/motion",
        "shares/geometry",
        "shares/poses",
    ] {
        let name = path.trim_start_matches("shares/");
        for value in [f32::NAN, f32::INFINITY] {
            let error = error_of(&tree.with(&format!("statistics/{path}"), value));
            assert!(error.contains(&format!("{name} is {value}")), "{error}");
        }
    }
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(300))]

    /// A damaged snapshot is refused or gives a flock that can go on.
    #[test]
    fn damaged_snapshots_never_panic(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..20, "[-0-9a-z.,:()\\[\\]]{0,6}"), 1..4),
    ) {
        let mut settings = Settings::default();
        settings.spawn.count = 5;
        let flock = in_the_open(settings);
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
