//! Follies, one of each kind at least.

use crate::{
    math::Vec3,
    settings::{AlignTo, BoundaryMode, Normalization, Plane, Region, Settings, Steering},
};

/// A flock that only roams, so that its rules do not matter.
pub(super) fn without_rules(settings: &mut Settings) {
    settings.cohesion.enabled = false;
    settings.separation.enabled = false;
    settings.alignment.enabled = false;
    settings.wander.enabled = true;
}

/// The fields that are blamed, in order, and the change to the defaults that is to blame.
pub(super) type Case = (&'static [&'static str], fn(&mut Settings));

pub(super) const CASES: &[Case] = &[
    // Rules.
    (&["cohesion.enabled"], |s| {
        without_rules(s);
        s.wander.enabled = false;
    }),
    (&["cohesion.weight"], |s| {
        without_rules(s);
        s.wander.weight = 0.0;
        s.cohesion.enabled = true;
        s.cohesion.weight = 0.0;
    }),
    (&["separation.radius"], |s| s.separation.radius = 0.7),
    (&["separation.radius"], |s| s.separation.radius = 0.6),
    (&["separation.radius"], |s| s.collision.body_radius = 0.12),
    (&["separation.weight"], |s| s.separation.weight = 1.0),
    (&["cohesion.weight"], |s| s.cohesion.weight = 0.02),
    (&["alignment.weight"], |s| s.alignment.weight = 0.01),
    (&["cohesion.field_of_view"], |s| {
        s.cohesion.field_of_view = 0.0
    }),
    (&["alignment.field_of_view"], |s| {
        s.alignment.field_of_view = 20.0
    }),
    (&["separation.damping"], |s| s.separation.damping = 1.0),
    // Neighbours.
    (&["neighbours.too_close_radius"], |s| {
        s.neighbours.too_close = true;
        s.neighbours.too_close_radius = 0.22;
    }),
    (&["neighbours.too_close_weight"], |s| {
        s.neighbours.too_close = true;
        s.neighbours.too_close_weight = 0.0;
    }),
    (&["neighbours.crowd"], |s| {
        s.neighbours.crowding = true;
        s.neighbours.nearest_only = true;
    }),
    (&["neighbours.crowd"], |s| {
        s.neighbours.crowding = true;
        s.spawn.count = 9;
    }),
    (&["cohesion.radius"], |s| {
        s.spawn.count = 1_000_000;
        s.collision.body_radius = 0.005;
    }),
    (&["cohesion.radius"], |s| {
        s.spawn.count = 40_000;
        s.collision.body_radius = 0.005;
        s.motion.plane = Plane::Xz;
        s.spawn.region = Region::Box {
            min: Vec3::new(-3.0, 0.0, -3.0),
            max: Vec3::new(3.0, 0.0, 3.0),
        };
    }),
    (&["cohesion.radius"], |s| {
        s.boundary.shape = Region::cube(100.0);
        s.spawn.region = Region::cube(100.0);
    }),
    (&["cohesion.radius"], |s| {
        s.boundary.enabled = false;
        s.motion.plane = Plane::Xy;
        s.spawn.region = Region::cube(50.0);
    }),
    (&["cohesion.radius"], |s| {
        s.neighbours.nearest_only = true;
        s.boundary.shape = Region::cube(5.0);
        s.spawn.region = Region::cube(5.0);
    }),
    // Motion.
    (&["motion.drive"], |s| s.motion.drive = 0.0),
    (&["motion.max_speed"], |s| s.motion.max_speed = 0.0),
    (&["spawn.speed"], |s| s.spawn.speed = 5.0),
    (&["motion.min_speed"], |s| s.motion.min_speed = 1.5),
    (&["motion.max_acceleration", "avoidance.look_ahead"], |s| {
        s.motion.max_acceleration = 0.8
    }),
    (&["motion.max_speed", "avoidance.weight"], |s| {
        without_rules(s);
        s.motion.max_speed = 300.0;
        s.motion.max_acceleration = 10_000.0;
    }),
    (
        &[
            "motion.max_acceleration",
            "motion.min_speed",
            "avoidance.look_ahead",
        ],
        |s| {
            s.motion.max_acceleration = 0.8;
            s.motion.min_speed = 1.2;
        },
    ),
    (&["motion.max_turn_rate", "avoidance.look_ahead"], |s| {
        s.motion.limit_turning = true;
        s.motion.max_turn_rate = 30.0;
    }),
    (&["motion.max_turn_rate"], |s| {
        s.motion.limit_turning = true;
        s.motion.max_turn_rate = 0.0;
    }),
    (&["motion.max_turn_rate"], |s| {
        s.motion.limit_turning = true;
        s.motion.max_turn_rate = 20_000.0;
    }),
    (&["motion.max_acceleration", "avoidance.look_ahead"], |s| {
        s.boundary.enabled = false;
        s.motion.max_acceleration = 0.1;
    }),
    (&["motion.max_acceleration"], |s| {
        s.wander.enabled = true;
        s.wander.weight = 31.0;
        s.boundary.enabled = false;
    }),
    (&["motion.drive"], |s| {
        s.motion.steering = Steering::Velocity;
        s.motion.min_speed = 0.5;
        s.motion.drive = 20.0;
    }),
    (&["wander.enabled"], |s| {
        s.motion.steering = Steering::Velocity
    }),
    (&["wander.weight"], |s| {
        s.motion.steering = Steering::Velocity;
        s.wander.enabled = true;
        s.wander.weight = 0.0;
    }),
    // Boundary.
    (&["boundary.mode.margin"], |s| {
        s.boundary.mode = BoundaryMode::SoftTurn { margin: 0.05 };
    }),
    (&["boundary.mode.margin"], |s| {
        s.boundary.mode = BoundaryMode::SoftTurn { margin: 2.0 };
    }),
    (&["cohesion.radius"], |s| {
        s.boundary.mode = BoundaryMode::Wrap;
        s.boundary.shape = Region::cube(1.4);
        s.cohesion.radius = 1.5;
    }),
    (&["spawn.region"], |s| s.spawn.region = Region::cube(2.0)),
    // Too dense at the start: a larger ball; one with too little room for it in the boundary.
    (&["spawn.region"], |s| {
        s.spawn.count = 20_000;
        s.spawn.region = Region::sphere(0.0);
        s.boundary.shape = Region::cube(10.0);
    }),
    (&["spawn.region"], |s| s.spawn.count = 100_000),
    (&["spawn.region"], |s| {
        s.boundary.shape = Region::Sphere {
            center: Vec3::new(0.0, 3.0, 0.0),
            radius: 2.0,
        };
    }),
    // Avoidance.
    (&["avoidance.look_ahead"], |s| s.avoidance.look_ahead = 0.3),
    (&["avoidance.look_ahead"], |s| {
        s.motion.limit_turning = true;
        s.motion.max_turn_rate = 50.0;
    }),
    (&["avoidance.look_ahead"], |s| {
        s.motion.steering = Steering::Velocity;
        s.wander.enabled = true;
        s.avoidance.look_ahead = 0.07;
        s.avoidance.look_interval = 0.0;
    }),
    (&["avoidance.weight"], |s| {
        s.motion.max_speed = 10.0;
        s.motion.max_acceleration = 200.0;
        s.avoidance.look_ahead = 0.5;
    }),
    (&["avoidance.weight"], |s| s.avoidance.weight = 1.7),
    (&["avoidance.weight"], |s| {
        s.motion.steering = Steering::Velocity;
        s.wander.enabled = true;
        s.avoidance.weight = 1.0;
    }),
    (&["avoidance.examined_view"], |s| {
        s.avoidance.field_of_view = 90.0;
        s.avoidance.examined_view = 100.0;
    }),
    (&["avoidance.rays"], |s| s.avoidance.rays = 20),
    (&["avoidance.rays"], |s| {
        s.motion.plane = Plane::Xz;
        s.avoidance.rays = 11;
    }),
    (&["avoidance.rays"], |s| {
        s.avoidance.examined_view = 0.0;
        s.avoidance.rays = 2;
    }),
    (&["avoidance.look_interval"], |s| {
        s.avoidance.look_interval = 0.6
    }),
    (&["avoidance.ray_budget"], |s| s.avoidance.ray_budget = 30),
    // Fear.
    (&["fear.weight"], |s| {
        s.fear.enabled = true;
        s.fear.weight = 0.0;
    }),
    (&["fear.slow"], |s| {
        s.fear.enabled = true;
        s.fear.slow = 3.0;
    }),
    (&["panic.return_time"], |s| {
        s.panic.enabled = true;
        s.panic.return_time = 0.1;
    }),
    (&["panic.deaf_time"], |s| {
        s.panic.enabled = true;
        s.panic.deaf_time = 0.2;
    }),
    (&["detail.fourth"], |s| {
        s.detail.enabled = true;
        s.detail.fourth = 20.0;
    }),
    (&["detail.eighth"], |s| {
        s.detail.enabled = true;
        s.detail.eighth = 50.0;
    }),
    (&["hunting.lost"], |s| {
        s.hunting.enabled = true;
        s.hunting.lost = 0.5;
    }),
    (&["hunting.attack_time"], |s| {
        s.hunting.enabled = true;
        s.hunting.attack_time = 0.0;
    }),
    (&["hunting.catch_distance"], |s| {
        s.hunting.enabled = true;
        s.hunting.catch_distance = 0.0;
    }),
    // Time.
    (&["simulation.time_step"], |s| {
        s.motion.max_speed = 3.0;
        s.motion.max_acceleration = 30.0;
        s.simulation.time_step = 0.1;
    }),
    (&["avoidance.weight", "separation.weight"], |s| {
        s.separation.weight = 80.0;
        s.cohesion.weight = 40.0;
        s.alignment.weight = 40.0;
        s.motion.max_acceleration = 10_000.0;
    }),
    (&["alignment.weight"], |s| {
        s.neighbours.align_to = AlignTo::VelocityDifference;
        s.alignment.normalization = Normalization::Mean;
        s.alignment.weight = 100.0;
    }),
    (&["cohesion.weight"], |s| {
        s.motion.steering = Steering::Velocity;
        s.wander.enabled = true;
        s.cohesion.normalization = Normalization::Mean;
        s.cohesion.weight = 90.0;
    }),
    (&["wander.change_time"], |s| {
        s.wander.enabled = true;
        s.wander.change_time = 0.02;
    }),
    (&["simulation.max_steps_per_frame"], |s| {
        s.simulation.time_step = 0.002
    }),
    (&["simulation.time_step"], |s| {
        s.simulation.time_step = 0.0001
    }),
];
