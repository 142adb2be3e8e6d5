//! Advice on the time step and on the level of detail.

use super::{facts::strongest, list::List};
use crate::settings::{AlignTo, Detail, Motion, Normalization, Simulation, Steering, Wander};

/// Largest share of the radius of separation that a boid should move in one step.
const GOOD_MOVE: f32 = 0.25;

/// Largest share of the largest speed by which a rule should change the velocity in one step.
const GOOD_CHANGE: f32 = 0.1;

/// Largest share of a difference that a rule should make up for in one step.
const GOOD_GAIN: f32 = 0.2;

/// Smallest number of steps in which a wandering boid should change its direction.
const FEW_STEPS: f32 = 4.0;

/// Slowest frames, in seconds, through which a flock should keep to its time.
const LONGEST_FRAME: f32 = 1.0 / 30.0;

pub(super) fn time(list: &mut List) {
    passes_neighbours(list);
    trembles_by_weight(list);
    overshoots(list);
    wanders_too_fast(list);
    slow_motion(list);
}

fn passes_neighbours(list: &mut List) {
    let (s, rule) = (list.settings, &list.settings.separation);
    let travelled = s.motion.max_speed * s.simulation.time_step;
    list.number(
        rule.acts() && travelled > rule.radius,
        "simulation.time_step",
        GOOD_MOVE * rule.radius / s.motion.max_speed,
        format_args!(
            "at full speed a boid moves {travelled} m in one step, past neighbours that \
             separation.radius would have kept away"
        ),
    );
}

fn trembles_by_weight(list: &mut List) {
    let s = list.settings;
    let Motion {
        drive, max_speed, ..
    } = s.motion;
    if let (Some(strongest), Steering::Acceleration) = (strongest(s), s.motion.steering) {
        let step = s.simulation.time_step;
        let change = step * (drive * strongest.rule.weight).min(s.motion.max_acceleration);
        list.number(
            max_speed > 0.0 && change > max_speed,
            &strongest.path("weight"),
            GOOD_CHANGE * max_speed / (step * drive),
            format_args!(
                "in one step it changes the velocity by {change} m/s, more than the {max_speed} of \
                 motion.max_speed, so boids tremble"
            ),
        );
    }
}

fn overshoots(list: &mut List) {
    let s = list.settings;
    // A rule that makes up for more than a whole difference in one step ends on its other side.
    let (path, rule, of_differences) = match s.motion.steering {
        Steering::Velocity => ("cohesion.weight", &s.cohesion, true),
        Steering::Acceleration => (
            "alignment.weight",
            &s.alignment,
            s.neighbours.align_to == AlignTo::VelocityDifference,
        ),
    };
    let by_length = matches!(rule.normalization, Normalization::Mean | Normalization::Sum);
    let per_weight = s.simulation.time_step * s.motion.drive;
    let gain = per_weight * rule.weight;
    list.number(
        rule.acts() && of_differences && by_length && gain > 1.0,
        path,
        GOOD_GAIN / per_weight,
        format_args!(
            "in one step a boid makes up for {gain:.1} times the difference, so it overshoots and \
             trembles"
        ),
    );
}

fn wanders_too_fast(list: &mut List) {
    let (wander, step) = (&list.settings.wander, list.settings.simulation.time_step);
    list.number(
        wander.acts() && wander.change_time < FEW_STEPS * step,
        "wander.change_time",
        Wander::default().change_time,
        format_args!(
            "the direction changes within a few steps of {step} s, so boids tremble instead of \
             wandering"
        ),
    );
}

fn slow_motion(list: &mut List) {
    let Simulation {
        time_step: step,
        max_steps_per_frame: steps,
        ..
    } = list.settings.simulation;
    let frame = Simulation::default().time_step;
    // Somewhat less, so that a step of 0.0166 counts as 1/60.
    let is_slow = step * (steps as f32) < 0.99 * frame;
    let reason = format!(
        "{steps} steps of {step} s do not fill a frame of 1/60 s, so the flock moves in slow motion"
    );
    let needed = (LONGEST_FRAME / step).ceil();
    let _ = list.number(
        is_slow,
        "simulation.max_steps_per_frame",
        needed,
        format_args!("{reason}"),
    ) || list.number(
        is_slow,
        "simulation.time_step",
        frame,
        format_args!("{reason}"),
    );
}

pub(super) fn detail(list: &mut List) {
    let Detail {
        enabled,
        second,
        fourth,
        eighth,
        ..
    } = list.settings.detail;
    list.number(
        enabled && fourth < second,
        "detail.fourth",
        second,
        format_args!("it is below detail.second, {second}, so no boid steers every second step"),
    );
    list.number(
        enabled && eighth < fourth,
        "detail.eighth",
        fourth,
        format_args!("it is below detail.fourth, {fourth}, so no boid steers every fourth step"),
    );
}
