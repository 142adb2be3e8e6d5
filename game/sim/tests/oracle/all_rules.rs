//! Random settings of everything at once.

use crate::scene::{check, scene, scene_of_normalizations, Scene};
use flock_sim::settings::{AlignTo, BoundaryMode, Motion, Neighbours, Steering};
use proptest::prelude::*;

fn neighbours() -> impl Strategy<Value = Neighbours> {
    let align_to = prop::sample::select(vec![
        AlignTo::Velocity,
        AlignTo::Heading,
        AlignTo::VelocityDifference,
    ]);
    let too_close = (any::<bool>(), 0.05f32..1.0, 0.0f32..20.0);
    let crowding = (any::<bool>(), 0u32..30, -3.0f32..1.0);
    (
        align_to,
        prop::bool::weighted(0.3),
        1u32..=32,
        too_close,
        crowding,
    )
        .prop_map(
            |(align_to, nearest_only, nearest, too_close, crowding)| Neighbours {
                align_to,
                nearest_only,
                nearest,
                too_close: too_close.0,
                too_close_radius: too_close.1,
                too_close_weight: too_close.2,
                crowding: crowding.0,
                crowd: crowding.1,
                crowd_factor: crowding.2,
            },
        )
}

/// Random limits of motion, besides those that a scene has.
fn limits() -> impl Strategy<Value = Motion> {
    let steering = prop::sample::select(vec![Steering::Acceleration, Steering::Velocity]);
    let turning = (any::<bool>(), 0.0f32..3600.0);
    let min_speed = prop_oneof![Just(0.0f32), 0.0f32..3.0];
    (steering, 0.0f32..3.0, min_speed, turning, 0.0f32..=1.0).prop_map(
        |(steering, drive, min_speed, turning, flattening)| Motion {
            steering,
            drive,
            min_speed,
            limit_turning: turning.0,
            max_turn_rate: turning.1,
            flattening,
            ..Motion::default()
        },
    )
}

pub fn of_everything() -> impl Strategy<Value = Scene> {
    let views = [0.0f32..500.0, 0.0f32..500.0, 0.0f32..500.0];
    let dampings = [0.0f32..=1.0, 0.0f32..=1.0, 0.0f32..=1.0];
    let wraps = any::<bool>();
    (
        scene_of_normalizations(),
        neighbours(),
        limits(),
        views,
        dampings,
        wraps,
    )
        .prop_map(|(mut scene, neighbours, limits, views, dampings, wraps)| {
            for (index, rule) in scene.rules().into_iter().enumerate() {
                rule.field_of_view = views[index].min(360.0);
                rule.damping = dampings[index];
            }
            let settings = &mut scene.settings;
            settings.neighbours = neighbours;
            settings.motion = Motion {
                plane: settings.motion.plane,
                max_speed: settings.motion.max_speed,
                max_acceleration: settings.motion.max_acceleration,
                ..limits
            };
            if wraps {
                settings.boundary.mode = BoundaryMode::Wrap;
            }
            scene
        })
}

#[test]
fn any_settings() {
    for _ in 0..4 {
        check(of_everything(), |scene| scene);
    }
}

#[test]
fn rules_by_direction() {
    check(scene(), |scene| scene);
}
