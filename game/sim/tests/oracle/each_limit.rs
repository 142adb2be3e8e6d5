//! Every setting between what the rules ask for and the new velocity, by itself.

use crate::scene::{plane, scene, scene_of_responses};
use flock_sim::Steering;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drive(mut scene in scene_of_responses(), drive in prop_oneof![Just(0.0f32), 0.0f32..5.0]) {
        scene.settings.motion.drive = drive;
        scene.check();
    }

    #[test]
    fn flattening(mut scene in scene_of_responses(), share in prop_oneof![Just(1.0f32), 0.0f32..=1.0]) {
        scene.settings.motion.flattening = share;
        scene.check();
    }

    #[test]
    fn steering_by_velocity(mut scene in scene_of_responses()) {
        scene.settings.motion.steering = Steering::Velocity;
        scene.check();
    }

    #[test]
    fn smallest_speed(mut scene in scene(), min in 0.0f32..10.0) {
        // Also above the largest, which then is the smallest too.
        scene.settings.motion.min_speed = min;
        scene.check();
    }

    #[test]
    fn smallest_speed_of_steering_by_velocity(mut scene in scene_of_responses(), min in 0.0f32..10.0) {
        scene.settings.motion.min_speed = min;
        scene.settings.motion.steering = Steering::Velocity;
        // In a sparse flock many stand still and have no heading to keep.
        scene.check_share(0.0);
    }

    #[test]
    fn largest_speed(mut scene in scene(), max in prop_oneof![Just(0.0f32), 0.0f32..5.0]) {
        scene.settings.motion.max_speed = max;
        scene.check();
    }

    #[test]
    fn largest_acceleration(mut scene in scene_of_responses(), max in prop_oneof![Just(0.0f32), 0.0f32..5.0]) {
        scene.settings.motion.max_acceleration = max;
        scene.check();
    }

    #[test]
    fn turning(mut scene in scene_of_responses(), rate in prop_oneof![Just(0.0f32), 0.0f32..720.0, 0.0f32..100_000.0]) {
        scene.settings.motion.limit_turning = true;
        scene.settings.motion.max_turn_rate = rate;
        scene.check();
    }

    #[test]
    fn turning_of_steering_by_velocity(mut scene in scene_of_responses(), rate in 0.0f32..10_000.0) {
        scene.settings.motion.steering = Steering::Velocity;
        scene.settings.motion.limit_turning = true;
        scene.settings.motion.max_turn_rate = rate;
        scene.check();
    }

    #[test]
    fn planes(mut scene in scene_of_responses(), plane in plane()) {
        scene.settings.motion.plane = plane;
        scene.check();
    }
}
