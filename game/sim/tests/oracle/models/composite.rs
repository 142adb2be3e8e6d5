//! Composite behaviours.

use super::{check, mean, settings, shipped, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{AlignTo, Normalization, Preset, Rule, Settings, Steering, Vec3};

struct Constants {
    radius: f32,
    avoidance_radius: f32,
    cohesion: f32,
    alignment: f32,
    avoidance: f32,
    /// Share of cohesion beside the own heading.
    smooth: f32,
    drive: f32,
    max_speed: f32,
}

const DENSE: Constants = Constants {
    radius: 0.8,
    avoidance_radius: 0.6,
    cohesion: 0.7,
    alignment: 0.9,
    avoidance: 1.1,
    smooth: 0.3,
    drive: 1.6,
    max_speed: 2.5,
};

const SHIPPED: Constants = Constants {
    radius: 2.5,
    avoidance_radius: 1.0,
    cohesion: 0.6,
    alignment: 1.0,
    avoidance: 1.5,
    smooth: 0.5,
    drive: 1.5,
    max_speed: 3.0,
};

fn flock(enabled: [bool; 3]) -> Settings {
    let mut settings = settings(400, Vec3::repeat(0.8), 1.0);
    let rule = |enabled, weight, radius| Rule {
        enabled,
        response: Normalization::LimitedMean,
        ..Rule::new(weight, radius)
    };
    settings.cohesion = Rule {
        damping: 1.0 - DENSE.smooth,
        ..rule(enabled[0], DENSE.cohesion, DENSE.radius)
    };
    settings.alignment = rule(enabled[1], DENSE.alignment, DENSE.radius);
    settings.separation = rule(enabled[2], DENSE.avoidance, DENSE.avoidance_radius);
    settings.neighbours.align_to = AlignTo::Heading;
    settings.motion.steering = Steering::Velocity;
    settings.motion.drive = DENSE.drive;
    settings.motion.max_speed = DENSE.max_speed;
    settings
}

/// As published, a behaviour without a neighbour yields a random direction. Here it yields none,
/// and wander is a rule of its own. Boids without neighbours are left out.
fn published(boid: &Neighbourhood, constants: &Constants, enabled: [bool; 3]) -> Option<Expected> {
    let near = boid.within(f64::from(constants.radius))?;
    let nearer = boid.within(f64::from(constants.avoidance_radius))?;
    let lacks = (enabled[0] || enabled[1]) && near.is_empty() || enabled[2] && nearer.is_empty();
    if lacks {
        return None;
    }
    let smooth = f64::from(constants.smooth);
    let heading = Ball::exact(boid.heading()).rounded(8.0);
    let middle = mean(near.iter().map(|j| boid.offset(*j)));
    // The shares are not exact in single precision.
    let cohesion = heading
        .times(1.0 - smooth)
        .plus(middle.times(smooth))
        .rounded(8.0);
    let alignment = mean(near.iter().map(|j| boid.heading_of(*j)));
    let avoidance = mean(nearer.iter().map(|j| -boid.offset(*j)));

    let behaviours = [
        (cohesion, constants.cohesion),
        (alignment, constants.alignment),
        (avoidance, constants.avoidance),
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
    let velocity = velocity.times(f64::from(constants.drive));
    let velocity = velocity.shortened(f64::from(constants.max_speed));
    Some(boid.moved_with(velocity))
}

#[test]
fn all_behaviours() {
    let enabled = [true; 3];
    check(&flock(enabled), 0.8, |boid| {
        published(boid, &DENSE, enabled)
    });
}

#[test]
fn the_preset() {
    let settings = shipped(Preset::Composite);
    check(&settings, 0.8, |boid| published(boid, &SHIPPED, [true; 3]));
}

#[test]
fn each_behaviour() {
    for enabled in [
        [true, false, false],
        [false, true, false],
        [false, false, true],
    ] {
        check(&flock(enabled), 0.5, |boid| {
            published(boid, &DENSE, enabled)
        });
    }
}
