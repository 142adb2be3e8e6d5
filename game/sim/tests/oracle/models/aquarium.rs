//! The aquarium.

use super::{check, mean, settings, shipped, sum, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{
    settings::{AlignTo, Normalization, Rule},
    Preset, Settings, Vec3,
};

/// Published in centimetres; the factors have no unit of length. Speeds in m/s, radii in m.
const SPEEDS: (f32, f32) = (4.0, 7.0);
const SEPARATION: (f32, f32) = (0.02, 5.0);
const ALIGNMENT: (f32, f32) = (0.01, 10.0);
const COHESION: (f32, f32) = (0.01, 30.0);
/// The factors are per frame, those of the settings per second.
const FRAMES_PER_SECOND: f32 = 60.0;

fn aquarium(alignment: f32) -> Settings {
    let mut settings = settings(250, Vec3::new(20.0, 12.0, 25.0), 5.0);
    let rule = |factor: f32, radius, normalization| Rule {
        normalization,
        ..Rule::new(factor * FRAMES_PER_SECOND, radius)
    };
    settings.separation = rule(SEPARATION.0, SEPARATION.1, Normalization::Sum);
    settings.alignment = rule(alignment, ALIGNMENT.1, Normalization::Mean);
    settings.cohesion = rule(COHESION.0, COHESION.1, Normalization::Mean);
    settings.neighbours.align_to = AlignTo::VelocityDifference;
    settings.motion.min_speed = SPEEDS.0;
    settings.motion.max_speed = SPEEDS.1;
    settings
}

fn published(boid: &Neighbourhood, alignment: f32) -> Option<Expected> {
    let near = boid.within(f64::from(SEPARATION.1))?;
    let separation = sum(near.iter().map(|j| -boid.offset(*j)));
    let near = boid.within(f64::from(ALIGNMENT.1))?;
    let own = Ball::exact(if near.is_empty() {
        boid.velocity() * 0.0
    } else {
        -boid.velocity()
    });
    let aligned = mean(near.iter().map(|j| boid.velocity_of(*j))).plus(own);
    // The own velocity may be subtracted from each of the others instead.
    let aligned = Ball::new(
        aligned.center,
        aligned.error * 3.0 + aligned.rounded(near.len() as f64).error,
    );
    let near = boid.within(f64::from(COHESION.1))?;
    let cohesion = mean(near.iter().map(|j| boid.offset(*j)));

    let velocity = Ball::exact(boid.velocity())
        .plus(separation.times(f64::from(SEPARATION.0)).rounded(8.0))
        .plus(aligned.times(f64::from(alignment)).rounded(8.0))
        .plus(cohesion.times(f64::from(COHESION.0)).rounded(8.0));
    let speed = velocity.center.norm();
    let clamped = speed.clamp(f64::from(SPEEDS.0), f64::from(SPEEDS.1));
    let scaled = velocity.with_length(clamped);
    let velocity = Ball::new(scaled.center, scaled.error + velocity.error);
    Some(boid.moved_with(velocity))
}

#[test]
fn fish() {
    check(&aquarium(ALIGNMENT.0), 0.98, |boid| {
        published(boid, ALIGNMENT.0)
    });
}

#[test]
fn the_preset() {
    let settings = shipped(Preset::Aquarium);
    check(&settings, 0.98, |boid| published(boid, ALIGNMENT.0));
}

#[test]
fn a_swarm_of_insects() {
    check(&aquarium(0.0), 0.98, |boid| published(boid, 0.0));
}
