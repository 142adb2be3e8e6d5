//! Boids that obstacles push.

use super::*;
use crate::support::flocks::{by_id, flock, settings_in_cube};
use flock_sim::{
    Boundary, BoundaryMode, Flock, MovingObstacle, ObstacleShape, Placement, Plane, Region,
    Settings, Vec3,
};

/// A wall that comes pushes a boid before it, at its own speed.
#[test]
fn a_boid_at_rest_is_carried_along() {
    let mut settings = Settings::default();
    settings.avoidance.enabled = false;
    settings.motion.min_speed = 0.0;
    let mut flock = flock(
        settings,
        Placement::default(),
        &[(Vec3::zeros(), Vec3::zeros())],
    );
    let half_extents = Vec3::new(0.1, 1.0, 1.0);
    let shape = ObstacleShape::Box { half_extents };
    let placement = at(-0.5, 0.0, 0.0);
    let wall = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    for step in 1..=60 {
        let x = -0.5 + step as f32 / 60.0;
        flock.move_obstacle(wall, at(x, 0.0, 0.0)).unwrap();
        flock.step();
    }
    let boid = flock.boids().next().unwrap();
    assert!(
        (boid.position.x - (0.5 + 0.1 + 0.052)).abs() < 0.01,
        "{boid:?}"
    );
    assert!((boid.velocity.x - 1.0).abs() < 0.05, "{boid:?}");
    assert_eq!(flock.statistics().rescued, 0);
}

#[test]
fn nobody_starts_inside() {
    let mut settings = settings_in_cube(0);
    settings.boundary.enabled = false;
    let mut flock = Flock::new(settings.clone(), Placement::default(), Default::default()).unwrap();
    let id = flock.add_obstacle(ball(0.9, Placement::default())).unwrap();
    flock.spawn(500).unwrap();
    assert_eq!(flock.in_sphere(Vec3::zeros(), 0.9499).count(), 0);
    let error = flock
        .spawn_at(Vec3::new(0.5, 0.0, 0.0), Vec3::zeros())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("position is (0.5, 0, 0)"),
        "{error}"
    );
    assert!(!flock.is_clear(Vec3::zeros(), 0.0) && flock.is_clear(Vec3::repeat(3.0), 0.1));
    // An obstacle over all of the region: they wait until it is gone.
    flock.teleport_obstacle(id, at(9.0, 0.0, 0.0)).unwrap();
    let cover = flock.add_obstacle(ball(3.0, Placement::default())).unwrap();
    flock.spawn(10).unwrap();
    assert_eq!(flock.not_placed(), 10);
    flock.remove_obstacle(cover).unwrap();
    (0..10).for_each(|_| flock.step());
    assert_eq!(flock.not_placed(), 0);
}

#[test]
fn planar_flocks_are_pushed_in_their_plane() {
    let mut settings = settings_in_cube(300);
    settings.motion.plane = Plane::Xz;
    settings.avoidance.enabled = false;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-1.0, 0.0, -1.0),
        max: Vec3::new(1.0, 0.001, 1.0),
    };
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let heights = |flock: &Flock| {
        by_id(flock)
            .iter()
            .map(|it| it.position.y)
            .collect::<Vec<_>>()
    };
    let before = heights(&flock);
    let fall = flock.add_obstacle(ball(0.6, at(0.0, 1.0, 0.0))).unwrap();
    for step in 0..120 {
        let place = at(0.01 * step as f32 - 0.5, 1.0 - step as f32 / 60.0, 0.0);
        flock.move_obstacle(fall, place).unwrap();
        flock.step();
        assert_eq!(flock.in_sphere(place.origin, 0.62).count(), 0);
    }
    assert!(flock.statistics().contacts > 10);
    assert_eq!(heights(&flock), before);
}

/// An obstacle in the way through a boundary that wraps: boids wait, and pass when it is gone. None
/// is pushed through.
#[test]
fn no_boid_wraps_into_an_obstacle() {
    let boundary = Boundary {
        response: BoundaryMode::Wrap,
        ..Boundary::new(Region::Box {
            min: Vec3::repeat(-1.0),
            max: Vec3::repeat(1.0),
        })
    };
    let mut settings = Settings {
        boundary,
        ..Settings::default()
    };
    settings.avoidance.enabled = false;
    let start = (Vec3::new(0.9, 0.0, 0.0), Vec3::x());
    let mut flock = flock(settings, Placement::default(), &[start]);
    let half_extents = Vec3::new(0.3, 5.0, 5.0);
    let shape = ObstacleShape::Box { half_extents };
    let placement = at(-1.0, 0.0, 0.0);
    let plug = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    for _ in 0..60 {
        flock.step();
        let x = flock.boids().next().unwrap().position.x;
        assert!((0.85..=1.0).contains(&x), "{x}");
    }
    flock.remove_obstacle(plug).unwrap();
    (0..30).for_each(|_| flock.step());
    let x = flock.boids().next().unwrap().position.x;
    assert!(x < -0.5, "{x}");
    assert_eq!(flock.statistics().rescued, 0);
}
