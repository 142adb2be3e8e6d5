//! The wind triangle, in double precision: what an influence that leads asks of a boid in wind.

use flock_sim::{
    influences::{Influence, InfluenceKind},
    settings::Steering,
    wind::Wind,
    Settings, Vec3,
};
use flock_testkit::{cases::config, flocks::in_the_open};
use nalgebra::Vector3;
use proptest::prelude::*;

type Vec64 = Vector3<f64>;

const MAX_SPEED: f64 = 2.0;

/// The velocity through the air, of at most `most`, for a speed over ground on a course: found by
/// angles, since with the wind at an angle to the course the law of sines gives the crab angle.
pub fn through_air(course: Vec64, speed: f64, wind: Vec64, most: f64) -> Vec64 {
    let tail = wind.dot(&course);
    let side = wind - course * tail;
    let exact = course * speed - wind;
    if exact.norm() <= most {
        return exact;
    }
    if side.norm() >= most {
        return -side.normalize() * most;
    }
    let crab = (side.norm() / most).asin();
    let ahead = if speed >= tail { 1.0 } else { -1.0 };
    course * (ahead * most * crab.cos()) - side
}

fn vector(extent: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-extent..extent).prop_map(Vec3::from)
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn boids_correct_their_drift(
        place in vector(8.0),
        wind in vector(3.0),
        velocity in vector(1.0),
        slowing in prop_oneof![Just(0.0f32), 1.0f32..20.0],
        steers_by_velocity in any::<bool>(),
    ) {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        settings.boundary.enabled = false;
        settings.motion.max_speed = MAX_SPEED as f32;
        settings.motion.min_speed = 0.0;
        settings.motion.max_acceleration = 10_000.0;
        if steers_by_velocity {
            settings.motion.steering = Steering::Velocity;
        }
        let mut flock = in_the_open(settings.clone());
        let boid = flock.spawn_at(place, velocity).unwrap();
        flock.set_wind(Wind { velocity: wind, ..Wind::default() }).unwrap();
        let kind = InfluenceKind::Target { point: Vec3::zeros(), slowing };
        let weight = 10_000.0;
        let reach = 100_000.0;
        flock.add_influence(Influence { weight, reach, ..Influence::new(kind) }).unwrap();
        flock.step();
        let after = flock.boid(boid).unwrap();
        let (from, dt) = (place.cast::<f64>(), f64::from(settings.simulation.time_step));
        let distance = from.norm();
        prop_assume!(distance > 0.1);
        let share = if slowing > 0.0 { (distance / f64::from(slowing)).min(1.0) } else { 1.0 };
        let expected = through_air(-from / distance, MAX_SPEED * share, wind.cast(), MAX_SPEED);
        // With this weight the wish is reached in one step, but for the distance from the target.
        let expected = if steers_by_velocity {
            expected.normalize() * MAX_SPEED
        } else {
            expected
        };
        let off = (after.velocity.cast::<f64>() - expected).norm();
        prop_assert!(off < 2e-3, "{} instead of {expected}", after.velocity);
        let moved = (after.velocity + wind).cast::<f64>() * dt;
        prop_assert!((after.position.cast::<f64>() - from - moved).norm() < 1e-5);
    }
}
