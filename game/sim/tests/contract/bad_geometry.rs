//! Bad triangles: flocks are simulated among those that can be used. Nothing panics or hangs, no
//! boid becomes NaN, and none crosses a surface.

use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
use flock_testkit::scenes::levels::{hills, Numbers};
use std::sync::Arc;

type Triangles = Vec<[Vec3; 3]>;

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.spawn.speed = 1.0;
    settings.collision.check_crossings = true;
    settings
}

#[track_caller]
fn assert_sane(name: &str, flock: &Flock) {
    for boid in flock.boids() {
        let mut numbers = boid.position.iter().chain(&boid.velocity);
        assert!(numbers.all(|x| x.is_finite()), "{name}: {boid:?}");
    }
    assert_eq!(flock.statistics().crossings, 0, "{name}");
    assert_eq!(flock.len() + flock.not_placed(), 200, "{name}");
}

/// Checks a flock that starts among these triangles, and one that they are put over.
#[track_caller]
fn check(name: &str, triangles: &[[Vec3; 3]]) -> Arc<Geometry> {
    let (geometry, report) = Geometry::new(triangles);
    let left_out = report.dropped() + report.duplicates;
    assert_eq!(report.triangles + left_out, triangles.len(), "{name}");
    assert_eq!(report.triangles, geometry.triangle_count(), "{name}");
    let geometry = Arc::new(geometry);
    let new = |geometry| Flock::new(settings(), Placement::default(), geometry).unwrap();
    let mut born = new(geometry.clone());
    let mut covered = new(Arc::default());
    for flock in [&mut born, &mut covered] {
        (0..30).for_each(|_| flock.step());
        flock.set_geometry(geometry.clone());
        flock.depenetrate();
        (0..30).for_each(|_| flock.step());
        assert_sane(name, flock);
    }
    geometry
}

fn good() -> Triangles {
    shapes::ball(0.8, 2)
}

/// Bad triangles of every kind between good ones.
fn mixed() -> Triangles {
    let bad = [
        [Vec3::repeat(f32::NAN); 3],
        [Vec3::zeros(), Vec3::x(), Vec3::new(f32::NAN, 0.0, 0.0)],
        [Vec3::zeros(), Vec3::x(), Vec3::repeat(f32::INFINITY)],
        [Vec3::zeros(), Vec3::x(), Vec3::repeat(f32::MAX)],
        [Vec3::x(); 3],
        [Vec3::x(), Vec3::x(), Vec3::y()],
        [Vec3::zeros(), Vec3::x(), Vec3::x() * 2.0],
    ];
    let good = good();
    good.chunks(40)
        .flat_map(|some| [some, &bad])
        .flatten()
        .copied()
        .collect()
}

#[test]
fn nothing_at_all_and_nothing_that_can_be_used() {
    for (name, triangles) in [
        ("empty", Triangles::new()),
        ("NaN", vec![[Vec3::repeat(f32::NAN); 3]; 100]),
        ("points", vec![[Vec3::zeros(); 3]; 100]),
        ("no height", shapes::cuboid(Vec3::new(1.0, 0.0, 0.0))),
    ] {
        let geometry = check(name, &triangles);
        assert_eq!(geometry.triangle_count(), 0, "{name}");
        assert_eq!(geometry.clearance(Vec3::zeros()), f32::INFINITY, "{name}");
    }
}

#[test]
fn bad_triangles_between_good_ones_change_nothing() {
    let geometry = check("mixed", &mixed());
    assert_eq!(geometry.triangles(), good());
    assert!(!geometry.is_clear(Vec3::zeros(), 0.05));
    let hash = |triangles: &[[Vec3; 3]]| {
        let geometry = Arc::new(Geometry::new(triangles).0);
        let mut flock = Flock::new(settings(), Placement::default(), geometry).unwrap();
        (0..200).for_each(|_| flock.step());
        assert!(flock.statistics().contacts + flock.statistics().rays > 0);
        flock.state_hash()
    };
    assert_eq!(hash(&mixed()), hash(&good()));
}

#[test]
fn flat_boxes_and_single_triangles() {
    check(
        "a sheet of two sides",
        &shapes::cuboid(Vec3::new(1.0, 0.0, 1.0)),
    );
    check("one triangle", &[[Vec3::x(), Vec3::y(), Vec3::z()]]);
    check(
        "the same one often",
        &[[Vec3::x(), Vec3::y(), Vec3::z()]; 1000],
    );
}

#[test]
fn tiny_ones_and_huge_ones() {
    for scale in [1e-6, 1e-3, 1e3, 1e6, 1e9] {
        let triangles: Triangles = shapes::cuboid(Vec3::repeat(scale));
        check(&format!("scaled by {scale}"), &triangles);
    }
    let corner = [Vec3::x(), Vec3::y(), Vec3::z()];
    let sizes = (-30..30).map(|power| corner.map(|v| v * 2.0_f32.powi(power)));
    check("of all sizes", &sizes.collect::<Vec<_>>());
}

/// A geometry of a million triangles, each of them on its own.
fn shreds() -> Triangles {
    let mut numbers = Numbers::new(3);
    let mut shred = || {
        let at = 40.0 * numbers.vector();
        [at, at + 0.1 * numbers.vector(), at + 0.1 * numbers.vector()]
    };
    (0..1_000_000).map(|_| shred()).collect()
}

#[test]
#[ignore = "slow"]
fn far_apart_and_far_away() {
    let at = |place: Vec3| good().into_iter().map(move |t| t.map(|v| v + place));
    for far in [1e3, 1e6, 9e8] {
        let places = [Vec3::zeros(), Vec3::repeat(far), Vec3::repeat(-far)];
        let apart: Triangles = places.into_iter().flat_map(at).collect();
        check(&format!("{far} m apart"), &apart);
        check(
            &format!("{far} m away"),
            &at(Vec3::repeat(far)).collect::<Vec<_>>(),
        );
    }
}

#[test]
#[ignore = "slow"]
fn a_million_triangles() {
    let landscape = hills(100.0, 708);
    assert!(landscape.len() > 1_000_000);
    let geometry = check("hills", &landscape);
    assert_eq!(geometry.triangle_count(), landscape.len());
    check("shreds", &shreds());
    let pile = vec![[Vec3::x(), Vec3::y(), Vec3::z()]; 1_000_000];
    check("in one place", &pile);
}
