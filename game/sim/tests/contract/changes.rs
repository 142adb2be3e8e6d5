//! Changes while the flock runs.

use flock_sim::{
    settings::{Plane, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{by_id, texels};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

fn flock(settings: &Settings) -> Flock {
    Flock::new(
        settings.clone(),
        Placement::default(),
        Arc::new(Geometry::empty()),
    )
    .unwrap()
}

#[test]
fn a_changed_count_adds_or_removes_and_leaves_the_others_alone() {
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    let mut flock = flock(&settings);
    (0..50).for_each(|_| flock.step());
    let before = by_id(&flock);

    settings.spawn.count = 150;
    flock.set_settings(settings.clone()).unwrap();
    let more = by_id(&flock);
    assert_eq!(more[..100], before[..]);
    assert!(more.iter().map(|boid| boid.id.slot()).eq(0..150));

    settings.spawn.count = 60;
    flock.set_settings(settings.clone()).unwrap();
    assert_eq!(by_id(&flock)[..], before[..60]);
    let texels = texels(&flock);
    for (boid, texels) in flock.boids().zip(texels.chunks(2)) {
        assert_eq!(texels[0][..3], boid.position.as_slice()[..]);
    }
    flock.step();
    assert_eq!(flock.statistics().boids, 60);
}

#[test]
fn changed_settings_act_on_the_next_step() {
    let mut settings = Settings::default();
    let mut flock = flock(&settings);
    (0..10).for_each(|_| flock.step());
    settings.motion.max_speed = 0.01;
    flock.set_settings(settings).unwrap();
    flock.step();
    assert!(flock.boids().all(|boid| boid.velocity.norm() < 0.0101));
}

#[test]
fn a_moved_placement_draws_the_boids_after_it() {
    let mut settings = Settings::default();
    settings.cohesion.enabled = false;
    let mut flock = flock(&settings);
    (0..10).for_each(|_| flock.step());
    let before = by_id(&flock);
    let placement = Placement {
        origin: Vec3::new(8.0, 3.0, 0.0),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.0, 1.0, 0.0)),
    };
    flock.set_placement(placement).unwrap();
    assert_eq!(by_id(&flock), before);
    (0..3000).for_each(|_| flock.step());
    assert_inside(&flock, &placement, 0.05);
}

#[test]
fn no_rule_is_stronger_than_the_boundary() {
    // Far more boids than fit at this distance from each other, with the strongest separation.
    let mut settings = Settings::default();
    settings.spawn.count = 400;
    settings.separation.weight = 10_000.0;
    settings.separation.radius = 5.0;
    settings.motion.max_acceleration = 10_000.0;
    settings.motion.max_speed = 2.0;
    settings.boundary.shape = Region::cube(1.0);
    let mut flock = flock(&settings);
    (0..2000).for_each(|_| flock.step());
    // One step at full speed is 0.034 m.
    assert_inside(&flock, &Placement::default(), 0.04);
}

#[test]
fn planar_flocks_stay_at_their_height() {
    for (plane, axis) in [(Plane::Xz, 1), (Plane::Xy, 2), (Plane::Yz, 0)] {
        let mut settings = Settings::default();
        settings.spawn.count = 200;
        settings.motion.plane = plane;
        let mut flock = flock(&settings);
        let before = by_id(&flock);
        (0..300).for_each(|_| flock.step());
        for (before, after) in before.iter().zip(by_id(&flock)) {
            assert_eq!(before.position[axis], after.position[axis]);
        }
    }
}

#[test]
fn a_flock_that_becomes_planar_or_is_turned_keeps_to_its_plane() {
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.boundary.enabled = false;
    let mut flock = flock(&settings);
    (0..60).for_each(|_| flock.step());
    settings.motion.plane = Plane::Xz;
    flock.set_settings(settings).unwrap();
    assert_keeps_to_its_plane(&mut flock);

    for turn in [Vec3::new(0.7, 0.2, -0.4), Vec3::new(0.0, 0.0, 1.5)] {
        let placement = Placement {
            origin: Vec3::new(1.0, 2.0, 3.0),
            rotation: UnitQuaternion::from_scaled_axis(turn),
        };
        flock.set_placement(placement).unwrap();
        assert_keeps_to_its_plane(&mut flock);
    }
}

/// Asserts that in the next steps every boid moves, but keeps its height in the flock's frame.
fn assert_keeps_to_its_plane(flock: &mut Flock) {
    let before = by_id(flock);
    (0..300).for_each(|_| flock.step());
    let normal = flock.placement().rotation * Vec3::y();
    for (before, after) in before.iter().zip(by_id(flock)) {
        let way = after.position - before.position;
        assert!(way.norm() > 0.05, "{after:?} hardly moves");
        assert!(way.dot(&normal).abs() < 1e-4, "{after:?} went {way:?}");
        assert!(after.velocity.dot(&normal).abs() < 1e-6);
    }
}

fn assert_inside(flock: &Flock, placement: &Placement, slack: f32) {
    let (min, max) = flock.settings().boundary.shape.bounds();
    for boid in flock.boids() {
        let place = placement.rotation.inverse() * (boid.position - placement.origin);
        for axis in 0..3 {
            let range = min[axis] - slack..=max[axis] + slack;
            assert!(
                range.contains(&place[axis]),
                "boid {} is at {place:?}",
                boid.id
            );
        }
    }
}
