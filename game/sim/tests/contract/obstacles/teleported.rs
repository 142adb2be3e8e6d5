//! Boids under an obstacle that jumps onto them.

use super::*;
use crate::support::flocks::settings_in_cube;
use flock_sim::{
    shapes, EventKind, EventMask, Flock, Geometry, MovingObstacle, ObstacleId, ObstacleShape,
    Placement, Region, Settings, Vec3,
};
use std::sync::Arc;

#[test]
fn who_is_under_a_teleported_obstacle_is_carried_out_with_an_event() {
    let mut flock = Flock::new(
        settings_in_cube(400),
        Placement::default(),
        Default::default(),
    )
    .unwrap();
    flock.set_events(EventMask::RESCUED);
    let id = flock.add_obstacle(ball(0.8, at(50.0, 0.0, 0.0))).unwrap();
    flock.step();
    assert_eq!(flock.drain_events().len(), 0);
    let before = flock.in_sphere(Vec3::zeros(), 0.7).count();
    assert!(before > 30);
    flock.teleport_obstacle(id, Placement::default()).unwrap();
    flock.step();
    let events = flock
        .drain_events()
        .filter(|it| it.kind == EventKind::Rescued);
    let rescued = events.count();
    assert!(rescued >= before, "{rescued} of {before}");
    assert_eq!(flock.statistics().rescued, rescued as u64);
    assert_eq!(
        (flock.len(), flock.in_sphere(Vec3::zeros(), 0.82).count()),
        (400, 0)
    );
}

#[test]
fn boids_that_wait_under_an_obstacle_start_when_it_is_teleported_away() {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    let half = Vec3::repeat(1.0);
    settings.spawn.region = Region::Box {
        min: -half,
        max: half,
    };
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let obstacle = MovingObstacle {
        shape: ObstacleShape::Sphere { radius: 3.0 },
        placement: Placement::default(),
    };
    let ball = flock.add_obstacle(obstacle).unwrap();
    flock.spawn(10).unwrap();
    flock.step();
    assert_eq!(flock.not_placed(), 10);
    let far = Placement {
        origin: Vec3::x() * 50.0,
        ..Placement::default()
    };
    assert!(flock.teleport_obstacle(ball, far).unwrap());
    (0..3).for_each(|_| flock.step());
    assert_eq!((flock.len(), flock.not_placed()), (10, 0));
}

/// A flock of boids that stay within 2 m of the origin, and a box far away that covers all of that.
fn under_a_box(count: u32, geometry: &[[Vec3; 3]]) -> (Flock, ObstacleId) {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::Sphere {
        center: Vec3::zeros(),
        radius: 2.0,
    };
    settings.boundary.enabled = false;
    let geometry = Arc::new(Geometry::new(geometry).0);
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    let shape = ObstacleShape::Box {
        half_extents: Vec3::repeat(2.5),
    };
    let placement = at(50.0, 0.0, 0.0);
    let id = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    flock.step();
    (flock, id)
}

#[test]
fn thousands_under_a_teleported_obstacle_are_carried_out_in_one_step() {
    let pillars = (-2..=2).flat_map(|x| {
        let pillar = shapes::cuboid(Vec3::new(0.1, 1.0, 0.1)).into_iter();
        pillar.map(move |triangle| triangle.map(|corner| corner + Vec3::x() * x as f32))
    });
    for geometry in [Vec::new(), pillars.collect()] {
        let (mut flock, id) = under_a_box(4000, &geometry);
        flock.teleport_obstacle(id, Placement::default()).unwrap();
        flock.step();
        let inside = flock.boids().filter(|boid| boid.position.amax() < 2.5);
        assert_eq!(inside.count(), 0);
        assert_eq!((flock.len(), flock.not_placed()), (4000, 0));
        assert_eq!(flock.statistics().rescued, 4000);
    }
}

#[test]
fn thousands_without_a_place_in_sight_are_all_carried_out() {
    // Rooms of a metre: no boid sees a place beyond the obstacle.
    let walls = (-3..=3).flat_map(|wall| {
        (0..3).flat_map(move |axis| {
            let (mut half, mut centre) = (Vec3::repeat(3.0), Vec3::zeros());
            (half[axis], centre[axis]) = (0.02, wall as f32);
            let wall = shapes::cuboid(half).into_iter();
            wall.map(move |triangle| triangle.map(|corner| corner + centre))
        })
    });
    let (mut flock, id) = under_a_box(2000, &walls.collect::<Vec<_>>());
    flock.teleport_obstacle(id, Placement::default()).unwrap();
    flock.step();
    assert!(
        flock.not_placed() > 0,
        "a step does not try places without end"
    );
    let far = at(50.0, 0.0, 0.0);
    flock.teleport_obstacle(id, far).unwrap();
    while flock.not_placed() > 0 && flock.statistics().steps < 500 {
        flock.step();
    }
    assert_eq!(flock.len(), 2000);
}

#[test]
fn boids_that_wait_under_an_obstacle_start_after_its_last_move() {
    let (mut flock, id) = under_a_box(0, &[]);
    flock.teleport_obstacle(id, Placement::default()).unwrap();
    flock.spawn(300).unwrap();
    assert_eq!(flock.not_placed(), 300);
    for frame in 1..=10 {
        let place = at(frame as f32, 0.0, 0.0);
        flock.move_obstacle(id, place).unwrap();
        flock.step();
    }
    (0..100).for_each(|_| flock.step());
    assert_eq!((flock.len(), flock.not_placed()), (300, 0));
}
