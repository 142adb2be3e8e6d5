//! Spatial queries against a search through all boids.

use flock_sim::{Boid, Flock, Placement, Settings, Vec3};
use flock_testkit::flocks::{self, in_the_open, on_threads};
use proptest::prelude::*;
use rayon::prelude::*;

type Vec3d = nalgebra::Vector3<f64>;

/// Boids at these places with these velocities, without a boundary.
fn flock(boids: &[(Vec3, Vec3)]) -> Flock {
    let mut settings = Settings::default();
    settings.boundary.enabled = false;
    flocks::flock(settings, Placement::default(), boids)
}

/// Points that lie apart, in clumps, in the same place, on each other's coordinates, and very far
/// away.
fn point() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        4 => prop::array::uniform3(-3.0f32..3.0),
        4 => prop::array::uniform3(-2i8..3).prop_map(|point| point.map(f32::from)),
        2 => prop::array::uniform3(-0.01f32..0.01),
        1 => prop::array::uniform3(-9000.0f32..9000.0),
    ]
    .prop_map(Vec3::from)
}

fn boids() -> impl Strategy<Value = Vec<(Vec3, Vec3)>> {
    let velocity = prop::array::uniform3(-1.0f32..1.0).prop_map(Vec3::from);
    prop::collection::vec((point(), velocity), 0..300)
}

fn squared(boid: &Boid, point: Vec3) -> f64 {
    (boid.position.cast::<f64>() - point.cast::<f64>()).norm_squared()
}

fn expected_nearest(flock: &Flock, point: Vec3) -> Option<Boid> {
    flock.boids().min_by(|a, b| {
        let by_distance = squared(a, point).total_cmp(&squared(b, point));
        by_distance.then(a.id.cmp(&b.id))
    })
}

fn expected_in_sphere(flock: &Flock, center: Vec3, radius: f32) -> Vec<Boid> {
    let reach = f64::from(radius).powi(2);
    let is_inside = |boid: &Boid| squared(boid, center) <= reach;
    flock.boids().filter(is_inside).collect()
}

fn expected_in_box(flock: &Flock, min: Vec3, max: Vec3) -> Vec<Boid> {
    let is_inside = |boid: &Boid| boid.position.sup(&min) == boid.position.inf(&max);
    flock.boids().filter(is_inside).collect()
}

/// Checks all queries at one place.
fn assert_exact(flock: &Flock, a: Vec3, b: Vec3, radius: f32) {
    assert_eq!(flock.nearest(a), expected_nearest(flock, a));
    let found: Vec<Boid> = flock.in_sphere(a, radius).collect();
    assert_eq!(found, expected_in_sphere(flock, a, radius));
    let (min, max) = a.inf_sup(&b);
    let found: Vec<Boid> = flock.in_box(min, max).collect();
    assert_eq!(found, expected_in_box(flock, min, max));
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(300))]

    #[test]
    fn queries_are_exact_after_any_change(
        boids in boids(),
        places in prop::collection::vec((point(), point(), 0.0f32..4.0), 1..8),
        removed in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let mut flock = flock(&boids);
        let all = |flock: &Flock| places.iter().for_each(|(a, b, radius)| assert_exact(flock, *a, *b, *radius));
        all(&flock);
        flock.step();
        all(&flock);
        for index in removed {
            let ids: Vec<_> = flock.boids().map(|boid| boid.id).collect();
            if !ids.is_empty() {
                flock.remove(*index.get(&ids));
                assert_exact(&flock, places[0].0, places[0].1, places[0].2);
            }
        }
        for (position, velocity) in boids.iter().take(20) {
            flock.spawn_at(*position, *velocity).unwrap();
            all(&flock);
        }
        let mut settings = flock.settings().clone();
        settings.spawn.count = 10;
        flock.set_settings(settings).unwrap();
        all(&flock);
    }
}

/// A flock that is moved by its rules.
#[test]
fn queries_are_exact_in_a_flock_that_moves() {
    let mut settings = Settings::default();
    settings.spawn.count = 3000;
    let mut flock = in_the_open(settings);
    for step in 0..60 {
        flock.step();
        let place = Vec3::new(
            (step % 7) as f32 - 3.0,
            (step % 3) as f32 - 1.0,
            (step % 5) as f32 - 2.0,
        );
        assert_exact(&flock, place, Vec3::zeros(), 0.05 * step as f32);
    }
}

#[test]
fn bad_input_finds_nothing() {
    let flock = flock(&[(Vec3::zeros(), Vec3::x()), (Vec3::x(), Vec3::x())]);
    let good = Vec3::repeat(1.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for axis in 0..3 {
            let mut point = Vec3::zeros();
            point[axis] = bad;
            assert_eq!(flock.nearest(point), None);
            assert_eq!(flock.in_sphere(point, f32::INFINITY).count(), 0);
        }
    }
    for radius in [f32::NAN, -1.0, f32::NEG_INFINITY, -f32::MIN_POSITIVE] {
        assert_eq!(flock.in_sphere(Vec3::zeros(), radius).count(), 0);
    }
    let nan = Vec3::new(0.0, f32::NAN, 0.0);
    for (min, max) in [
        (nan, good),
        (-good, nan),
        (good, -good),
        (Vec3::x(), Vec3::y()),
    ] {
        assert_eq!(flock.in_box(min, max).count(), 0);
    }
    assert_eq!(flock.in_box(Vec3::zeros(), Vec3::zeros()).count(), 1);
    assert_eq!(flock.in_sphere(Vec3::zeros(), 0.0).count(), 1);
    assert_eq!(flock.in_sphere(Vec3::zeros(), f32::INFINITY).count(), 2);
    let nearest = |far: f32| flock.nearest(Vec3::repeat(far)).map(|boid| boid.position);
    assert_eq!(nearest(1e9), Some(Vec3::x()));
    assert!(nearest(f32::MAX).is_some());
}

#[test]
fn of_several_nearest_boids_the_lowest_slot_is_found() {
    let mut flock = flock(&[(Vec3::x(), Vec3::zeros()); 100]);
    let slot = |flock: &Flock| flock.nearest(Vec3::zeros()).unwrap().id.slot();
    assert_eq!(slot(&flock), 0);
    let lowest: Vec<_> = flock.boids().map(|boid| boid.id).take(40).collect();
    lowest.iter().for_each(|id| assert!(flock.remove(*id)));
    assert_eq!(slot(&flock), 40);
    assert_eq!(
        expected_nearest(&flock, Vec3::zeros()).unwrap().id.slot(),
        40
    );
}

#[test]
fn many_threads_may_query_at_once() {
    fn is_shared(_: &(impl Send + Sync)) {}
    let mut settings = Settings::default();
    settings.spawn.count = 20_000;
    let mut flock = in_the_open(settings);
    is_shared(&flock);
    on_threads(4, || {
        for _ in 0..20 {
            flock.step();
            let found: Vec<_> = (0..200)
                .into_par_iter()
                .map(|x| flock.nearest(Vec3::new(x as f32 * 0.01, 0.0, 0.0)))
                .collect();
            let expected = expected_nearest(&flock, Vec3::new(1.5, 0.0, 0.0));
            assert_eq!(found[150], expected);
        }
    });
}

#[test]
fn differences_below_single_precision_count() {
    let far = f32::from_bits(1000.0f32.to_bits() + 1);
    let near_but_later = [
        (Vec3::new(far, 0.0, 0.0), Vec3::zeros()),
        (Vec3::new(-1000.0, 0.0, 0.0), Vec3::zeros()),
    ];
    let flock = flock(&near_but_later);
    let point = Vec3::new(1e-6, 0.0, 0.0);
    let offsets: Vec<Vec3d> = flock
        .boids()
        .map(|boid| boid.position.cast() - point.cast::<f64>())
        .collect();
    assert!(offsets[1].norm() < offsets[0].norm());
    assert_eq!(flock.nearest(point).unwrap().id.slot(), 1);
}
