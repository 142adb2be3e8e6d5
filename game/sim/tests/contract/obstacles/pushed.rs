//! Boids that obstacles push.

use super::*;
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    settings::{Boundary, BoundaryMode, Plane, Region},
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{by_id, flock, in_the_open, settings_in_cube};

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

/// Six walls around a flock, which go to and fro by a metre, in the middle at 31 m/s.
#[test]
fn nobody_gets_out_of_a_tank_that_is_shaken() {
    const HALF: f32 = 1.2;
    let mut settings = settings_in_cube(300);
    settings.boundary.enabled = false;
    let mut flock = in_the_open(settings);
    let mut walls = Vec::new();
    for (axis, side) in (0..3).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]) {
        let mut half_extents = Vec3::repeat(HALF + 0.2);
        half_extents[axis] = 0.1;
        let mut origin = Vec3::zeros();
        origin[axis] = side * (HALF + 0.1);
        let shape = ObstacleShape::Box { half_extents };
        let placement = at(origin.x, origin.y, origin.z);
        let wall = MovingObstacle { shape, placement };
        walls.push((flock.add_obstacle(wall).unwrap(), origin));
    }
    for step in 1..=240 {
        let shift = Vec3::new(0.6, 0.0, 0.8) * (31.0 * step as f32 / 60.0).sin();
        for (wall, origin) in &walls {
            let to = origin + shift;
            assert!(flock.move_obstacle(*wall, at(to.x, to.y, to.z)).unwrap());
        }
        flock.step();
        let is_out = |place: Vec3| (place - shift).amax() > HALF;
        assert_eq!(flock.boids().filter(|it| is_out(it.position)).count(), 0);
    }
    let statistics = flock.statistics();
    assert_eq!((flock.len(), statistics.rescued), (300, 0));
    assert!(statistics.contacts > 1000, "{statistics:?}");
}

#[test]
fn a_plate_takes_a_flock_along_in_a_frame_of_two_seconds() {
    for most in [1, 4, 100] {
        let mut settings = settings_in_cube(300);
        settings.boundary.enabled = false;
        settings.simulation.max_steps_per_frame = most;
        let mut flock = in_the_open(settings);
        let half_extents = Vec3::new(0.05, 9.0, 9.0);
        let shape = ObstacleShape::Box { half_extents };
        let placement = at(-2.0, 0.0, 0.0);
        let plate = flock
            .add_obstacle(MovingObstacle { shape, placement })
            .unwrap();
        flock.move_obstacle(plate, at(2.0, 0.0, 0.0)).unwrap();
        assert_eq!(flock.advance(2.0).steps, most);
        let nearest = flock.boids().map(|boid| boid.position.x);
        let nearest = nearest.fold(f32::INFINITY, f32::min);
        assert!(nearest > 2.05, "{nearest} m in {most} steps");
        assert_eq!((flock.len(), flock.statistics().rescued), (300, 0));
    }
}

#[test]
fn nobody_starts_inside() {
    let mut settings = settings_in_cube(0);
    settings.boundary.enabled = false;
    let mut flock = in_the_open(settings.clone());
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
    let mut flock = in_the_open(settings);
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
    let boundary = Boundary::new(Region::cube(1.0)).with_mode(BoundaryMode::Wrap);
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
