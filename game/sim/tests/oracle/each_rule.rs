//! Every rule, and every setting of what boids make of their neighbours, by itself.

use crate::scene::{response, scene, scene_of_responses, Scene};
use flock_sim::{AlignTo, Response};
use proptest::prelude::*;

const ALONE: [[bool; 3]; 3] = [
    [true, false, false],
    [false, true, false],
    [false, false, true],
];

fn align_to() -> impl Strategy<Value = AlignTo> {
    prop::sample::select(vec![
        AlignTo::Velocity,
        AlignTo::Heading,
        AlignTo::VelocityDifference,
    ])
}

fn check_response(mut scene: Scene, rule: usize, response: Response) {
    scene.rules()[rule].response = response;
    scene.with_rules(ALONE[rule]).check();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cohesion(scene in scene()) {
        scene.with_rules(ALONE[0]).check();
    }

    #[test]
    fn separation(scene in scene()) {
        scene.with_rules(ALONE[1]).check();
    }

    #[test]
    fn alignment(scene in scene()) {
        scene.with_rules(ALONE[2]).check();
    }

    #[test]
    fn no_rule_at_all(scene in scene()) {
        scene.with_rules([false; 3]).check();
    }

    #[test]
    fn mean(scene in scene(), rule in 0usize..3) {
        check_response(scene, rule, Response::Mean);
    }

    #[test]
    fn limited_mean(scene in scene(), rule in 0usize..3) {
        check_response(scene, rule, Response::LimitedMean);
    }

    #[test]
    fn sum(scene in scene(), rule in 0usize..3) {
        check_response(scene, rule, Response::Sum);
    }

    #[test]
    fn field_of_view(
        mut scene in scene(),
        rule in 0usize..3,
        angle in prop_oneof![Just(0.0f32), Just(180.0), Just(270.0), Just(359.9), 0.0f32..360.0],
        response in response(),
    ) {
        scene.rules()[rule].field_of_view = angle;
        check_response(scene, rule, response);
    }

    #[test]
    fn fields_of_view_of_their_own(mut scene in scene(), angles in [0.0f32..400.0, 0.0f32..400.0, 0.0f32..400.0]) {
        for (rule, angle) in scene.rules().into_iter().zip(angles) {
            rule.field_of_view = angle.min(360.0);
        }
        scene.check();
    }

    #[test]
    fn aligning_to(mut scene in scene(), align_to in align_to(), response in response()) {
        scene.settings.neighbours.align_to = align_to;
        check_response(scene, 2, response);
    }

    #[test]
    fn damping(mut scene in scene(), rule in 0usize..3, share in 0.0f32..=1.0, response in response()) {
        scene.rules()[rule].damping = share;
        check_response(scene, rule, response);
    }

    #[test]
    fn too_close(mut scene in scene(), radius in 0.05f32..2.0, weight in 0.0f32..20.0, response in response()) {
        let neighbours = &mut scene.settings.neighbours;
        neighbours.too_close = true;
        neighbours.too_close_radius = radius;
        neighbours.too_close_weight = weight;
        check_response(scene, 1, response);
    }

    #[test]
    fn crowding(mut scene in scene(), crowd in 0u32..30, factor in -3.0f32..1.0, response in response()) {
        let neighbours = &mut scene.settings.neighbours;
        neighbours.crowding = true;
        neighbours.crowd = crowd;
        neighbours.crowd_factor = factor;
        check_response(scene, 0, response);
    }

    #[test]
    fn nearest_only(mut scene in scene_of_responses(), nearest in 1u32..=32) {
        scene.settings.neighbours.nearest_only = true;
        scene.settings.neighbours.nearest = nearest;
        scene.check();
    }

    #[test]
    fn nearest_in_view(mut scene in scene(), nearest in 1u32..12, angles in [0.0f32..360.0, 0.0f32..360.0, 0.0f32..360.0]) {
        scene.settings.neighbours.nearest_only = true;
        scene.settings.neighbours.nearest = nearest;
        for (rule, angle) in scene.rules().into_iter().zip(angles) {
            rule.field_of_view = angle;
        }
        scene.check();
    }
}
