//! Speeds stay within their limits for any settings, with and without obstacles.

use flock_sim::{
    settings::{Boundary, BoundaryMode, CollisionResponse, Normalization, Plane, Region, Steering},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::scenes;
use nalgebra::UnitQuaternion;
use proptest::prelude::*;
use std::sync::Arc;

fn boundary() -> impl Strategy<Value = Boundary> {
    let mode = prop_oneof![
        Just(BoundaryMode::Reflect),
        Just(BoundaryMode::Wrap),
        (0.01f32..3.0).prop_map(|margin| BoundaryMode::SoftTurn { margin }),
    ];
    let shape = prop_oneof![
        (0.3f32..3.0).prop_map(|size| Region::Box {
            min: Vec3::new(-1.0, -0.5, -1.5) * size,
            max: Vec3::new(1.2, 0.7, 0.4) * size,
        }),
        (0.3f32..3.0).prop_map(|radius| Region::Sphere {
            center: Vec3::new(0.1, 0.2, -0.1),
            radius,
        }),
    ];
    (any::<bool>(), shape, mode).prop_map(|(enabled, shape, mode)| Boundary {
        enabled,
        shape,
        mode,
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    let limits = (0.0f32..4.0, prop_oneof![Just(0.0f32), 0.0f32..4.0]);
    let steering = prop::sample::select(vec![Steering::Acceleration, Steering::Velocity]);
    let plane = prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz]);
    let normalization = prop::sample::select(vec![
        Normalization::Direction,
        Normalization::Mean,
        Normalization::LimitedMean,
        Normalization::Sum,
    ]);
    let rules = (normalization, 0.0f32..20.0, 0.1f32..2.0, any::<bool>());
    let turning = (any::<bool>(), 0.0f32..720.0);
    (limits, steering, plane, rules, turning, boundary()).prop_map(
        |(
            (max, min),
            steering,
            plane,
            (normalization, weight, radius, wander),
            turning,
            boundary,
        )| {
            let mut settings = Settings::default();
            settings.spawn.count = 60;
            settings.spawn.speed = 5.0;
            for rule in [
                &mut settings.cohesion,
                &mut settings.separation,
                &mut settings.alignment,
            ] {
                rule.normalization = normalization;
                rule.weight *= weight;
                rule.radius *= radius;
            }
            settings.wander.enabled = wander;
            let motion = &mut settings.motion;
            motion.max_speed = max;
            motion.min_speed = min;
            motion.steering = steering;
            motion.plane = plane;
            motion.limit_turning = turning.0;
            motion.max_turn_rate = turning.1;
            settings.boundary = boundary;
            settings.simulation.time_step = 0.05;
            settings
        },
    )
}

/// Checks the speeds of 60 steps. Boids that slide may be slower than allowed right after a
/// contact.
fn check(settings: Settings, geometry: Arc<Geometry>) {
    let placement = Placement {
        origin: Vec3::new(0.1, 0.2, 0.3),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.3, 0.2, -0.4)),
    };
    let max = settings.motion.max_speed;
    let min = match settings.collision.response {
        CollisionResponse::Slide if geometry.triangle_count() > 0 => 0.0,
        _ => settings.motion.min_speed.min(max),
    };
    let allowed = min * 0.99999..=max * 1.00001;
    let mut flock = Flock::new(settings, placement, geometry).unwrap();
    for step in 0..60 {
        flock.step();
        for boid in flock.boids() {
            let speed = boid.velocity.norm();
            assert!(allowed.contains(&speed), "step {step}: {boid:?} at {speed}");
            assert!(boid.position.iter().all(|x| x.is_finite()), "{boid:?}");
        }
    }
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(60))]

    #[test]
    fn in_the_open(settings in settings()) {
        check(settings, Arc::default());
    }
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(60))]

    #[test]
    #[ignore = "slow"]
    fn among_obstacles(settings in settings()) {
        let geometry = Arc::new(Geometry::new(&scenes::Scene::default().triangles()).0);
        for response in [CollisionResponse::Reverse, CollisionResponse::Bounce, CollisionResponse::Slide] {
            let mut settings = settings.clone();
            settings.collision.response = response;
            check(settings, geometry.clone());
        }
    }
}
