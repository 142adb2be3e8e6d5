//! Every setting between the wish of the rules and the new velocity, by itself.

use crate::scene::{check, plane, scene, scene_of_normalizations, Scene};
use flock_sim::settings::{Motion, Steering};
use proptest::prelude::*;

/// Checks random scenes whose motion is changed by a random number.
fn check_motion(
    scenes: impl Strategy<Value = Scene>,
    number: impl Strategy<Value = f32>,
    change: impl Fn(&mut Motion, f32),
) {
    check((scenes, number), |(mut scene, number)| {
        change(&mut scene.settings.motion, number);
        scene
    });
}

/// A number that is sometimes zero.
fn up_to(max: f32) -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0f32), 5 => 0.0..max]
}

#[test]
fn drive() {
    check_motion(scene_of_normalizations(), up_to(5.0), |motion, drive| {
        motion.drive = drive;
    });
}

#[test]
fn flattening() {
    let share = prop_oneof![Just(1.0f32), 0.0f32..1.0];
    check_motion(scene_of_normalizations(), share, |motion, share| {
        motion.flattening = share;
    });
}

#[test]
fn steering_by_velocity() {
    check(scene_of_normalizations(), |mut scene| {
        scene.settings.motion.steering = Steering::Velocity;
        scene
    });
}

#[test]
fn smallest_speed() {
    // Also above the largest speed, which then is the smallest too.
    check_motion(scene(), 0.0f32..10.0, |motion, min| motion.min_speed = min);
}

#[test]
fn smallest_speed_of_steering_by_velocity() {
    check_motion(scene_of_normalizations(), 0.0f32..10.0, |motion, min| {
        motion.min_speed = min;
        motion.steering = Steering::Velocity;
    });
}

#[test]
fn largest_speed() {
    check_motion(scene(), up_to(5.0), |motion, max| motion.max_speed = max);
}

#[test]
fn largest_acceleration() {
    check_motion(scene_of_normalizations(), up_to(5.0), |motion, max| {
        motion.max_acceleration = max;
    });
}

#[test]
fn turning() {
    let rate = prop_oneof![up_to(720.0), 0.0f32..100_000.0];
    check_motion(scene_of_normalizations(), rate, |motion, rate| {
        motion.limit_turning = true;
        motion.max_turn_rate = rate;
    });
}

#[test]
fn turning_of_steering_by_velocity() {
    check_motion(
        scene_of_normalizations(),
        0.0f32..10_000.0,
        |motion, rate| {
            motion.steering = Steering::Velocity;
            motion.limit_turning = true;
            motion.max_turn_rate = rate;
        },
    );
}

#[test]
fn planes() {
    check(
        (scene_of_normalizations(), plane()),
        |(mut scene, plane)| {
            scene.settings.motion.plane = plane;
            scene
        },
    );
}

#[test]
fn planes_while_running() {
    let limits = (any::<bool>(), 0.0f32..720.0, 0.0f32..3.0);
    check(
        (scene_of_normalizations(), plane(), limits),
        |(mut scene, plane, (limit_turning, max_turn_rate, min_speed))| {
            scene.plane_before = Some(plane);
            scene.settings.motion.limit_turning = limit_turning;
            scene.settings.motion.max_turn_rate = max_turn_rate;
            scene.settings.motion.min_speed = min_speed;
            scene
        },
    );
}
