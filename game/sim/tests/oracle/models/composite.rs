//! Model B: composite behaviours.

use super::{check, mean, settings, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{AlignTo, Response, Rule, Settings, Steering, Vec3};

const RADIUS: f32 = 0.8;
const AVOIDANCE_RADIUS: f32 = 0.6;
const COHESION: f32 = 0.7;
const ALIGNMENT: f32 = 0.9;
const AVOIDANCE: f32 = 1.1;
const SMOOTH: f32 = 0.3;
const DRIVE: f32 = 1.6;
const MAX_SPEED: f32 = 2.5;

fn flock(enabled: [bool; 3]) -> Settings {
    let mut settings = settings(400, Vec3::repeat(0.8), 1.0);
    let rule = |enabled, weight, radius| Rule {
        enabled,
        response: Response::LimitedMean,
        ..Rule::new(weight, radius)
    };
    settings.cohesion = Rule {
        damping: 1.0 - SMOOTH,
        ..rule(enabled[0], COHESION, RADIUS)
    };
    settings.alignment = rule(enabled[1], ALIGNMENT, RADIUS);
    settings.separation = rule(enabled[2], AVOIDANCE, AVOIDANCE_RADIUS);
    settings.neighbours.align_to = AlignTo::Heading;
    settings.motion.steering = Steering::Velocity;
    settings.motion.drive = DRIVE;
    settings.motion.max_speed = MAX_SPEED;
    settings
}

/// As published, a behaviour without a neighbour yields a random direction; ours yields none, and boids roam by a rule of its own.
/// Boids that lack neighbours are left out.
fn published(boid: &Neighbourhood, enabled: [bool; 3]) -> Option<Expected> {
    let near = boid.within(f64::from(RADIUS))?;
    let nearer = boid.within(f64::from(AVOIDANCE_RADIUS))?;
    let lacks = (enabled[0] || enabled[1]) && near.is_empty() || enabled[2] && nearer.is_empty();
    if lacks {
        return None;
    }
    let smooth = f64::from(SMOOTH);
    let heading = Ball::exact(boid.heading()).rounded(8.0);
    let middle = mean(near.iter().map(|j| boid.offset(*j)));
    // Their share is not exact in single precision.
    let cohesion = heading
        .times(1.0 - smooth)
        .plus(middle.times(smooth))
        .rounded(8.0);
    let alignment = mean(near.iter().map(|j| boid.heading_of(*j)));
    let avoidance = mean(nearer.iter().map(|j| -boid.offset(*j)));

    let behaviours = [
        (cohesion, COHESION),
        (alignment, ALIGNMENT),
        (avoidance, AVOIDANCE),
    ];
    let velocity = behaviours
        .into_iter()
        .zip(enabled)
        .filter(|(_, enabled)| *enabled)
        .map(|((vector, weight), _)| {
            let weight = f64::from(weight);
            vector.times(weight).shortened(weight)
        })
        .reduce(Ball::plus)?;
    let velocity = velocity.times(f64::from(DRIVE));
    let velocity = velocity.shortened(f64::from(MAX_SPEED));
    Some(boid.moved_with(velocity))
}

#[test]
fn all_behaviours() {
    let enabled = [true; 3];
    check(&flock(enabled), 0.8, |boid| published(boid, enabled));
}

#[test]
fn each_behaviour() {
    for enabled in [
        [true, false, false],
        [false, true, false],
        [false, false, true],
    ] {
        check(&flock(enabled), 0.5, |boid| published(boid, enabled));
    }
}
