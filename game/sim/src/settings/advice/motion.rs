//! Advice on speeds, turning and the boundary.

use super::{
    facts::{acting, farthest, largest_weight, narrowest, reaches_out},
    list::{written, List},
};
use crate::settings::{BoundaryMode, Motion, Region, Steering, Wander};

/// Rules that ask for more than this factor of what is allowed keep nothing but their direction.
const SATURATED: f32 = 10.0;

/// Share of the boundary that a turning circle should take.
const GOOD_CIRCLE: f32 = 0.5;

/// Smallest speed as a share of the largest.
const GOOD_MIN_SPEED: f32 = 0.6;

/// A soft turn that takes less time than this, in seconds, looks sudden.
const SUDDEN: f32 = 0.1;

/// Time, in seconds, that a soft turn is given.
const GOOD_TURN: f32 = 0.5;

/// Share of the narrowest width that a margin may take.
const GOOD_MARGIN: f32 = 0.25;

/// Share of a box that wraps within which all neighbours of a boid should be.
const GOOD_REACH: f32 = 0.3;

pub(super) fn motion(list: &mut List) {
    speeds(list);
    wide_circle(list);
    wide_slow_circle(list);
    wide_circle_by_rate(list);
    turns_without_limit(list);
    asks_too_much(list);
    stops_alone(list);
}

fn speeds(list: &mut List) {
    let s = list.settings;
    let Motion {
        drive,
        min_speed,
        max_speed,
        ..
    } = s.motion;
    list.number(
        drive <= 0.0,
        "motion.drive",
        1.0,
        format_args!("nothing that the rules ask for is done"),
    );
    list.number(
        max_speed <= 0.0,
        "motion.max_speed",
        Motion::default().max_speed,
        format_args!("boids can only stand still"),
    );
    list.other(
        s.spawn.speed > max_speed && max_speed > 0.0,
        "spawn.speed",
        s.spawn.speed.to_string(),
        max_speed.to_string(),
        format_args!("motion.max_speed limits it to {max_speed} m/s"),
    );
    list.number(
        min_speed > max_speed,
        "motion.min_speed",
        GOOD_MIN_SPEED * max_speed,
        format_args!(
            "motion.max_speed limits it to {max_speed} m/s, so every boid goes at exactly that"
        ),
    );
}

/// Diameter of the turning circle at a speed, in metres.
fn circle(motion: &Motion, speed: f32) -> f32 {
    2.0 * speed.powi(2) / motion.max_acceleration
}

/// The speed whose turning circle has a good width.
fn slower(motion: &Motion, narrowest: f32) -> f32 {
    let room = GOOD_CIRCLE * narrowest;
    (0.5 * room * motion.max_acceleration).sqrt()
}

/// With steering by velocity a boid turns on the spot.
fn accelerates(motion: &Motion) -> bool {
    motion.steering == Steering::Acceleration
}

fn wide_circle(list: &mut List) {
    let (motion, narrowest) = (&list.settings.motion, narrowest(list.settings));
    let full = circle(motion, motion.max_speed);
    let reason = too_wide("a boid at full speed", full, narrowest);
    let applies = accelerates(motion) && full > narrowest;
    let room = GOOD_CIRCLE * narrowest;
    let stronger = 2.0 * motion.max_speed.powi(2) / room;
    let _ = list.number(
        applies,
        "motion.max_acceleration",
        stronger,
        format_args!("{reason}"),
    ) || list.number(
        applies,
        "motion.max_speed",
        slower(motion, narrowest),
        format_args!("{reason}"),
    );
}

fn wide_slow_circle(list: &mut List) {
    let (motion, narrowest) = (&list.settings.motion, narrowest(list.settings));
    let least = circle(motion, motion.min_speed.min(motion.max_speed));
    list.number(
        accelerates(motion) && least > narrowest,
        "motion.min_speed",
        slower(motion, narrowest),
        format_args!(
            "{}",
            too_wide("even at its slowest a boid", least, narrowest)
        ),
    );
}

fn wide_circle_by_rate(list: &mut List) {
    let (motion, narrowest) = (&list.settings.motion, narrowest(list.settings));
    let by_rate = 2.0 * motion.max_speed / motion.max_turn_rate.to_radians();
    let room = GOOD_CIRCLE * narrowest;
    list.number(
        motion.limit_turning && by_rate > narrowest,
        "motion.max_turn_rate",
        (2.0 * motion.max_speed / room).to_degrees(),
        format_args!("{}", too_wide("a boid at full speed", by_rate, narrowest)),
    );
}

fn turns_without_limit(list: &mut List) {
    let (s, motion) = (list.settings, &list.settings.motion);
    list.number(
        motion.limit_turning && motion.max_turn_rate * s.simulation.time_step >= 180.0,
        "motion.max_turn_rate",
        Motion::default().max_turn_rate,
        format_args!("within one step a boid may turn around, so nothing is limited"),
    );
}

fn asks_too_much(list: &mut List) {
    let motion = &list.settings.motion;
    let Motion {
        max_speed,
        max_acceleration,
        ..
    } = *motion;
    let weight = largest_weight(list.settings);
    let asked = motion.drive * weight;
    list.number(
        accelerates(motion) && asked > SATURATED * max_acceleration,
        "motion.max_acceleration",
        asked,
        format_args!(
            "the rules ask for up to {asked} m/s², so only their direction is left and hardly \
             anything happens"
        ),
    );
    list.number(
        !accelerates(motion) && asked > SATURATED * max_speed && max_speed > 0.0,
        "motion.drive",
        max_speed / weight,
        format_args!(
            "the rules ask for up to {asked} m/s, so every boid goes at motion.max_speed whatever \
             they weigh"
        ),
    );
}

fn stops_alone(list: &mut List) {
    let (s, motion) = (list.settings, &list.settings.motion);
    let may_stop = !accelerates(motion) && motion.min_speed == 0.0;
    let stops = may_stop && !s.wander.acts() && acting(s).next().is_some();
    let reason = format_args!(
        "motion.steering is Velocity, so a boid that has lost the others stands still for good"
    );
    list.switch(stops && !s.wander.enabled, "wander.enabled", reason);
    let better = Wander::default().weight;
    list.number(stops && s.wander.enabled, "wander.weight", better, reason);
}

/// The reason against a turning circle that is wider than the boundary.
fn too_wide(boid: &str, circle: f32, narrowest: f32) -> String {
    if circle.is_finite() {
        format!(
            "{boid} turns in a circle of {circle} m, wider than the {narrowest} m of the boundary"
        )
    } else {
        format!("{boid} never turns, wherever the boundary is")
    }
}

pub(super) fn boundary(list: &mut List) {
    if let (BoundaryMode::SoftTurn { margin }, true) =
        (list.settings.boundary.mode, list.settings.boundary.enabled)
    {
        sudden_turn(list, margin);
        margin_everywhere(list, margin);
    }
    reaches_around(list);
    starts_outside(list);
}

fn sudden_turn(list: &mut List, margin: f32) {
    let (narrowest, speed) = (narrowest(list.settings), list.settings.motion.max_speed);
    list.number(
        margin < 0.1 * narrowest && margin < SUDDEN * speed,
        "boundary.mode.margin",
        (GOOD_TURN * speed).min(GOOD_MARGIN * narrowest),
        format_args!(
            "at {speed} m/s a boid is through it in no time, and its turn is a sudden flip"
        ),
    );
}

fn margin_everywhere(list: &mut List, margin: f32) {
    let narrowest = narrowest(list.settings);
    list.number(
        margin > 0.5 * narrowest,
        "boundary.mode.margin",
        GOOD_MARGIN * narrowest,
        format_args!("in a boundary of {narrowest} m no boid is ever out of the margin"),
    );
}

fn reaches_around(list: &mut List) {
    let (s, narrowest) = (list.settings, narrowest(list.settings));
    let wraps = s.boundary.enabled && s.boundary.mode == BoundaryMode::Wrap;
    let is_box = matches!(s.boundary.shape, Region::Box { .. });
    if let Some(farthest) = farthest(s) {
        list.number(
            wraps && is_box && farthest.rule.radius > 0.5 * narrowest,
            &farthest.path("radius"),
            GOOD_REACH * narrowest,
            format_args!(
                "it reaches beyond half of the {narrowest} m after which the boundary wraps, and \
                 on to the same boids from behind"
            ),
        );
    }
}

fn starts_outside(list: &mut List) {
    let s = list.settings;
    let (start, stay) = (&s.spawn.region, &s.boundary.shape);
    list.other(
        reaches_out(s, start),
        "spawn.region",
        written(start),
        written(stay),
        format_args!("it reaches out of boundary.shape, so boids start outside"),
    );
}
