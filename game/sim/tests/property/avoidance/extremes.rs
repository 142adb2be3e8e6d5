//! Settings at the ends of their ranges, and difficult boids: every state is finite, and no boid
//! casts more rays than a look may have.

use super::level::{block, geometry};
use flock_sim::{
    settings::{AvoidanceSteering, Backend, Growth, Plane, Region, Steering},
    Flock, Placement, Settings, Vec3,
};
use nalgebra::UnitQuaternion;

type Change = fn(&mut Settings);

const EXTREMES: &[Change] = &[
    |s| s.avoidance.rays = 1,
    |s| s.avoidance.rays = 1000,
    |s| s.avoidance.field_of_view = 0.0,
    |s| s.avoidance.field_of_view = 360.0,
    |s| s.avoidance.examined_view = 0.0,
    |s| s.avoidance.examined_view = 360.0,
    |s| s.avoidance.look_ahead = 0.0,
    |s| s.avoidance.look_ahead = 100.0,
    |s| s.avoidance.weight = 0.0,
    |s| s.avoidance.weight = 10_000.0,
    |s| s.avoidance.look_interval = 0.0,
    |s| s.avoidance.look_interval = 10.0,
    |s| s.avoidance.ray_budget = 1,
    |s| s.avoidance.ray_budget = 1_000_000_000,
    |s| s.avoidance.cohesion_fade = 0.0,
    |s| s.avoidance.steering = AvoidanceSteering::Toward,
    |s| s.avoidance.growth = Growth::Constant,
    |s| s.avoidance.growth = Growth::Quadratic,
    |s| s.motion.max_speed = 0.0,
    |s| s.motion.max_speed = 1000.0,
    |s| s.motion.max_acceleration = 0.0,
    |s| s.motion.max_acceleration = 10_000.0,
    |s| s.motion.steering = Steering::Velocity,
    |s| s.motion.plane = Plane::Xz,
    |s| s.motion.plane = Plane::Yz,
    |s| s.collision.body_radius = 0.001,
    |s| s.collision.body_radius = 1.0,
    |s| s.collision.skin = 1.0,
    |s| s.simulation.time_step = 0.0001,
    |s| s.simulation.time_step = 0.1,
];

/// Boids at rest, upright, on the ground, slow and fast ones, around a block on a large ground.
fn flock(mut settings: Settings) -> Flock {
    let level = geometry(&[
        block([-1000.0, -1.0, -1000.0], [1000.0, 0.0, 1000.0]),
        block([-0.5, 0.0, -0.5], [0.5, 2.0, 0.5]),
    ]);
    settings.spawn.count = 30;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-3.0, 0.1, -3.0),
        max: Vec3::new(3.0, 3.0, 3.0),
    };
    settings.boundary.enabled = false;
    settings.simulation.backend = Backend::SingleThread;
    let placement = Placement {
        rotation: UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3),
        ..Placement::default()
    };
    let mut flock = Flock::new(settings, placement, level).unwrap();
    let velocities = [
        Vec3::zeros(),
        Vec3::y(),
        -Vec3::y(),
        Vec3::y() * 1e-20,
        Vec3::x() * 1e4,
        Vec3::new(1e-12, -1e-12, 0.0),
        placement.rotation * Vec3::y(),
        placement.rotation * Vec3::z(),
    ];
    for velocity in velocities {
        for height in [2.2, 5.0, 9000.0] {
            // A large body may not fit there and is refused.
            let _ = flock.spawn_at(Vec3::new(0.1, height, 0.1), velocity);
        }
    }
    flock
}

fn assert_sane(settings: Settings, name: &str) {
    // One for each direction, and one straight ahead.
    let rays_of_look = u64::from(settings.avoidance.rays) + 1;
    let mut flock = flock(settings);
    for steps in 1..=10 {
        flock.step();
        let (rays, looks) = (flock.statistics().rays, steps * flock.len() as u64);
        assert!(rays <= looks * rays_of_look, "{name}: {rays} rays");
        for boid in flock.boids() {
            let numbers = boid.position.iter().chain(&boid.velocity);
            assert!(
                numbers.into_iter().all(|x| x.is_finite()),
                "{name}: {boid:?}"
            );
            let Some(sight) = flock.sight(boid.id) else {
                continue;
            };
            assert!((0.0..=1.0).contains(&sight.nearness), "{name}: {sight:?}");
            let lengths = sight
                .rays
                .iter()
                .map(|ray| (ray.direction.norm(), ray.distance));
            for (length, distance) in lengths {
                assert!((length - 1.0).abs() < 1e-4, "{name}: {length}");
                assert!(
                    (0.0..=sight.view * 1.0001).contains(&distance),
                    "{name}: {distance}"
                );
            }
        }
    }
}

#[test]
fn every_extreme_gives_finite_states() {
    for (index, change) in EXTREMES.iter().enumerate() {
        let mut settings = Settings::default();
        change(&mut settings);
        assert_sane(settings, &format!("extreme {index}"));
    }
}

#[test]
fn extremes_together_do_too() {
    for first in 0..EXTREMES.len() {
        let mut settings = Settings::default();
        // A mixture, which for some includes the farthest view with the most rays.
        for step in [0, 7, 13, 19, 22] {
            EXTREMES[(first + step) % EXTREMES.len()](&mut settings);
        }
        assert_sane(settings, &format!("extremes from {first}"));
    }
    let mut all = Settings::default();
    EXTREMES.iter().for_each(|change| change(&mut all));
    assert_sane(all, "all extremes");
    let mut farthest = Settings::default();
    for change in [1, 3, 5, 7, 10, 19] {
        EXTREMES[change](&mut farthest);
    }
    assert_sane(farthest, "the farthest view");
}
