//! Heights above the ground.

use flock_sim::{
    geometry::shapes,
    influences::{AltitudeAbove, Influence, InfluenceKind},
    settings::{Boundary, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::by_id,
    triangles::{cuboid, geometry, moved, turned},
};
use std::sync::Arc;

/// A level of 40 m: a hill, and a cave in the rock below it.
fn hill_and_cave() -> Arc<Geometry> {
    let rock = cuboid([20.0, 10.0, 20.0], Vec3::y() * -10.0);
    let hill = moved(&shapes::ball(8.0, 4), Vec3::y() * -3.0);
    let cave = turned(&cuboid([15.0, 4.0, 15.0], Vec3::y() * -13.0));
    geometry(&[rock, hill, cave].concat())
}

fn band(lowest: f32, highest: f32) -> Influence {
    Influence {
        weight: 20.0,
        reach: 0.3,
        ..Influence::new(InfluenceKind::AltitudeBand {
            lowest,
            highest,
            above: AltitudeAbove::Ground,
        })
    }
}

/// Boids around a height in this level.
fn school(height: f32, geometry: Arc<Geometry>) -> Flock {
    let region = |half: f32, thin: f32| Region::Box {
        min: Vec3::new(-half, height - thin, -half),
        max: Vec3::new(half, height + thin, half),
    };
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    settings.spawn.region = region(10.0, 1.0);
    settings.boundary = Boundary::new(region(14.0, 9.0));
    settings.motion.max_speed = 1.0;
    settings.motion.min_speed = 0.3;
    Flock::new(settings, Placement::default(), geometry).unwrap()
}

/// Asserts that boids keep between 1 m and 2 m of an altitude, and returns how many positions were
/// above 4 m.
fn assert_kept(height: f32, altitude: impl Fn(Vec3) -> f32) -> usize {
    let mut flock = school(height, hill_and_cave());
    flock.add_influence(band(1.0, 2.0)).unwrap();
    (0..1200).for_each(|_| flock.step());
    let mut high = 0;
    for _ in 0..600 {
        flock.step();
        let is_kept = |it: Vec3| (0.6..2.5).contains(&altitude(it));
        let kept = flock.boids().filter(|it| is_kept(it.position)).count();
        assert!(kept * 100 >= flock.len() * 97, "{kept} keep the height");
        high += flock.boids().filter(|it| it.position.y > 4.0).count();
    }
    high
}

#[test]
fn a_flock_keeps_its_height_above_a_hill() {
    let over_hill = |it: Vec3| {
        let (side, hill) = (it.xz().norm(), 8.0f32);
        let top = (hill * hill - side * side).max(0.0).sqrt() - 3.0;
        it.y - top.max(0.0)
    };
    assert!(assert_kept(6.0, over_hill) > 1000, "none is over the hill");
}

#[test]
fn in_a_cave_the_ground_is_its_floor() {
    assert_kept(-15.0, |it| it.y + 17.0);
}

#[test]
fn without_ground_there_is_no_effect() {
    let wall = [[Vec3::zeros(), Vec3::y(), Vec3::x()]];
    for geometry in [Geometry::empty(), Geometry::new(&wall).0] {
        let geometry = Arc::new(geometry);
        geometry.prepare_ground();
        let mut with = school(0.0, geometry.clone());
        let mut without = school(0.0, geometry);
        with.add_influence(band(10.0, 11.0)).unwrap();
        for _ in 0..60 {
            with.step();
            without.step();
        }
        assert_eq!(by_id(&with), by_id(&without));
    }
}

#[test]
fn another_geometry_has_another_ground() {
    let mut flock = school(6.0, Arc::default());
    flock.add_influence(band(1.0, 2.0)).unwrap();
    (0..10).for_each(|_| flock.step());
    let boid = flock.boids().next().unwrap().id;
    assert_eq!(flock.wishes(boid).unwrap().influences, Vec3::zeros());
    flock.set_geometry(hill_and_cave());
    (0..10).for_each(|_| flock.step());
    let pushed = flock.boids().filter(|boid| {
        let wish = flock.wishes(boid.id).unwrap().influences;
        wish.y != 0.0 && wish.xz().norm() < 1e-6 * wish.y.abs()
    });
    assert!(pushed.count() > 100);
}
