//! Bounce: every surface reflects boids, and they keep their speed.

use super::scene::{after, assert_near, geometry, one, plate, settings, wall, walls, REACH};
use flock_sim::{
    geometry::shapes,
    settings::{Boundary, CollisionResponse, Plane, Region},
    Settings, Vec3,
};

fn bouncing() -> Settings {
    settings(CollisionResponse::Bounce)
}

#[test]
fn a_wall_reflects_a_boid_which_goes_on_for_the_rest_of_the_step() {
    let mut flock = one(bouncing(), wall(), [0.0; 3], [3.0, 2.0, -1.0]);
    let dt = flock.settings().simulation.time_step;
    let turn = (1.0 - REACH) / 3.0;
    for steps in 1..100 {
        let boid = after(&mut flock, 1);
        let time = steps as f32 * dt;
        let x = if time < turn {
            3.0 * time
        } else {
            3.0 * (2.0 * turn - time)
        };
        assert_near(boid.position, [x, 2.0 * time, -time], 2e-5);
        let forward = if time < turn { 3.0 } else { -3.0 };
        assert_near(boid.velocity, [forward, 2.0, -1.0], 1e-5);
    }
    assert_eq!(flock.statistics().contacts, 1);
}

#[test]
fn in_a_corner_a_boid_turns_back() {
    let corner = walls(Vec3::zeros(), &[Vec3::x(), Vec3::y(), Vec3::z()]);
    let mut flock = one(bouncing(), corner, [0.5, 0.6, 0.7], [-3.0, -3.0, -3.0]);
    let boid = after(&mut flock, 60);
    assert_near(boid.velocity, [3.0; 3], 1e-4);
    assert!(boid.position.min() > 1.5, "{boid:?}");
}

/// 20 m in a step within a cage of 1 m.
#[test]
fn a_boid_faster_than_its_cage_is_wide_stays_in_it() {
    let mut settings = bouncing();
    settings.simulation.time_step = 0.1;
    let mut cage = shapes::cuboid(Vec3::repeat(0.5));
    // With a triangle that winds the other way it is no solid.
    cage[0].reverse();
    let mut flock = one(settings, geometry(&cage), [0.0; 3], [120.0, 130.0, -93.0]);
    let speed = after(&mut flock, 1).velocity.norm();
    for _ in 0..500 {
        let boid = after(&mut flock, 1);
        assert!(boid.position.amax() < 0.5 - 0.99 * REACH, "{boid:?}");
        assert!(
            (boid.velocity.norm() / speed - 1.0).abs() < 1e-3,
            "{boid:?}"
        );
    }
}

/// The middle of a boid has 6 mm to either side between two plates, less than it travels in a step.
#[test]
fn through_a_gap_hardly_wider_than_the_body() {
    let gap = geometry(&[plate(-0.058, 0.5), plate(0.058, 0.5)].concat());
    let mut flock = one(bouncing(), gap, [0.0; 3], [0.4, 1.0, 0.5]);
    let boid = after(&mut flock, 60);
    assert!(boid.position.y > 0.8, "{boid:?}");
    assert!((boid.velocity.norm() - 1.1875).abs() < 1e-3, "{boid:?}");
}

#[test]
fn a_planar_flock_bounces_off_slanted_walls_within_its_plane() {
    let mut settings = bouncing();
    settings.motion.plane = Plane::Xz;
    let slope = walls(Vec3::x(), &[Vec3::new(-0.5, 0.8, 0.3)]);
    let mut flock = one(settings, slope, [0.0; 3], [2.0, 0.0, 1.0]);
    let boid = after(&mut flock, 120);
    assert_eq!((boid.position.y, boid.velocity.y), (0.0, 0.0));
    assert!((boid.velocity.norm() - 5.0_f32.sqrt()).abs() < 1e-4);
    let normal = Vec3::new(-0.5, 0.0, 0.3).normalize();
    let before = Vec3::new(2.0, 0.0, 1.0);
    assert_near(
        boid.velocity,
        before - normal * (2.0 * before.dot(&normal)),
        1e-4,
    );
}

#[test]
fn no_farther_out_of_the_boundary() {
    let mut settings = bouncing();
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::repeat(-1.0),
        max: Vec3::new(-0.5, 1.0, 1.0),
    });
    let wall = geometry(&plate(-0.1, 50.0));
    let mut flock = one(settings, wall, [0.5, 0.0, 0.0], [-2.0, 0.3, 0.0]);
    let mut x = 0.5;
    for _ in 0..300 {
        let boid = after(&mut flock, 1);
        assert!(boid.position.x < x + 1e-6, "{boid:?} was at {x}");
        x = boid.position.x;
    }
    assert!(flock.statistics().contacts > 0);
}
