//! Soft turns are smooth, keep the speed and end before the surface.

use super::scene::{by_id, double, margin, scene, Scene};
use flock_sim::{
    settings::{Boundary, BoundaryMode, Region, Steering, Wander},
    Settings,
};
use flock_testkit::flocks::in_the_open;
use proptest::prelude::*;

/// Fastest turn in radians on a way as long as the margin.
const SHARPNESS: f64 = std::f64::consts::PI;

fn turning(scene: Scene, margin: f32) -> Scene {
    scene.respond(BoundaryMode::SoftTurn { margin })
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(300))]

    #[test]
    fn no_boid_flips(scene in scene(), margin in margin()) {
        let scene = turning(scene, margin).without_rules();
        let mut flock = scene.flock();
        for _ in 0..60 {
            let before = by_id(&flock);
            flock.step();
            for (before, after) in before.iter().zip(by_id(&flock)) {
                let speeds = [before, &after].map(|boid| boid.velocity.norm());
                prop_assert!((speeds[1] - speeds[0]).abs() <= 1e-5 * speeds[0]);
                let rounding = 4.0 * scene.rounding();
                let places = [before.position, after.position];
                if places.iter().any(|place| scene.outside(*place) > -rounding) {
                    continue;
                }
                let angle = double(before.velocity).angle(&double(after.velocity));
                let most = SHARPNESS * scene.step() / scene.margin(before.position);
                prop_assert!(angle <= most * 1.001 + 1e-3, "{angle} rad, {most} allowed");
            }
        }
    }

    #[test]
    fn boids_turn_before_the_boundary(mut scene in scene(), margin in 0.01f32..1.0, share in 0.001f32..0.02) {
        // All start in the middle, beyond the margin.
        scene = turning(scene, margin).without_rules();
        let middle = {
            let (min, max) = scene.settings.boundary.shape.bounds();
            (min + max) / 2.0
        };
        scene.settings.spawn.region = flock_sim::settings::Region::Sphere { center: middle, radius: 0.0 };
        let margin = scene.margin(scene.placement.origin + scene.placement.rotation * middle) as f32;
        let speed = share * margin / scene.settings.simulation.time_step;
        prop_assume!(speed <= 1000.0 && margin > 1e-3);
        scene.settings.spawn.speed = speed;
        scene.settings.motion.max_speed = speed * 1.001;
        let mut flock = scene.flock();
        let mut most = f64::NEG_INFINITY;
        for _ in 0..400 {
            flock.step();
            for boid in flock.boids() {
                most = most.max(scene.outside(boid.position));
            }
        }
        prop_assert!(most <= 0.0, "{most} m outside");
    }
}

/// Rules that set the velocity have the same wish again after every turn. Wandering boids that keep
/// their direction for a minute then fly along the boundary instead of through it.
#[test]
fn boids_whose_velocity_is_set_stay_inside() {
    let shapes = [Region::cube(2.0), Region::sphere(2.0)];
    for shape in shapes {
        let mut settings = Settings {
            boundary: Boundary::new(shape).with_mode(BoundaryMode::SoftTurn { margin: 0.5 }),
            wander: Wander {
                enabled: true,
                change_time: 60.0,
                ..Wander::default()
            },
            ..Settings::default()
        };
        flock_testkit::flocks::disable_rules(&mut settings);
        settings.spawn.count = 200;
        settings.motion.steering = Steering::Velocity;
        let mut flock = in_the_open(settings);
        let mut near = 0;
        for _ in 0..1200 {
            flock.step();
            for boid in flock.boids() {
                let depth = match shape {
                    Region::Box { .. } => boid.position.amax(),
                    Region::Sphere { .. } => boid.position.norm(),
                };
                assert!(depth <= 2.0, "{boid:?} is outside");
                near += usize::from(depth > 1.6);
            }
        }
        assert!(
            near > 10_000,
            "{near} places near the boundary prove little"
        );
    }
}
