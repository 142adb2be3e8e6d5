//! Advice on speeds, turning and the boundary.

use super::{
    facts::{acting, farthest, largest_weight, narrowest, reaches_out},
    written, List,
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
    let s = list.settings;
    let Motion {
        steering,
        drive,
        min_speed,
        max_speed,
        max_acceleration,
        limit_turning,
        max_turn_rate,
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

    // Diameters of turning circles. With steering by velocity a boid turns on the spot.
    let narrowest = narrowest(s);
    let room = GOOD_CIRCLE * narrowest;
    let accelerates = steering == Steering::Acceleration;
    let circle = |speed: f32| 2.0 * speed.powi(2) / max_acceleration;
    let full = circle(max_speed);
    let reason = too_wide("a boid at full speed", full, narrowest);
    let applies = accelerates && full > narrowest;
    let stronger = 2.0 * max_speed.powi(2) / room;
    let slower = (0.5 * room * max_acceleration).sqrt();
    let _ = list.number(
        applies,
        "motion.max_acceleration",
        stronger,
        format_args!("{reason}"),
    ) || list.number(
        applies,
        "motion.max_speed",
        slower,
        format_args!("{reason}"),
    );
    let least = circle(min_speed.min(max_speed));
    list.number(
        accelerates && least > narrowest,
        "motion.min_speed",
        slower,
        format_args!(
            "{}",
            too_wide("even at its slowest a boid", least, narrowest)
        ),
    );
    let by_rate = 2.0 * max_speed / max_turn_rate.to_radians();
    list.number(
        limit_turning && by_rate > narrowest,
        "motion.max_turn_rate",
        (2.0 * max_speed / room).to_degrees(),
        format_args!("{}", too_wide("a boid at full speed", by_rate, narrowest)),
    );

    list.number(
        limit_turning && max_turn_rate * s.simulation.time_step >= 180.0,
        "motion.max_turn_rate",
        Motion::default().max_turn_rate,
        format_args!("within one step a boid may turn around, so nothing is limited"),
    );
    let weight = largest_weight(s);
    let asked = drive * weight;
    list.number(
        accelerates && asked > SATURATED * max_acceleration,
        "motion.max_acceleration",
        asked,
        format_args!(
            "the rules ask for up to {asked} m/s², so only their direction is left and hardly \
             anything happens"
        ),
    );
    list.number(
        !accelerates && asked > SATURATED * max_speed && max_speed > 0.0,
        "motion.drive",
        max_speed / weight,
        format_args!(
            "the rules ask for up to {asked} m/s, so every boid goes at motion.max_speed whatever \
             they weigh"
        ),
    );
    let stops = !accelerates && min_speed == 0.0 && !s.wander.acts() && acting(s).next().is_some();
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
    let s = list.settings;
    let (narrowest, speed) = (narrowest(s), s.motion.max_speed);

    if let (BoundaryMode::SoftTurn { margin }, true) = (s.boundary.mode, s.boundary.enabled) {
        list.number(
            margin < 0.1 * narrowest && margin < SUDDEN * speed,
            "boundary.mode.margin",
            (GOOD_TURN * speed).min(GOOD_MARGIN * narrowest),
            format_args!(
                "at {speed} m/s a boid is through it in no time, and its turn is a sudden flip"
            ),
        );
        list.number(
            margin > 0.5 * narrowest,
            "boundary.mode.margin",
            GOOD_MARGIN * narrowest,
            format_args!("in a boundary of {narrowest} m no boid is ever out of the margin"),
        );
    }
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
    let (start, stay) = (&s.spawn.region, &s.boundary.shape);
    list.other(
        reaches_out(s, start),
        "spawn.region",
        written(start),
        written(stay),
        format_args!("it reaches out of boundary.shape, so boids start outside"),
    );
}
