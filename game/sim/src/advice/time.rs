//! Advice about what happens within one step.

use super::{
    about_number,
    rules::{acting, is_bounded, WEIGHTS},
    Advice,
};
use crate::{AlignTo, Response, Settings, Simulation, Steering, Wander};

/// Share of the radius of separation that a boid should move in one step at most.
const GOOD_MOVE: f32 = 0.25;

/// Share of the largest speed by which a rule should change the velocity in one step at most.
const GOOD_CHANGE: f32 = 0.1;

/// Share of a difference that a rule should make up for in one step at most.
const GOOD_GAIN: f32 = 0.2;

/// Steps in which a roaming boid should have a new direction at least.
const FEW_STEPS: f32 = 4.0;

/// Slowest frames, in seconds, through which a flock should keep to its time.
const LONGEST_FRAME: f32 = 1.0 / 30.0;

/// Most steps in one frame that are allowed.
const MOST_STEPS: f32 = 100.0;

pub(super) fn advice(settings: &Settings) -> impl Iterator<Item = Advice> {
    [
        steps_past_neighbours(settings),
        turned_around_in_a_step(settings),
        overshoots(settings),
        trembles(settings),
        slow_motion(settings),
    ]
    .into_iter()
    .flatten()
}

fn about_step(settings: &Settings, better: f32, reason: String) -> Option<Advice> {
    let step = settings.simulation.time_step;
    about_number("simulation.time_step", step, better, 0.0001..=0.1, reason)
}

fn steps_past_neighbours(settings: &Settings) -> Option<Advice> {
    let (speed, rule) = (settings.motion.max_speed, &settings.separation);
    let step = speed * settings.simulation.time_step;
    if !rule.acts() || step <= rule.radius {
        return None;
    }
    let reason = format!(
        "at full speed a boid moves {step} m in one step, past neighbours that separation.radius would have kept away"
    );
    about_step(settings, GOOD_MOVE * rule.radius / speed, reason)
}

/// A rule strong enough to turn a boid around in one step makes it tremble.
fn turned_around_in_a_step(settings: &Settings) -> Option<Advice> {
    let motion = &settings.motion;
    let bounded = acting(settings).filter(|named| is_bounded(named.rule));
    let strongest = bounded.max_by(|a, b| a.rule.weight.total_cmp(&b.rule.weight))?;
    let weight = strongest.rule.weight;
    let step = settings.simulation.time_step;
    let change = step * (motion.drive * weight).min(motion.max_acceleration);
    let matters = motion.steering == Steering::Acceleration && motion.max_speed > 0.0;
    if !matters || change <= motion.max_speed {
        return None;
    }
    let reason = format!(
        "in one step it changes the velocity by {change} m/s, more than the {} of motion.max_speed, so boids tremble",
        motion.max_speed
    );
    let better = GOOD_CHANGE * motion.max_speed / (step * motion.drive);
    about_number(strongest.weight, weight, better, WEIGHTS, reason)
}

/// A rule that makes up for more than a whole difference in one step ends on the other side of it.
fn overshoots(settings: &Settings) -> Option<Advice> {
    let motion = &settings.motion;
    let (field, rule) = match motion.steering {
        Steering::Acceleration => ("alignment.weight", &settings.alignment),
        Steering::Velocity => ("cohesion.weight", &settings.cohesion),
    };
    let of_differences = motion.steering == Steering::Velocity
        || settings.neighbours.align_to == AlignTo::VelocityDifference;
    let by_length = matches!(rule.response, Response::Mean | Response::Sum);
    let per_weight = settings.simulation.time_step * motion.drive;
    let gain = per_weight * rule.weight;
    if !rule.acts() || !of_differences || !by_length || gain <= 1.0 {
        return None;
    }
    let reason = format!("in one step a boid makes up for {gain:.1} times the difference, so it overshoots and trembles");
    about_number(field, rule.weight, GOOD_GAIN / per_weight, WEIGHTS, reason)
}

fn trembles(settings: &Settings) -> Option<Advice> {
    let (wander, step) = (&settings.wander, settings.simulation.time_step);
    if !settings.wander.acts() || wander.change_time >= FEW_STEPS * step {
        return None;
    }
    let reason = format!(
        "the direction changes within a few steps of {step} s, so boids tremble instead of roaming"
    );
    let better = Wander::default().change_time;
    about_number(
        "wander.change_time",
        wander.change_time,
        better,
        0.01..=1000.0,
        reason,
    )
}

fn slow_motion(settings: &Settings) -> Option<Advice> {
    let simulation = &settings.simulation;
    let (step, steps) = (simulation.time_step, simulation.max_steps_per_frame as f32);
    let frame = Simulation::default().time_step;
    // Somewhat less, so that a step of 0.0166 counts as 1/60.
    if step * steps >= 0.99 * frame {
        return None;
    }
    let reason = format!("{steps} steps of {step} s do not fill a frame of 1/60 s, so the flock moves in slow motion");
    let needed = (LONGEST_FRAME / step).ceil();
    if needed > MOST_STEPS {
        return about_step(settings, frame, reason);
    }
    let field = "simulation.max_steps_per_frame";
    about_number(field, steps, needed, 1.0..=MOST_STEPS, reason)
}
