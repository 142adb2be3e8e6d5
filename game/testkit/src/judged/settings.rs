//! The settings of a random scene.

use super::{
    draw::Draw,
    feature::{Feature, Features},
};
use crate::{
    crossing::{Level, RESPONSES},
    flocks::disable_rules,
};
use flock_sim::{
    settings::{
        AlignTo, Avoidance, AvoidanceSteering, Boundary, BoundaryMode, Manoeuvre, Normalization,
        Plane, Region, Rule, Steering, WayFinding,
    },
    Settings,
};

/// Features of which the judge needs to know how far a body can move by itself in a step.
const SHORT_MOVES: [Feature; 4] = [
    Feature::MovingObstacles,
    Feature::LooseBodies,
    Feature::Perches,
    Feature::Periodic,
];

/// Longest move with them in a step, in metres, without wind and fright; these make it up to eight
/// times as long.
const SHORT: f32 = 0.05;

/// Longest of these moves with wind and fright, in metres.
pub const LONGEST: f32 = 8.0 * SHORT;

/// Largest weight and acceleration that settings allow, in m/s².
const LARGEST: f32 = 10_000.0;

/// The settings of the flocks in a scene, with so many boids.
pub fn draw(draw: &mut Draw, features: Features, level: &Level, boids: u32) -> Settings {
    let response = draw.of(&RESPONSES);
    let pace = pace(draw, features);
    let mut settings = level.settings(pace, response);
    settings.spawn.count = boids;
    settings.spawn.seed = draw.seed();
    settings.spawn.speed = pace.0 * draw.between(0.0, 1.0);
    set_body(draw, features, level, &mut settings);
    set_boundary(draw, features, level, &mut settings);
    set_rules(draw, pace.0, &mut settings);
    if features.has(Feature::Plane) {
        settings.motion.plane = draw.of(&[Plane::Xz, Plane::Xy, Plane::Yz]);
    }
    if features.has(Feature::Limits) {
        set_limits(draw, &mut settings);
    }
    if features.has(Feature::Avoidance) {
        settings.avoidance = avoidance(draw);
    }
    if features.has(Feature::Wander) {
        settings.wander.enabled = true;
        settings.wander.weight = settings.motion.max_acceleration * draw.between(0.0, 1.0);
        settings.wander.only_alone = draw.percent(20);
    }
    set_fear(draw, features, &mut settings);
    if features.has(Feature::Ways) {
        settings.way_finding = WayFinding {
            // So many that some levels need more.
            cell: level.half_size.max() * draw.between(0.05, 0.3),
            clearance: settings.collision.body_radius * draw.of(&[0.0, 0.5]),
            most_cells: 4000,
            delay: draw.whole(0, 20) as u32,
        };
    }
    if features.has(Feature::Detail) {
        let size = level.half_size.max();
        settings.detail.enabled = true;
        settings.detail.sleep = draw.percent(50);
        settings.detail.second = size * draw.between(0.0, 0.5);
        settings.detail.fourth = size * draw.between(0.5, 1.0);
        settings.detail.eighth = size * draw.between(1.0, 1.5);
    }
    settings
}

/// Largest speed in m/s and time step in seconds.
fn pace(draw: &mut Draw, features: Features) -> (f32, f32) {
    let time_step = draw.of(&[1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 0.1]);
    let speed = draw.of_any_size(0.3, 200.0);
    let is_short = features.has_any(&SHORT_MOVES);
    let most = if is_short { SHORT / time_step } else { speed };
    (speed.min(most), time_step)
}

/// Bodies of all sizes that fit into the level; of usual sizes where the judge's tolerance is a
/// share of the size.
fn set_body(draw: &mut Draw, features: Features, level: &Level, settings: &mut Settings) {
    let collision = &mut settings.collision;
    let is_usual = features.has_any(&[Feature::MovingObstacles, Feature::Perches]);
    collision.body_radius = match level.name {
        _ if is_usual => draw.between(0.03, 0.08),
        "room" => draw.of_any_size(0.01, 0.6),
        _ => draw.of_any_size(0.01, 0.2),
    };
    collision.skin = draw.of(&[0.0005, 0.002, 0.01]);
}

fn set_boundary(draw: &mut Draw, features: Features, level: &Level, settings: &mut Settings) {
    let shape = if features.has(Feature::Round) {
        Region::sphere(level.half_size.min())
    } else {
        Region::cuboid(level.half_size)
    };
    let mode = match features {
        _ if features.has(Feature::Periodic) => BoundaryMode::Wrap,
        _ if features.has(Feature::SoftTurn) => BoundaryMode::SoftTurn {
            margin: level.half_size.min() * draw.between(0.05, 0.5),
        },
        _ => BoundaryMode::Reflect,
    };
    settings.spawn.region = shape;
    settings.boundary = Boundary::new(shape).with_mode(mode);
}

/// Rules of any strength: in a third of the scenes as strong as in the trials of crossings, in
/// another third any, in the last none.
fn set_rules(draw: &mut Draw, speed: f32, settings: &mut Settings) {
    let normalizations = [
        Normalization::Direction,
        Normalization::Mean,
        Normalization::LimitedMean,
        Normalization::Sum,
    ];
    match draw.whole(0, 2) {
        0 => (),
        1 => {
            for rule in [
                &mut settings.cohesion,
                &mut settings.separation,
                &mut settings.alignment,
            ] {
                let weight = speed * draw.of_any_size(0.1, 40.0);
                *rule = Rule::new(weight, draw.between(0.1, 1.0));
                rule.normalization = draw.of(&normalizations);
            }
            let acceleration = speed * draw.of_any_size(1.0, 100.0);
            settings.motion.max_acceleration = acceleration.min(LARGEST);
        }
        _ => disable_rules(settings),
    }
    settings.motion.min_speed = speed * draw.of(&[0.0, 0.5, 1.0]);
}

fn set_limits(draw: &mut Draw, settings: &mut Settings) {
    let motion = &mut settings.motion;
    motion.limit_turning = draw.percent(50);
    motion.max_turn_rate = draw.of_any_size(10.0, 10_000.0);
    motion.flattening = draw.between(0.0, 1.0);
    motion.steering = draw.of(&[Steering::Acceleration, Steering::Velocity]);
    motion.drive = draw.between(0.0, 2.0);
    let neighbours = &mut settings.neighbours;
    neighbours.nearest_only = draw.percent(50);
    neighbours.nearest = draw.whole(1, 32) as u32;
    neighbours.too_close = draw.percent(30);
    neighbours.crowding = draw.percent(30);
    let aligned = [
        AlignTo::Velocity,
        AlignTo::Heading,
        AlignTo::VelocityDifference,
    ];
    neighbours.align_to = draw.of(&aligned);
    for rule in [
        &mut settings.cohesion,
        &mut settings.separation,
        &mut settings.alignment,
    ] {
        rule.field_of_view = draw.between(0.0, 360.0);
        rule.damping = draw.between(0.0, 1.0);
    }
}

fn avoidance(draw: &mut Draw) -> Avoidance {
    Avoidance {
        enabled: true,
        weight: draw.of_any_size(1.0, 100.0),
        look_ahead: draw.between(0.1, 2.0),
        rays: draw.whole(1, 64) as u32,
        field_of_view: draw.between(30.0, 360.0),
        steering: draw.of(&[AvoidanceSteering::Turn, AvoidanceSteering::Toward]),
        look_interval: draw.of(&[0.0, 0.15]),
        ray_budget: draw.of(&[0, 0, 200]),
        ..Avoidance::default()
    }
}

fn set_fear(draw: &mut Draw, features: Features, settings: &mut Settings) {
    if features.has_any(&[Feature::Predators, Feature::Hunters]) {
        settings.fear.enabled = true;
        let weight = settings.motion.max_acceleration * draw.between(0.1, 2.0);
        settings.fear.weight = weight.min(LARGEST);
        settings.fear.radius = draw.between(0.5, 3.0);
        settings.fear.manoeuvre = draw.of(&[
            Manoeuvre::Automatic,
            Manoeuvre::Turn,
            Manoeuvre::Vacuole,
            Manoeuvre::Fountain,
            Manoeuvre::FlashExpansion,
        ]);
    }
    if features.has(Feature::Panic) {
        settings.panic.enabled = true;
        let weight = settings.motion.max_acceleration * draw.between(0.1, 2.0);
        settings.panic.weight = weight.min(LARGEST);
        settings.panic.deaf_time = draw.between(0.0, 1.0);
    }
}
