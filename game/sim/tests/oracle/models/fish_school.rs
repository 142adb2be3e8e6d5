//! Model A: the fish school.

use super::{check, mean, settings, Neighbourhood};
use crate::{
    ball::Ball,
    world::{double, Expected, World},
};
use flock_sim::{AlignTo, Boundary, Plane, Region, Response, Rule, Settings, Vec3};

const COHESION: (f32, f32) = (5.0, 0.9);
const SEPARATION: (f32, f32) = (8.0, 0.4);
const ALIGNMENT: (f32, f32) = (6.0, 0.7);
const MAX_ACCELERATION: f32 = 9.0;
const MAX_SPEED: f32 = 1.5;
const MIN: Vec3 = Vec3::new(-1.0, -0.8, -1.5);
const MAX: Vec3 = Vec3::new(1.8, 1.0, 0.9);

fn school(plane: Plane) -> Settings {
    let mut settings = settings(300, Vec3::new(1.0, 0.8, 0.9), 1.0);
    let rule = |(weight, radius)| Rule {
        response: Response::Direction,
        ..Rule::new(weight, radius)
    };
    settings.cohesion = rule(COHESION);
    settings.separation = rule(SEPARATION);
    settings.alignment = rule(ALIGNMENT);
    settings.neighbours.align_to = AlignTo::Velocity;
    settings.motion.max_acceleration = MAX_ACCELERATION;
    settings.motion.max_speed = MAX_SPEED;
    settings.motion.plane = plane;
    settings.boundary = Boundary::new(Region::Box { min: MIN, max: MAX });
    settings
}

fn published(boid: &Neighbourhood, is_planar: bool) -> Option<Expected> {
    let world = boid.world;
    let (kc, rc) = COHESION;
    let (ks, rs) = SEPARATION;
    let (ka, ra) = ALIGNMENT;
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
    let acceleration = asked.shortened(f64::from(MAX_ACCELERATION));
    let acceleration = acceleration.across(is_planar.then(|| world.axis(1)));
    let velocity = Ball::exact(boid.velocity())
        .plus(acceleration.times(world.dt()))
        .rounded(8.0)
        .shortened(f64::from(MAX_SPEED));
    let moved = boid.moved_with(velocity);
    Some(Expected {
        velocity: reverse(world, boid, moved)?,
        ..moved
    })
}

/// Changes the sign of each component on whose axis the boid is outside. None if it was outside before: as published, such a
/// boid may turn outward again and stick; ours always turns inward.
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
    check(&school(Plane::All), 0.85, |boid| published(boid, false));
}

#[test]
fn a_planar_school() {
    check(&school(Plane::Xz), 0.85, |boid| published(boid, true));
}
