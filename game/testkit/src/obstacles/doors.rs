//! A door that closes on a school, a lift through a flock, a player who runs through it.

use super::judge::{step, Judged};
use crate::triangles::{geometry, turned};
use flock_sim::{
    geometry::shapes,
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    settings::{Backend, Boundary, Region},
    Flock, Placement, Settings, Vec3,
};
use nalgebra::UnitQuaternion;
use std::f32::consts::PI;

/// A flock in a room, of which the walls are geometry.
fn in_room(backend: Backend, count: u32, half: Vec3) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.simulation.backend = backend;
    settings.collision.check_crossings = true;
    settings.spawn.region = Region::Box {
        min: -half * 0.9,
        max: half * 0.9,
    };
    settings.boundary = Boundary::new(Region::Box {
        min: -half * 2.0,
        max: half * 2.0,
    });
    let geometry = geometry(&turned(&shapes::cuboid(half)));
    Flock::new(settings, Placement::default(), geometry).unwrap()
}

fn add(flock: &mut Flock, shape: ObstacleShape, placement: Placement) -> ObstacleId {
    flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap()
}

/// No boid was lost or left outside of the room.
#[track_caller]
fn assert_complete(flock: &Flock, count: usize, half: Vec3) {
    assert_eq!(flock.len(), count, "{:?}", flock.statistics());
    for boid in flock.boids() {
        let is_inside = (0..3).all(|axis| boid.position[axis].abs() < half[axis]);
        assert!(is_inside, "{boid:?}");
    }
    assert_eq!(flock.statistics().crossings, 0);
    assert_eq!(flock.gpu_error(), None);
}

/// Closes in half a second, 1 cm from its frame, and opens again.
pub fn a_door_that_closes_on_a_school(backend: Backend) {
    let half = Vec3::new(2.0, 1.0, 1.0);
    let mut flock = in_room(backend, 600, half);
    let half_extents = Vec3::new(0.04, 0.99, 0.985);
    // Around a hinge at one of its sides.
    let at = |angle: f32| {
        let rotation = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), angle);
        let hinge = Vec3::new(0.0, 0.0, -0.99);
        let origin = hinge + rotation * Vec3::new(0.0, 0.0, half_extents.z);
        Placement { origin, rotation }
    };
    let shape = ObstacleShape::Box { half_extents };
    let door = add(&mut flock, shape, at(PI / 2.0));
    flock.step();
    let mut judged = Judged::default();
    for _ in 0..3 {
        let closing = (0..=30).rev();
        for part in closing.chain([0; 60]).chain(0..=30) {
            step(&mut flock, &mut judged, |flock| {
                let angle = part as f32 / 30.0 * PI / 2.0;
                assert!(flock.move_obstacle(door, at(angle)).unwrap());
            });
        }
    }
    assert!(judged.near > 500 && judged.rescued < 200, "{judged:?}");
    assert_complete(&flock, 600, half);
}

/// Goes from the floor to the ceiling, 2 cm from it, and back: boids above it are pushed up, and
/// carried out where nothing else is left.
pub fn a_lift_through_a_flock(backend: Backend) {
    let half = Vec3::new(1.5, 1.5, 1.5);
    let mut flock = in_room(backend, 300, half);
    let at = |y: f32| Placement::at(Vec3::new(0.0, y, 0.0));
    let half_extents = Vec3::new(1.0, 0.05, 1.0);
    let lift = add(&mut flock, ObstacleShape::Box { half_extents }, at(-1.4));
    flock.step();
    let mut judged = Judged::default();
    for speed in [1.0, 4.0, 60.0] {
        let mut y = -1.4_f32;
        let mut up = 1.0;
        for _ in 0..(6.0 / speed * 60.0) as usize + 60 {
            y += up * speed / 60.0;
            if y.abs() > 1.43 {
                (y, up) = (1.43 * y.signum(), -y.signum());
            }
            step(&mut flock, &mut judged, |flock| {
                assert!(flock.move_obstacle(lift, at(y)).unwrap());
            });
        }
        println!("{speed} m/s: {judged:?} {:?}", flock.statistics().rescued);
        (0..200).for_each(|_| step(&mut flock, &mut judged, |_| ()));
        assert_complete(&flock, 300, half);
    }
    assert!(judged.rescued > 0);
    assert!(flock.statistics().contacts > 500);
}

/// Runs at 6 m/s, faster than any boid, across the room and back.
pub fn a_player_who_runs_through_a_flock(backend: Backend) {
    let half = Vec3::new(4.0, 1.0, 4.0);
    let mut flock = in_room(backend, 1500, half);
    let at = |step: usize| {
        let angle = step as f32 / 60.0 * 2.0;
        Placement::at(Vec3::new(3.0 * angle.cos(), 0.0, 3.0 * (1.3 * angle).sin()))
    };
    let capsule = ObstacleShape::Capsule {
        start: Vec3::new(0.0, -0.6, 0.0),
        end: Vec3::new(0.0, 0.6, 0.0),
        radius: 0.35,
    };
    let player = add(&mut flock, capsule, at(0));
    flock.step();
    let mut judged = Judged::default();
    for number in 0..400 {
        step(&mut flock, &mut judged, |flock| {
            assert!(flock.move_obstacle(player, at(number)).unwrap());
        });
    }
    println!("{judged:?}");
    assert!(judged.near > 50, "{judged:?}");
    // In the open nobody is caught.
    assert!(judged.rescued < 20, "{judged:?}");
    assert_complete(&flock, 1500, half);
}
