//! A flock of storks that circles in the warm air above the meadow.

use super::stork;
use crate::base::flocks;
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    render::DrawDetail,
    scripts::{FlockPath, Strength},
    sim::{
        settings::{Region, Wander},
        Preset,
    },
    Flock,
};
use std::f32::consts::TAU;

type Vec3 = Vector3<f32>;

/// The middle of the circle, and its radius, in metres.
const MIDDLE: Vec3 = Vec3::new(1.0, 12.5, -25.0);
const RADIUS: f32 = 10.0;
/// Number of points of the circle.
const POINTS: usize = 8;

/// Adds the flock and the circle.
pub fn add(scene: &mut Scene) {
    let storks = flocks::add(scene, "Storks", MIDDLE, flock());
    let circle = FlockPath {
        is_loop: true.into(),
        radius: 3.0.into(),
        look_ahead: 0.9.into(),
        strength: Strength {
            weight: 9.0,
            reach: 30.0,
            ..Strength::default()
        }
        .into(),
        flocks: vec![storks].into(),
    };
    let circle = flocks::add(scene, "Warm Air", MIDDLE, circle);
    for number in 0..POINTS {
        add_point(scene, circle, number);
    }
}

/// The circle is higher on one side, where the air rises.
fn add_point(scene: &mut Scene, circle: Handle<Node>, number: usize) {
    let (sin, cos) = (TAU * number as f32 / POINTS as f32).sin_cos();
    let place = Vec3::new(RADIUS * cos, 1.2 * sin, RADIUS * sin);
    flocks::add_point(scene, circle, &format!("Warm Air {}", number + 1), place);
}

/// Storks, as they are drawn and fly.
pub(super) fn flock() -> Flock {
    let mut settings = Preset::Crows.settings();
    settings.spawn.count = 14;
    settings.spawn.speed = 6.0;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-RADIUS, -2.0, -RADIUS),
        max: Vec3::new(RADIUS, 3.0, RADIUS),
    };
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.separation.weight = 3.0;
    settings.separation.radius = 3.5;
    settings.wander = Wander {
        enabled: true,
        weight: 1.0,
        change_time: 4.0,
        ..Wander::default()
    };
    settings.motion.min_speed = 4.0;
    settings.motion.max_speed = 6.2;
    settings.motion.max_turn_rate = 70.0;
    settings.boundary = flocks::around_middle(26.0);
    settings.collision.body_radius = 0.3;
    settings.body.scale_variation = 0.06;
    settings.body.banking = 1.0;
    settings.body.beats_per_second = 2.2;
    settings.body.beats_per_metre = 0.0;
    let mut flock = Flock::new(settings);
    stork::dress(&mut flock);
    // The fingers of the wings are seen from afar.
    flock.draw_detail = DrawDetail {
        second_mesh: 0.03,
        third_mesh: 0.012,
        ..DrawDetail::default()
    }
    .into();
    flock
}
