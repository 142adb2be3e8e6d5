//! Boids under an obstacle that jumps onto them.

use super::*;
use flock_sim::{
    events::{EventKind, EventMask},
    geometry::shapes,
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    settings::Region,
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, in_the_open, settings_in_cube},
    triangles::{cuboid, turned},
};
use std::sync::Arc;

#[test]
fn who_is_under_a_teleported_obstacle_is_carried_out_with_an_event() {
    let mut flock = in_the_open(settings_in_cube(400));
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
    settings.spawn.region = Region::cuboid(half);
    let mut flock = in_the_open(settings);
    let obstacle = MovingObstacle {
        shape: ObstacleShape::Sphere { radius: 3.0 },
        placement: Placement::default(),
    };
    let ball = flock.add_obstacle(obstacle).unwrap();
    flock.spawn(10).unwrap();
    flock.step();
    assert_eq!(flock.not_placed(), 10);
    let far = Placement::at(Vec3::x() * 50.0);
    assert!(flock.teleport_obstacle(ball, far).unwrap());
    (0..3).for_each(|_| flock.step());
    assert_eq!((flock.len(), flock.not_placed()), (10, 0));
}

/// A flock of boids that stay within 2 m of the origin, and a box far away that covers all of that.
fn under_a_box(count: u32, geometry: &[[Vec3; 3]]) -> (Flock, ObstacleId) {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::sphere(2.0);
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
    let pillars = (-2..=2).flat_map(|x| cuboid([0.1, 1.0, 0.1], Vec3::x() * x as f32));
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
            cuboid(half, centre)
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

/// A ball that is 4 m farther after a frame: boids that it was put over go to its surface, and the
/// others go on as if nothing had been.
#[test]
fn a_body_that_jumps_throws_nobody_about() {
    let settings = settings_in_cube(200);
    let new = || in_the_open(settings.clone());
    let [mut flock, mut alone] = [new(), new()];
    let (from, to) = (at(-4.0, 0.0, 0.0), Placement::default());
    let body = ball(1.0, from);
    let id = flock.add_obstacle(body.clone()).unwrap();
    let seconds = flock.settings().simulation.time_step;
    let is_put = body
        .shape
        .is_put(&from, &to, seconds, MovingObstacle::FASTEST);
    if is_put {
        flock.teleport_obstacle(id, to).unwrap();
    } else {
        flock.move_obstacle(id, to).unwrap();
    }
    flock.step();
    alone.step();
    let mut thrown = 0;
    for (boid, undisturbed) in by_id(&flock).iter().zip(by_id(&alone)) {
        let off = (boid.position - undisturbed.position).norm();
        let depth = 1.1 - undisturbed.position.norm();
        thrown += usize::from(off > 0.3 && off > 1.2 * depth);
    }
    assert_eq!(thrown, 0);
}

/// For each shape half of its length along the way, and what the speed and the frame permit.
#[test]
fn what_is_put_depends_on_the_size_along_the_way_and_on_the_frame() {
    let turned =
        nalgebra::UnitQuaternion::from_axis_angle(&Vec3::z_axis(), 0.5 * std::f32::consts::PI);
    let halves = [0.3, 0.2, 0.5, 0.3];
    let halves_turned = [0.3, 0.7, 0.05, 0.3];
    for (index, shape) in shapes().iter().enumerate() {
        for (rotation, half) in [
            (Placement::default().rotation, halves[index]),
            (turned, halves_turned[index]),
        ] {
            for (seconds, fastest) in [(1.0 / 60.0, 60.0), (0.1, 20.0), (0.0, 60.0), (0.1, 0.0)] {
                let put_by = |way: f32| {
                    let from = Placement {
                        rotation,
                        ..at(7.0, 0.0, 0.0)
                    };
                    let to = Placement {
                        origin: from.origin + Vec3::x() * way,
                        ..from
                    };
                    shape.is_put(&from, &to, seconds, fastest)
                };
                let most = seconds * fastest + half;
                assert!(
                    !put_by(0.999 * most) && put_by(1.001 * most),
                    "{shape:?} {most}"
                );
                assert!(!put_by(0.0));
            }
        }
    }
    let shape = &shapes()[0];
    let put =
        |x, seconds, fastest| shape.is_put(&at(0.0, 0.0, 0.0), &at(x, 0.0, 0.0), seconds, fastest);
    assert!(!put(1e4, 1.0, f32::INFINITY));
    assert!(put(1.0, f32::NAN, 60.0) && put(1.0, -1.0, 60.0) && put(1.0, 1.0, f32::NAN));
    let about = Placement {
        rotation: turned,
        ..at(0.0, 0.0, 0.0)
    };
    assert!(!shape.is_put(&at(0.0, 0.0, 0.0), &about, 0.0, 0.0));
}

/// A body that is put over 100 boids in two closed rooms, at once or on its way through one into
/// the other: the number of boids that wait is told once all do.
#[test]
fn the_number_of_boids_that_wait_is_told_when_it_is_known() {
    let mut rooms = turned(&shapes::cuboid(Vec3::repeat(0.6)));
    rooms.extend(shapes::cuboid(Vec3::new(0.02, 0.6, 0.6)));
    let mut settings = settings_in_cube(100);
    settings.spawn.region = Region::cube(0.5);
    for moves in [false, true] {
        let geometry = Arc::new(Geometry::new(&rooms).0);
        let mut flock = Flock::new(settings.clone(), Placement::default(), geometry).unwrap();
        let shape = ObstacleShape::Box {
            half_extents: Vec3::new(2.0, 0.7, 0.7),
        };
        let placement = at(4.0, 0.0, 0.0);
        let body = MovingObstacle { shape, placement };
        let id = flock.add_obstacle(body).unwrap();
        flock.step();
        assert_eq!(flock.settled_not_placed(), Some(0));
        let (mut told, mut partly) = (None, 0);
        for step in 1..=200 {
            let x = (4.0 - 0.1 * step as f32).max(0.0);
            if moves && x > 0.0 {
                assert!(flock.move_obstacle(id, at(x, 0.0, 0.0)).unwrap());
            } else if !moves && step == 1 {
                assert!(flock.teleport_obstacle(id, at(0.0, 0.0, 0.0)).unwrap());
            }
            flock.step();
            partly += usize::from((1..100).contains(&flock.not_placed()));
            told = flock.settled_not_placed().filter(|count| *count > 0);
            if told.is_some() {
                break;
            }
        }
        assert_eq!(told, Some(100), "{moves}");
        assert_eq!(partly > 0, moves);
    }
}
