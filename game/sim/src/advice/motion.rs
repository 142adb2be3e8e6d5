//! Advice about speeds, turning and what limits them.

use super::{
    about_number,
    rules::{acting, is_bounded, WEIGHTS},
    space::narrowest,
    to_switch_on, Advice,
};
use crate::{Motion, Settings, Steering, Wander};

/// Rules that ask for more than this factor of what is allowed have nothing but their direction left.
const SATURATED: f32 = 10.0;

/// A turning circle that leaves room in the boundary takes this share of it.
const GOOD_CIRCLE: f32 = 0.5;

/// Smallest speed as a share of the largest.
const GOOD_MIN_SPEED: f32 = 0.6;

const SPEEDS: std::ops::RangeInclusive<f32> = 0.0..=1000.0;
const ACCELERATIONS: std::ops::RangeInclusive<f32> = 0.0..=10_000.0;
const TURN_RATES: std::ops::RangeInclusive<f32> = 0.0..=100_000.0;

pub(super) fn advice(settings: &Settings) -> impl Iterator<Item = Advice> {
    [
        no_drive(settings),
        no_speed(settings),
        start_above_the_limit(settings),
        smallest_above_largest(settings),
        circle_at_full_speed(settings),
        circle_at_least_speed(settings),
        circle_by_turn_rate(settings),
        turn_rate_without_effect(settings),
        saturated(settings),
        stands_still_alone(settings),
    ]
    .into_iter()
    .flatten()
}

fn no_drive(settings: &Settings) -> Option<Advice> {
    let drive = settings.motion.drive;
    if drive > 0.0 {
        return None;
    }
    let reason = "nothing that the rules ask for is done".to_string();
    about_number("motion.drive", drive, 1.0, 0.0..=100.0, reason)
}

fn no_speed(settings: &Settings) -> Option<Advice> {
    let speed = settings.motion.max_speed;
    if speed > 0.0 {
        return None;
    }
    let better = Motion::default().max_speed;
    let reason = "boids can only stand still".to_string();
    about_number("motion.max_speed", speed, better, SPEEDS, reason)
}

fn start_above_the_limit(settings: &Settings) -> Option<Advice> {
    let (speed, limit) = (settings.spawn.speed, settings.motion.max_speed);
    (speed > limit && limit > 0.0).then(|| Advice {
        field: "spawn.speed",
        value: speed.to_string(),
        reason: format!("motion.max_speed limits it to {limit} m/s"),
        better: limit.to_string(),
    })
}

fn smallest_above_largest(settings: &Settings) -> Option<Advice> {
    let Motion {
        min_speed,
        max_speed,
        ..
    } = settings.motion;
    if min_speed <= max_speed {
        return None;
    }
    let reason = format!(
        "motion.max_speed limits it to {max_speed} m/s, so every boid goes at exactly that"
    );
    let better = GOOD_MIN_SPEED * max_speed;
    about_number("motion.min_speed", min_speed, better, SPEEDS, reason)
}

/// Diameter of the circle that a boid turns in at a speed, by what it can accelerate. With [`Steering::Velocity`] it turns on
/// the spot.
fn circle(settings: &Settings, speed: f32) -> Option<f32> {
    let accelerates = settings.motion.steering == Steering::Acceleration;
    accelerates.then(|| 2.0 * speed.powi(2) / settings.motion.max_acceleration)
}

/// What is said about a circle that is wider than the boundary; nothing about that of a boid which does not move.
fn too_wide(boid: &str, circle: f32, narrowest: f32) -> Option<String> {
    let too_wide = circle > narrowest;
    let reason = match circle.is_finite() {
        true => format!(
            "{boid} turns in a circle of {circle} m, wider than the {narrowest} m of the boundary"
        ),
        false => format!("{boid} never turns, wherever the boundary is"),
    };
    too_wide.then_some(reason)
}

fn circle_at_full_speed(settings: &Settings) -> Option<Advice> {
    let Motion {
        max_speed,
        max_acceleration,
        ..
    } = settings.motion;
    let narrowest = narrowest(settings)?;
    let reason = too_wide(
        "a boid at full speed",
        circle(settings, max_speed)?,
        narrowest,
    )?;
    let room = GOOD_CIRCLE * narrowest;
    let stronger = 2.0 * max_speed.powi(2) / room;
    let slower = (0.5 * room * max_acceleration).sqrt();
    about_number(
        "motion.max_acceleration",
        max_acceleration,
        stronger,
        ACCELERATIONS,
        reason.clone(),
    )
    .or_else(|| about_number("motion.max_speed", max_speed, slower, SPEEDS, reason))
}

fn circle_at_least_speed(settings: &Settings) -> Option<Advice> {
    let motion = &settings.motion;
    let least = motion.min_speed.min(motion.max_speed);
    let narrowest = narrowest(settings)?;
    let reason = too_wide(
        "even at its slowest a boid",
        circle(settings, least)?,
        narrowest,
    )?;
    let better = (0.5 * GOOD_CIRCLE * narrowest * motion.max_acceleration).sqrt();
    about_number("motion.min_speed", motion.min_speed, better, SPEEDS, reason)
}

fn circle_by_turn_rate(settings: &Settings) -> Option<Advice> {
    let (motion, narrowest) = (&settings.motion, narrowest(settings)?);
    let rate = motion.max_turn_rate;
    let circle = 2.0 * motion.max_speed / rate.to_radians();
    if !motion.limit_turning {
        return None;
    }
    let reason = too_wide("a boid at full speed", circle, narrowest)?;
    let better = (2.0 * motion.max_speed / (GOOD_CIRCLE * narrowest)).to_degrees();
    about_number("motion.max_turn_rate", rate, better, TURN_RATES, reason)
}

fn turn_rate_without_effect(settings: &Settings) -> Option<Advice> {
    let motion = &settings.motion;
    let turn = motion.max_turn_rate * settings.simulation.time_step;
    if !motion.limit_turning || turn < 180.0 {
        return None;
    }
    let reason = "within one step a boid may turn around, so nothing is limited".to_string();
    let better = Motion::default().max_turn_rate;
    about_number(
        "motion.max_turn_rate",
        motion.max_turn_rate,
        better,
        TURN_RATES,
        reason,
    )
}

/// The largest weight that says how much is asked for.
pub(super) fn largest_weight(settings: &Settings) -> f32 {
    let rules = acting(settings).filter(|named| is_bounded(named.rule));
    let wander = settings.wander.acts().then_some(settings.wander.weight);
    rules
        .map(|named| named.rule.weight)
        .chain(wander)
        .fold(0.0, f32::max)
}

fn saturated(settings: &Settings) -> Option<Advice> {
    let motion = &settings.motion;
    let weight = largest_weight(settings);
    let asked = motion.drive * weight;
    match motion.steering {
        Steering::Acceleration if asked > SATURATED * motion.max_acceleration => {
            let reason = format!(
                "the rules ask for up to {asked} m/s², so only their direction is left and hardly anything happens"
            );
            let limit = motion.max_acceleration;
            about_number(
                "motion.max_acceleration",
                limit,
                asked,
                ACCELERATIONS,
                reason,
            )
        }
        Steering::Velocity if asked > SATURATED * motion.max_speed && motion.max_speed > 0.0 => {
            let reason = format!(
                "the rules ask for up to {asked} m/s, so every boid goes at motion.max_speed whatever they weigh"
            );
            let better = motion.max_speed / weight;
            about_number("motion.drive", motion.drive, better, 0.0..=100.0, reason)
        }
        _ => None,
    }
}

fn stands_still_alone(settings: &Settings) -> Option<Advice> {
    let (motion, wander) = (&settings.motion, &settings.wander);
    let stops = motion.steering == Steering::Velocity && motion.min_speed == 0.0;
    if !stops || settings.wander.acts() || acting(settings).next().is_none() {
        return None;
    }
    let reason =
        "motion.steering is Velocity, so a boid that has lost the others stands still for good";
    if !wander.enabled {
        return Some(to_switch_on("wander.enabled", reason.to_string()));
    }
    let better = Wander::default().weight;
    about_number(
        "wander.weight",
        wander.weight,
        better,
        WEIGHTS,
        reason.to_string(),
    )
}
