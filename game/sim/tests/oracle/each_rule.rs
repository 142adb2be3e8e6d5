//! Every rule and every setting of neighbours, by itself.

use crate::scene::{check, normalization, scene, scene_of_normalizations, Scene};
use flock_sim::settings::{AlignTo, Normalization};
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

fn views() -> impl Strategy<Value = [f32; 3]> {
    let view = || (0.0f32..400.0).prop_map(|angle| angle.min(360.0));
    [view(), view(), view()]
}

/// A scene with one rule only and its number.
fn with_one_rule() -> impl Strategy<Value = (Scene, usize)> {
    (scene(), 0usize..3).prop_map(|(scene, rule)| (scene.with_rules(ALONE[rule]), rule))
}

fn check_normalization(normalization: Normalization) {
    check(with_one_rule(), |(mut scene, rule)| {
        scene.rules()[rule].normalization = normalization;
        scene
    });
}

fn with_views(mut scene: Scene, views: [f32; 3]) -> Scene {
    for (rule, view) in scene.rules().into_iter().zip(views) {
        rule.field_of_view = view;
    }
    scene
}

#[test]
fn cohesion() {
    check(scene(), |scene| scene.with_rules(ALONE[0]));
}

#[test]
fn separation() {
    check(scene(), |scene| scene.with_rules(ALONE[1]));
}

#[test]
fn alignment() {
    check(scene(), |scene| scene.with_rules(ALONE[2]));
}

#[test]
fn no_rule_at_all() {
    check(scene(), |scene| scene.with_rules([false; 3]));
}

#[test]
fn mean() {
    check_normalization(Normalization::Mean);
}

#[test]
fn limited_mean() {
    check_normalization(Normalization::LimitedMean);
}

#[test]
fn sum() {
    check_normalization(Normalization::Sum);
}

#[test]
fn the_same_field_of_view_for_all_rules() {
    check((scene(), 0.0f32..360.0), |(scene, view)| {
        with_views(scene, [view; 3])
    });
}

#[test]
fn field_of_view() {
    let special = prop::sample::select(vec![0.0f32, 180.0, 270.0, 359.9]);
    let angle = prop_oneof![special, 0.0f32..360.0];
    check(
        (with_one_rule(), angle, normalization()),
        |((mut scene, rule), angle, normalization)| {
            scene.rules()[rule].field_of_view = angle;
            scene.rules()[rule].normalization = normalization;
            scene
        },
    );
}

#[test]
fn fields_of_view_of_their_own() {
    check((scene(), views()), |(scene, views)| {
        with_views(scene, views)
    });
}

#[test]
fn aligning_to() {
    check(
        (scene(), align_to(), normalization()),
        |(mut scene, align_to, normalization)| {
            scene.settings.neighbours.align_to = align_to;
            scene.settings.alignment.normalization = normalization;
            scene.with_rules(ALONE[2])
        },
    );
}

#[test]
fn damping() {
    check(
        (with_one_rule(), 0.0f32..=1.0, normalization()),
        |((mut scene, rule), share, normalization)| {
            scene.rules()[rule].damping = share;
            scene.rules()[rule].normalization = normalization;
            scene
        },
    );
}

#[test]
fn too_close() {
    check(
        (scene(), 0.05f32..2.0, 0.0f32..20.0, normalization()),
        |(mut scene, radius, weight, normalization)| {
            let neighbours = &mut scene.settings.neighbours;
            neighbours.too_close = true;
            neighbours.too_close_radius = radius;
            neighbours.too_close_weight = weight;
            scene.settings.separation.normalization = normalization;
            scene.with_rules(ALONE[1])
        },
    );
}

#[test]
fn crowding() {
    check(
        (scene(), 0u32..30, -3.0f32..1.0, normalization()),
        |(mut scene, crowd, factor, normalization)| {
            let neighbours = &mut scene.settings.neighbours;
            neighbours.crowding = true;
            neighbours.crowd = crowd;
            neighbours.crowd_factor = factor;
            scene.settings.cohesion.normalization = normalization;
            scene.with_rules(ALONE[0])
        },
    );
}

#[test]
fn nearest_only() {
    check(
        (scene_of_normalizations(), 1u32..=32),
        |(mut scene, nearest)| {
            scene.settings.neighbours.nearest_only = true;
            scene.settings.neighbours.nearest = nearest;
            scene
        },
    );
}

#[test]
fn nearest_in_view() {
    check(
        (scene(), 1u32..12, views()),
        |(mut scene, nearest, views)| {
            scene.settings.neighbours.nearest_only = true;
            scene.settings.neighbours.nearest = nearest;
            with_views(scene, views)
        },
    );
}
