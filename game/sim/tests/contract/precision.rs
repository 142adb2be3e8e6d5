//! Flocks far from the origin of the world.

use flock_sim::{Flock, Placement, Settings, Vec3};
use flock_testkit::flocks::{disable_rules, flock};

/// Largest share of its way by which the way of a boid is off, of boids at so many metres on each axis
/// that move freely at a speed.
fn worst(settings: &Settings, distance: f32, speed: f32) -> f32 {
    let boids: Vec<(Vec3, Vec3)> = (0..60)
        .map(|index| {
            let (sin, cos) = (0.37 * index as f32).sin_cos();
            let heading = Vec3::new(cos, 0.4 * (0.9 * index as f32).sin(), sin).normalize();
            (Vec3::repeat(0.98 * distance), heading * speed)
        })
        .collect();
    let mut flock = flock(settings.clone(), Placement::default(), &boids);
    (0..50).for_each(|_| flock.step());
    let time = 50.0 * settings.simulation.time_step;
    let off = |flock: &Flock| -> f32 {
        let start = Vec3::repeat(0.98 * distance);
        let off = flock
            .boids()
            .map(|boid| (boid.position - start - boid.velocity * time).norm());
        off.fold(0.0, f32::max)
    };
    off(&flock) / (speed * time)
}

#[test]
fn ways_are_right_to_a_hundredth_as_far_as_stated_and_not_much_farther() {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    for step in [1.0 / 60.0, 1.0 / 120.0] {
        settings.simulation.time_step = step;
        for speed in [0.02, 0.1, 0.5, 1.2] {
            let distance = settings.precise_distance(speed);
            let (near, far) = (
                worst(&settings, distance, speed),
                worst(&settings, (4.0 * distance).min(10_000.0), speed),
            );
            assert!(near < 0.01, "{near} at {distance} m and {speed} m/s");
            assert!(far > 0.01, "{far} beyond {distance} m at {speed} m/s");
        }
    }
    assert_eq!(settings.precise_distance(0.0), f32::INFINITY);
}

#[test]
fn far_flocks_get_advice() {
    let advice = |x: f32, speed: f32| {
        let mut settings = Settings::default();
        settings.motion.max_speed = speed;
        settings.spawn.speed = speed;
        let origin = Vec3::new(x, 0.0, 0.0);
        let placement = Placement::at(origin);
        let flock = Flock::new(settings, placement, Default::default()).unwrap();
        let advice = flock.advice().into_iter();
        let far = advice.filter(|it| it.field == "placement.origin");
        far.map(|it| it.better).collect::<Vec<_>>()
    };
    assert_eq!(advice(1000.0, 0.5), [""; 0]);
    assert_eq!(advice(9000.0, 0.5), ["(1019, 0, 0)"]);
    assert_eq!(advice(9000.0, 1.2), ["(2043, 0, 0)"]);
    assert_eq!(advice(9000.0, 10.0), [""; 0]);
}
