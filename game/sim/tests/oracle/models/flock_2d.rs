//! Model E: the flock in two dimensions.

use super::{check, mean, settings, sum, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{AlignTo, Plane, Response, Rule, Settings, Vec3};

/// Published in pixels, of which there are 100 to a metre here.
const INFLUENCE: f32 = 0.5;
const TOO_CLOSE: f32 = 0.3;
const REALLY_TOO_CLOSE: f32 = 0.12;
const WEIGHT_OF_REALLY: f32 = 12.0;
const CROWD: u32 = 10;
const CROWD_FACTOR: f32 = -0.25;
const MAX_SPEED: f32 = 0.8;
/// Factors of one frame.
const COHESION: f32 = 0.05;
const ALIGNMENT: f32 = 0.08;
const SEPARATION: f32 = 0.11;
const FRAMES_PER_SECOND: f32 = 60.0;

fn flock() -> Settings {
    let mut settings = settings(350, Vec3::new(1.9, 1.7, 0.0), 0.6);
    let rule = |factor: f32, radius| Rule {
        response: Response::Mean,
        ..Rule::new(factor * FRAMES_PER_SECOND, radius)
    };
    settings.cohesion = rule(COHESION, INFLUENCE);
    settings.alignment = rule(ALIGNMENT, INFLUENCE);
    settings.separation = rule(SEPARATION, TOO_CLOSE);
    let neighbours = &mut settings.neighbours;
    neighbours.align_to = AlignTo::Velocity;
    neighbours.too_close = true;
    neighbours.too_close_radius = REALLY_TOO_CLOSE;
    neighbours.too_close_weight = WEIGHT_OF_REALLY;
    neighbours.crowding = true;
    neighbours.crowd = CROWD;
    neighbours.crowd_factor = CROWD_FACTOR;
    settings.motion.plane = Plane::Xy;
    settings.motion.max_speed = MAX_SPEED;
    settings
}

fn published(boid: &Neighbourhood) -> Option<Expected> {
    let near = boid.within(f64::from(INFLUENCE))?;
    let desired = mean(near.iter().map(|j| boid.offset(*j)));
    let is_crowded = near.len() > CROWD as usize;
    let desired = match is_crowded {
        true => desired.times(f64::from(CROWD_FACTOR)),
        false => desired,
    };
    let aligned = mean(near.iter().map(|j| boid.velocity_of(*j)));
    let avoid = avoid(boid)?;

    let velocity = Ball::exact(boid.velocity())
        .plus(desired.times(f64::from(COHESION)).rounded(8.0))
        .plus(aligned.times(f64::from(ALIGNMENT)).rounded(8.0))
        .plus(avoid.times(-f64::from(SEPARATION)).rounded(8.0));
    // Two dimensions are a plane of the three.
    let velocity = velocity
        .across(Some(boid.world.axis(2)))
        .shortened(f64::from(MAX_SPEED));
    Some(boid.moved_with(velocity))
}

/// The weighted mean of the positions of those that are too close, minus the own.
fn avoid(boid: &Neighbourhood) -> Option<Ball> {
    let close = boid.within(f64::from(TOO_CLOSE))?;
    let really = boid.within(f64::from(REALLY_TOO_CLOSE))?;
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
    check(&flock(), 0.97, published);
}
