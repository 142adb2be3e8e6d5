//! Limits of motion, wander and banking, by the boids and instances of whole flocks.

use flock_sim::{
    settings::{AlignTo, Backend, Boundary, Normalization, Plane, Region, Steering},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{self, by_id, on_threads, texels},
    scenes,
};
use nalgebra::{Quaternion, UnitQuaternion};
use proptest::prelude::*;
use std::sync::Arc;

fn flock(settings: Settings) -> Flock {
    Flock::new(settings, placement(), Arc::new(Geometry::empty())).unwrap()
}

fn placement() -> Placement {
    Placement {
        origin: Vec3::new(3.0, -2.0, 1.0),
        rotation: UnitQuaternion::new_normalize(Quaternion::new(4.0, 1.0, 2.0, 3.0)),
    }
}

/// A few boids on their own, without a boundary.
fn free(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.boundary.enabled = false;
    settings
}

/// The angle in radians, exact for small ones too.
fn angle(a: Vec3, b: Vec3) -> f64 {
    let (a, b) = (a.cast::<f64>().normalize(), b.cast::<f64>().normalize());
    2.0 * (a - b).norm().atan2((a + b).norm())
}

fn any_motion() -> impl Strategy<Value = Settings> {
    let speeds = (0.0f32..2.0, 0.0f32..3.0, 0.0f32..3.0);
    let turning = prop::option::of(0.0f32..2000.0);
    let plane = prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz]);
    let style = (any::<bool>(), any::<bool>(), any::<bool>(), 0.0f32..1.0);
    (any::<u32>(), speeds, turning, plane, style).prop_map(
        |(seed, (min, max, start), turning, plane, (wanders, steers, sums, flattening))| {
            let mut settings = free(60);
            settings.spawn.seed = seed;
            settings.spawn.speed = start;
            settings.spawn.region = Region::sphere(0.5);
            settings.wander.enabled = wanders;
            settings.wander.weight = 3.0;
            if sums {
                settings.separation.normalization = Normalization::Sum;
            }
            if steers {
                settings.motion.steering = Steering::Velocity;
            }
            settings.motion.drive = 2.0;
            settings.motion.min_speed = min;
            settings.motion.max_speed = max;
            settings.motion.limit_turning = turning.is_some();
            settings.motion.max_turn_rate = turning.unwrap_or_default();
            settings.motion.flattening = flattening;
            settings.motion.plane = plane;
            settings
        },
    )
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(150))]

    #[test]
    fn speeds_turns_and_planes_are_kept(settings in any_motion()) {
        let motion = settings.motion;
        let dt = settings.simulation.time_step;
        let normal = match motion.plane {
            Plane::All => Vec3::zeros(),
            Plane::Xz => Vec3::y(),
            Plane::Xy => Vec3::z(),
            Plane::Yz => Vec3::x(),
        };
        let normal = placement().rotation * normal;
        let mut flock = flock(settings);
        let start = by_id(&flock);
        let mut before = start.clone();
        for _ in 0..60 {
            flock.step();
            let now = by_id(&flock);
            for (boid, before) in now.iter().zip(&before) {
                let speed = boid.velocity.norm();
                prop_assert!(speed <= motion.max_speed * 1.000_001, "{} m/s", speed);
                let min = motion.min_speed.min(motion.max_speed);
                prop_assert!(speed >= min * 0.999_999, "{} m/s", speed);
                if motion.limit_turning && speed > 1e-6 && before.velocity.norm() > 1e-6 {
                    let turned = angle(before.velocity, boid.velocity);
                    let allowed = f64::from(motion.max_turn_rate * dt).to_radians();
                    prop_assert!(turned <= allowed + 1e-5, "{} of {} rad", turned, allowed);
                }
                let height = (boid.position - start[boid.id.slot() as usize].position).dot(&normal);
                prop_assert!(height.abs() < 1e-4, "{} m", height);
            }
            before = now;
        }
    }
}

#[test]
fn tight_turns_are_limited() {
    let turned = |limit: bool| {
        let mut settings = free(300);
        settings.spawn.region = Region::sphere(0.5);
        settings.motion.limit_turning = limit;
        settings.motion.max_turn_rate = 60.0;
        let mut flock = flock(settings);
        let mut most = 0.0f64;
        for _ in 0..60 {
            let before = by_id(&flock);
            flock.step();
            for (a, b) in before.iter().zip(by_id(&flock)) {
                most = most.max(angle(a.velocity, b.velocity).to_degrees());
            }
        }
        most
    };
    assert!(turned(false) > 5.0);
    // The limit is reached.
    assert!((0.99..1.001).contains(&turned(true)));
}

#[test]
fn flattening_keeps_boids_level() {
    let climbed = |flattening: f32| {
        let mut settings = free(300);
        settings.spawn.speed = 0.0;
        settings.spawn.region = Region::sphere(0.5);
        settings.motion.flattening = flattening;
        let mut flock = flock(settings);
        let start = by_id(&flock);
        (0..60).for_each(|_| flock.step());
        let up = placement().rotation * Vec3::y();
        let pairs = start.iter().zip(by_id(&flock));
        pairs
            .map(|(a, b)| (b.position - a.position).dot(&up).abs())
            .sum::<f32>()
            / 300.0
    };
    let [free, half, level] = [0.0, 0.5, 1.0].map(climbed);
    assert!(
        free > 0.05 && half < 0.8 * free && half > 0.1 * free,
        "{free} {half}"
    );
    assert!(level < 1e-5, "{level}");
}

#[test]
fn boids_that_steer_their_velocity_stand_still_without_a_wish() {
    let mut settings = free(1);
    settings.motion.steering = Steering::Velocity;
    let mut alone = flock(settings.clone());
    alone.step();
    assert_eq!(by_id(&alone)[0].velocity, Vec3::zeros());
    // With a lowest speed they keep their heading.
    settings.motion.min_speed = 0.3;
    let mut flock = flock(settings);
    let before = by_id(&flock)[0].velocity;
    (0..10).for_each(|_| flock.step());
    let velocity = by_id(&flock)[0].velocity;
    assert!((velocity - before.normalize() * 0.3).norm() < 1e-6);
}

#[test]
fn only_boids_without_neighbours_wander_if_set_so() {
    let velocity = |count: u32, only_alone: bool| {
        let mut settings = free(count);
        settings.spawn.region = Region::sphere(0.05);
        settings.wander.enabled = true;
        settings.wander.weight = 2.0;
        settings.wander.only_alone = only_alone;
        let mut wandering = flock(settings.clone());
        settings.wander.enabled = false;
        let mut steady = flock(settings);
        wandering.step();
        steady.step();
        by_id(&wandering)[0].velocity - by_id(&steady)[0].velocity
    };
    let wandered = 2.0 / 60.0;
    assert!((velocity(1, true).norm() - wandered).abs() < 1e-6);
    assert!((velocity(1, false).norm() - wandered).abs() < 1e-6);
    assert_eq!(velocity(2, true), Vec3::zeros());
    assert!(velocity(2, false).norm() > 0.1 * wandered);
}

#[test]
fn wandering_boids_spread_in_all_directions_and_turn_with_the_flock() {
    let mut settings = free(1000);
    flocks::disable_rules(&mut settings);
    settings.spawn.speed = 0.0;
    settings.wander.enabled = true;
    let ways = |placement: Placement| {
        let mut flock =
            Flock::new(settings.clone(), placement, Arc::new(Geometry::empty())).unwrap();
        (0..300).for_each(|_| flock.step());
        let velocities = by_id(&flock).into_iter().map(|boid| boid.velocity);
        velocities.collect::<Vec<_>>()
    };
    let level = ways(Placement::default());
    let mean = level.iter().sum::<Vec3>() / 1000.0;
    let speed = level.iter().map(|v| v.norm()).sum::<f32>() / 1000.0;
    assert!(mean.norm() < 0.1 * speed && speed > 0.2, "{mean} {speed}");
    let rotation = placement().rotation;
    let turned = ways(Placement {
        rotation,
        ..Placement::default()
    });
    for (a, b) in level.iter().zip(&turned) {
        assert!((rotation * a - b).norm() < 1e-4);
    }
}

/// A flock with all features that move boids.
fn everything(backend: Backend) -> Flock {
    let mut settings = Settings::default();
    settings.simulation.backend = backend;
    settings.spawn.count = 2000;
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::new(-3.0, -1.0, -2.5),
        max: Vec3::new(3.5, 1.0, 2.5),
    });
    settings.spawn.region = settings.boundary.shape;
    settings.cohesion.normalization = Normalization::LimitedMean;
    settings.cohesion.damping = 0.2;
    settings.alignment.field_of_view = 250.0;
    settings.neighbours.align_to = AlignTo::Heading;
    settings.neighbours.too_close = true;
    settings.wander.enabled = true;
    settings.wander.only_alone = true;
    settings.motion.drive = 1.5;
    settings.motion.min_speed = 0.4;
    settings.motion.limit_turning = true;
    settings.motion.max_turn_rate = 200.0;
    settings.motion.flattening = 0.5;
    settings.body.banking = 1.0;
    let placement = placement();
    let triangles = scenes::moved(scenes::exact_scene(), placement.origin, placement.rotation);
    let geometry = Geometry::new(&triangles).0;
    Flock::new(settings, placement, Arc::new(geometry)).unwrap()
}

#[test]
fn equal_bits_on_any_number_of_threads_with_everything_on() {
    let history = |mut flock: Flock| {
        let states = (0..5).map(|_| {
            (0..40).for_each(|_| flock.step());
            let texels = texels(&flock);
            let bits: Vec<_> = texels.iter().map(|texel| texel.map(f32::to_bits)).collect();
            (flock.state_hash(), bits)
        });
        states.collect::<Vec<_>>()
    };
    let expected = history(everything(Backend::SingleThread));
    for threads in [2, 3, 8] {
        let found = on_threads(threads, || history(everything(Backend::AllThreads)));
        assert!(
            found == expected,
            "{threads} threads gave another flock than one"
        );
    }
}

#[test]
fn banking_changes_the_instances_and_nothing_else() {
    let run = |banking: f32| {
        let mut flock = everything(Backend::SingleThread);
        let mut settings = flock.settings().clone();
        settings.body.banking = banking;
        flock.set_settings(settings).unwrap();
        (0..100).for_each(|_| flock.step());
        (flock.state_hash(), texels(&flock))
    };
    let (upright, banked) = (run(0.0), run(1.0));
    assert_eq!(upright.0, banked.0);
    assert_ne!(upright.1, banked.1);
    assert!(banked.1.iter().flatten().all(|value| value.is_finite()));
}
