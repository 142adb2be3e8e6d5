//! The flock in two dimensions.

use super::{check, mean, settings, shipped, sum, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{
    settings::{AlignTo, Normalization, Plane, Rule},
    Preset, Settings, Vec3,
};

/// Published in pixels, of which there are 100 to a metre here.
struct Constants {
    influence: f32,
    too_close: f32,
    really_too_close: f32,
    /// Factors of one frame.
    cohesion: f32,
    alignment: f32,
    separation: f32,
}

const DENSE: Constants = Constants {
    influence: 0.5,
    too_close: 0.3,
    really_too_close: 0.12,
    cohesion: 0.05,
    alignment: 0.08,
    separation: 0.11,
};

const SHIPPED: Constants = Constants {
    influence: 0.5,
    too_close: 0.2,
    really_too_close: 0.08,
    cohesion: 0.01,
    alignment: 0.05,
    separation: 0.15,
};

const WEIGHT_OF_REALLY: f32 = 12.0;
const CROWD: u32 = 10;
const CROWD_FACTOR: f32 = -0.25;
const MAX_SPEED: f32 = 0.8;
const FRAMES_PER_SECOND: f32 = 60.0;

fn flock() -> Settings {
    let mut settings = settings(350, Vec3::new(1.9, 1.7, 0.0), 0.6);
    let rule = |factor: f32, radius| Rule {
        normalization: Normalization::Mean,
        ..Rule::new(factor * FRAMES_PER_SECOND, radius)
    };
    settings.cohesion = rule(DENSE.cohesion, DENSE.influence);
    settings.alignment = rule(DENSE.alignment, DENSE.influence);
    settings.separation = rule(DENSE.separation, DENSE.too_close);
    let neighbours = &mut settings.neighbours;
    neighbours.align_to = AlignTo::Velocity;
    neighbours.too_close = true;
    neighbours.too_close_radius = DENSE.really_too_close;
    neighbours.too_close_weight = WEIGHT_OF_REALLY;
    neighbours.crowding = true;
    neighbours.crowd = CROWD;
    neighbours.crowd_factor = CROWD_FACTOR;
    settings.motion.plane = Plane::Xy;
    settings.motion.max_speed = MAX_SPEED;
    settings
}

fn published(boid: &Neighbourhood, constants: &Constants) -> Option<Expected> {
    let near = boid.within(f64::from(constants.influence))?;
    let desired = mean(near.iter().map(|j| boid.offset(*j)));
    let is_crowded = near.len() > CROWD as usize;
    let desired = if is_crowded {
        desired.times(f64::from(CROWD_FACTOR))
    } else {
        desired
    };
    let aligned = mean(near.iter().map(|j| boid.velocity_of(*j)));
    let avoid = avoid(boid, constants)?;

    let velocity = Ball::exact(boid.velocity())
        .plus(desired.times(f64::from(constants.cohesion)).rounded(8.0))
        .plus(aligned.times(f64::from(constants.alignment)).rounded(8.0))
        .plus(avoid.times(-f64::from(constants.separation)).rounded(8.0));
    // Two dimensions are a plane of the three.
    let velocity = velocity
        .across(Some(boid.world.axis(2)))
        .shortened(f64::from(MAX_SPEED));
    Some(boid.moved_with(velocity))
}

/// The weighted mean of the positions of those that are too close, minus the own.
fn avoid(boid: &Neighbourhood, constants: &Constants) -> Option<Ball> {
    let close = boid.within(f64::from(constants.too_close))?;
    let really = boid.within(f64::from(constants.really_too_close))?;
    let extra = f64::from(WEIGHT_OF_REALLY);
    let total = close.len() as f64 + really.len() as f64 * extra;
    let all = sum(close
        .iter()
        .map(|j| boid.offset(*j))
        .chain(really.iter().map(|j| boid.offset(*j) * extra)));
    Some(all.times(1.0 / total.max(1.0)))
}

#[test]
fn a_flock_in_two_dimensions() {
    check(&flock(), 0.97, |boid| published(boid, &DENSE));
}

#[test]
fn the_preset() {
    let settings = shipped(Preset::Processing);
    check(&settings, 0.97, |boid| published(boid, &SHIPPED));
}
