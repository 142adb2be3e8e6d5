//! The fish school.

use super::{check, mean, settings, shipped, Neighbourhood};
use crate::{
    ball::Ball,
    world::{double, Expected, World},
};
use flock_sim::{
    settings::{AlignTo, Boundary, Normalization, Plane, Region, Rule},
    Preset, Settings, Vec3,
};

/// Weights and radii; metres.
struct Constants {
    cohesion: (f32, f32),
    separation: (f32, f32),
    alignment: (f32, f32),
    max_acceleration: f32,
    max_speed: f32,
}

const DENSE: Constants = Constants {
    cohesion: (5.0, 0.9),
    separation: (8.0, 0.4),
    alignment: (6.0, 0.7),
    max_acceleration: 9.0,
    max_speed: 1.5,
};

/// As in the published sample, whose centimetres are metres here.
const PUBLISHED: Constants = Constants {
    cohesion: (1.0, 10.0),
    separation: (0.01, 1.2),
    alignment: (0.2, 2.4),
    max_acceleration: 15.0,
    max_speed: 25.0,
};

const MIN: Vec3 = Vec3::new(-1.0, -0.8, -1.5);
const MAX: Vec3 = Vec3::new(1.8, 1.0, 0.9);

fn school(plane: Plane) -> Settings {
    let mut settings = settings(300, Vec3::new(1.0, 0.8, 0.9), 1.0);
    let rule = |(weight, radius)| Rule {
        normalization: Normalization::Direction,
        ..Rule::new(weight, radius)
    };
    settings.cohesion = rule(DENSE.cohesion);
    settings.separation = rule(DENSE.separation);
    settings.alignment = rule(DENSE.alignment);
    settings.neighbours.align_to = AlignTo::Velocity;
    settings.motion.max_acceleration = DENSE.max_acceleration;
    settings.motion.max_speed = DENSE.max_speed;
    settings.motion.plane = plane;
    settings.boundary = Boundary::new(Region::Box { min: MIN, max: MAX });
    settings
}

fn published(boid: &Neighbourhood, constants: &Constants, is_planar: bool) -> Option<Expected> {
    let world = boid.world;
    let (kc, rc) = constants.cohesion;
    let (ks, rs) = constants.separation;
    let (ka, ra) = constants.alignment;
    let near = boid.within(f64::from(rc))?;
    let c = mean(near.iter().map(|j| boid.offset(*j))).with_length(1.0);
    let near = boid.within(f64::from(rs))?;
    let s = mean(near.iter().map(|j| -boid.offset(*j))).with_length(1.0);
    let near = boid.within(f64::from(ra))?;
    let a = mean(near.iter().map(|j| boid.velocity_of(*j))).with_length(1.0);

    let asked = c
        .times(f64::from(kc))
        .plus(s.times(f64::from(ks)))
        .plus(a.times(f64::from(ka)));
    let acceleration = asked.shortened(f64::from(constants.max_acceleration));
    let acceleration = acceleration.across(is_planar.then(|| world.axis(1)));
    let velocity = Ball::exact(boid.velocity())
        .plus(acceleration.times(world.dt()))
        .rounded(8.0)
        .shortened(f64::from(constants.max_speed));
    Some(boid.moved_with(velocity))
}

fn published_in_the_sea(boid: &Neighbourhood, is_planar: bool) -> Option<Expected> {
    let moved = published(boid, &DENSE, is_planar)?;
    Some(Expected {
        velocity: reverse(boid.world, boid, moved)?,
        ..moved
    })
}

/// Changes the sign of each component on whose axis the boid is outside. None if it was outside
/// before: as published, such a boid may turn outward again and stick; here it always turns inward.
fn reverse(world: &World, boid: &Neighbourhood, moved: Expected) -> Option<Ball> {
    let before = world.point_to_local(boid.position());
    let after = world.point_to_local(moved.position.center);
    let mut velocity = world.vector_to_local(moved.velocity.center);
    for axis in 0..3 {
        let (min, max) = (double(MIN)[axis], double(MAX)[axis]);
        let margin = moved.position.error + 1e-5;
        if !(min + margin..max - margin).contains(&before[axis]) {
            return None;
        }
        if (after[axis] - min).abs().min((after[axis] - max).abs()) < margin {
            return None;
        }
        if !(min..=max).contains(&after[axis]) {
            velocity[axis] = -velocity[axis];
        }
    }
    let velocity = world.vector_to_world(velocity);
    Some(Ball::new(velocity, moved.velocity.error).rounded(16.0))
}

#[test]
fn a_school_in_space() {
    check(&school(Plane::All), 0.85, |boid| {
        published_in_the_sea(boid, false)
    });
}

#[test]
fn a_planar_school() {
    check(&school(Plane::Xz), 0.85, |boid| {
        published_in_the_sea(boid, true)
    });
}

#[test]
fn the_preset() {
    let mut settings = shipped(Preset::FishSchool);
    // Nearer together, so that separation acts.
    let half = Vec3::new(10.0, 5.0, 10.0);
    settings.spawn.region = Region::cuboid(half);
    check(&settings, 0.95, |boid| published(boid, &PUBLISHED, true));
}
