//! Composite behaviours.

use super::{check, check_under, mean, settings, shipped, Neighbourhood};
use crate::{
    ball::{norm, Ball, Vec64},
    world::Expected,
};
use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    settings::{AlignTo, Normalization, Rule, Steering},
    Preset, Settings, Vec3,
};

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
        normalization: Normalization::LimitedMean,
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
    guided(boid, constants, enabled, Ball::exact(Vec64::zeros()))
}

/// The same with the wishes of assistants.
fn guided(
    boid: &Neighbourhood,
    constants: &Constants,
    enabled: [bool; 3],
    assistants: Ball,
) -> Option<Expected> {
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
    let velocity = velocity.times(f64::from(constants.drive)).plus(assistants);
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

/// The assistants: an arrow asks for a direction with a strength that falls off from its axis.
#[test]
fn assistants() {
    let (start, end) = (Vec3::new(0.6, -2.4, 0.2), Vec3::new(1.6, -1.5, 0.9));
    let (weight, reach) = (1.5_f32, 0.9_f32);
    let arrow = Influence {
        weight,
        reach,
        fall_off: FallOff::Smooth,
        ..Influence::new(InfluenceKind::Guide { start, end })
    };
    let axis: Vec64 = (end - start).cast();
    let assistant = |place: Vec64| {
        let from_start = place - start.cast::<f64>();
        let along = (from_start.dot(&axis) / axis.norm_squared()).clamp(0.0, 1.0);
        let share = (from_start - axis * along).norm() / f64::from(reach);
        let strength = f64::from(weight) * (1.0 - share).max(0.0).powi(2) * (1.0 + 2.0 * share);
        // Near the edge, where nearly all is rounding, the strength is nearly zero.
        let rounding = f64::from(weight) * 64.0 * crate::ball::ROUNDING;
        Ball::new(norm(axis) * strength, rounding)
    };
    let reached = std::cell::Cell::new(0);
    let enabled = [true; 3];
    check_under(&[arrow], &flock(enabled), 0.8, |boid| {
        let wish = assistant(boid.position());
        reached.set(reached.get() + u32::from(wish.center != Vec64::zeros()));
        guided(boid, &DENSE, enabled, wish)
    });
    assert!(reached.get() > 500, "{} boids were guided", reached.get());
}
