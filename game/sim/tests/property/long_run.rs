//! A hundred boids over many steps: they stay inside the boundary, and nothing becomes NaN.
//!
//! The flocks of this file simulate a day together; with `FLOCK_LONG_TESTS=1` in the environment
//! each simulates a week, which takes some minutes.

use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, Plane, Region, Steering},
    Boid, Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::by_id;
use nalgebra::UnitQuaternion;
use std::sync::Arc;

const TIME_STEP: f32 = 0.1;
const MAX_SPEED: f32 = 1.2;
const STEPS_OF_A_DAY: usize = 24 * 60 * 60 * 10;
const FLOCKS: usize = 8;

/// Steps between two checks.
const STRIDE: usize = 97;

fn steps() -> usize {
    match std::env::var("FLOCK_LONG_TESTS").as_deref() {
        Ok("1") => 7 * STEPS_OF_A_DAY,
        _ => STEPS_OF_A_DAY / FLOCKS,
    }
}

fn settings(mode: BoundaryMode, shape: Region) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    settings.spawn.region = Region::sphere(0.5);
    settings.wander.enabled = true;
    settings.motion.max_speed = MAX_SPEED;
    settings.motion.min_speed = 0.1;
    settings.motion.limit_turning = true;
    settings.boundary = Boundary::new(shape).with_mode(mode);
    settings.simulation.time_step = TIME_STEP;
    settings.simulation.backend = Backend::SingleThread;
    settings
}

fn cuboid() -> Region {
    Region::Box {
        min: Vec3::new(-2.0, -1.0, -1.5),
        max: Vec3::new(1.5, 1.2, 2.5),
    }
}

fn ball() -> Region {
    Region::Sphere {
        center: Vec3::new(0.1, 0.0, -0.2),
        radius: 2.0,
    }
}

/// Distance of a point in the flock's frame outside the boundary; negative inside.
fn beyond(shape: &Region, point: Vec3) -> f32 {
    match shape {
        Region::Box { min, max } => (min - point).sup(&(point - max)).max(),
        Region::Sphere { center, radius } => (point - center).norm() - radius,
    }
}

fn check(settings: Settings) {
    let placement = Placement {
        origin: Vec3::new(3.0, -2.0, 1.0),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.2, 0.9, -0.5)),
    };
    let shape = settings.boundary.shape;
    let plane = settings.motion.plane;
    let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
    let local = |boid: &Boid| placement.rotation.inverse() * (boid.position - placement.origin);
    let start = by_id(&flock);
    let mut travelled = 0.0;
    for step in (0..steps()).step_by(STRIDE) {
        (0..STRIDE).for_each(|_| flock.step());
        for boid in flock.boids() {
            let point = local(&boid);
            // A boid outside turns back at most a step later.
            assert!(
                beyond(&shape, point) < 1.5 * MAX_SPEED * TIME_STEP,
                "{boid:?} after {step} steps, at {point}"
            );
            let speed = boid.velocity.norm();
            assert!((0.0999..MAX_SPEED * 1.0001).contains(&speed), "{boid:?}");
            travelled += speed;
        }
    }
    assert!(travelled > 0.0);
    for (old, new) in start.iter().zip(by_id(&flock)) {
        let height = local(&new).y - local(old).y;
        assert!(
            plane != Plane::Xz || height.abs() < 0.1,
            "{new:?} sank by {height}"
        );
    }
}

#[test]
fn reversing_in_a_box() {
    check(settings(BoundaryMode::Reflect, cuboid()));
}

#[test]
fn reversing_in_a_sphere() {
    check(settings(BoundaryMode::Reflect, ball()));
}

#[test]
fn turning_softly_in_a_box() {
    check(settings(BoundaryMode::SoftTurn { margin: 0.5 }, cuboid()));
}

#[test]
fn turning_softly_in_a_sphere() {
    check(settings(BoundaryMode::SoftTurn { margin: 0.5 }, ball()));
}

#[test]
fn wrapping_in_a_box() {
    check(settings(BoundaryMode::Wrap, cuboid()));
}

#[test]
fn wrapping_in_a_sphere() {
    check(settings(BoundaryMode::Wrap, ball()));
}

#[test]
fn in_a_plane() {
    let mut settings = settings(BoundaryMode::Reflect, cuboid());
    settings.motion.plane = Plane::Xz;
    check(settings);
}

#[test]
fn steering_by_velocity() {
    let mut settings = settings(BoundaryMode::Reflect, cuboid());
    settings.motion.steering = Steering::Velocity;
    check(settings);
}
