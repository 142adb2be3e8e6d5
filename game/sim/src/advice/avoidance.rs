//! Advice about seeing geometry and steering clear of it.

use super::{about_number, motion::largest_weight, rules::WEIGHTS, Advice};
use crate::{avoidance::directions_within, Avoidance, Settings, Steering};
use std::ops::RangeInclusive;

/// A boid should see so many times as far as it needs to turn away.
const GOOD_LOOK_AHEAD: f32 = 2.0;

/// A boid should see so many of its own widths far.
const GOOD_VIEW: f32 = 4.0;

/// Avoidance overrides the rules well if it is stronger by this factor.
const GOOD_WEIGHT: f32 = 8.0;

/// Fewer directions than these do not tell left from right.
const FEW_DIRECTIONS: u32 = 3;

/// Boids should look so often on their way to the farthest obstacle that they see.
const GOOD_LOOKS: f32 = 10.0;

/// A budget should be enough for so many looks at once.
const GOOD_BUDGET: f32 = 100.0;

const LOOK_AHEADS: RangeInclusive<f32> = 0.0..=100.0;
const RAYS: RangeInclusive<f32> = 1.0..=1000.0;
const ANGLES: RangeInclusive<f32> = 0.0..=360.0;
const INTERVALS: RangeInclusive<f32> = 0.0..=10.0;
const BUDGETS: RangeInclusive<f32> = 0.0..=1e9;

pub(super) fn advice(settings: &Settings) -> impl Iterator<Item = Advice> {
    let sees = settings.avoidance.enabled && settings.collision.enabled;
    let all: [fn(&Settings) -> Option<Advice>; 8] = [
        too_late_to_turn,
        too_weak_to_turn,
        weaker_than_the_flock,
        shorter_than_the_body,
        examines_what_it_cannot_see,
        few_directions,
        looks_too_seldom,
        budget_below_one_look,
    ];
    let all = all.into_iter().filter(move |_| sees);
    let found: Vec<Advice> = all.filter_map(|one| one(settings)).collect();
    found.into_iter()
}

/// Time, in seconds, in which a boid at full speed travels the radius of its turning circle: it has to see that far to turn
/// away before a wall. At most so much acceleration helps it.
fn time_to_turn(settings: &Settings, acceleration: f32) -> f32 {
    let motion = &settings.motion;
    let by_force = match motion.steering {
        Steering::Acceleration => motion.max_speed / acceleration,
        Steering::Velocity => 0.0,
    };
    let by_rate = match motion.limit_turning {
        true => 1.0 / motion.max_turn_rate.to_radians(),
        false => 0.0,
    };
    by_force.max(by_rate)
}

fn too_late_to_turn(settings: &Settings) -> Option<Advice> {
    let look_ahead = settings.avoidance.look_ahead;
    let needed = time_to_turn(settings, settings.motion.max_acceleration);
    if settings.motion.max_speed <= 0.0 || look_ahead >= needed {
        return None;
    }
    let reason = format!(
        "at full speed a boid needs {needed} s to turn away, so it sees every wall too late"
    );
    about_look_ahead(settings, GOOD_LOOK_AHEAD * needed, reason)
}

fn about_look_ahead(settings: &Settings, better: f32, reason: String) -> Option<Advice> {
    let look_ahead = settings.avoidance.look_ahead;
    about_number(
        "avoidance.look_ahead",
        look_ahead,
        better,
        LOOK_AHEADS,
        reason,
    )
}

fn too_weak_to_turn(settings: &Settings) -> Option<Advice> {
    let (
        motion,
        Avoidance {
            weight, look_ahead, ..
        },
    ) = (&settings.motion, settings.avoidance);
    let is_in_time = |weight: f32| look_ahead >= time_to_turn(settings, weight);
    let matters = motion.max_speed > 0.0 && is_in_time(motion.max_acceleration);
    if !matters || weight >= motion.max_acceleration || is_in_time(weight) {
        return None;
    }
    let reason = format!(
        "within the {look_ahead} s of avoidance.look_ahead a boid at full speed cannot turn away with so little"
    );
    let enough = GOOD_LOOK_AHEAD * motion.max_speed / look_ahead;
    about_weight(settings, enough.min(motion.max_acceleration), reason)
}

fn about_weight(settings: &Settings, better: f32, reason: String) -> Option<Advice> {
    let weight = settings.avoidance.weight;
    about_number("avoidance.weight", weight, better, WEIGHTS, reason)
}

fn weaker_than_the_flock(settings: &Settings) -> Option<Advice> {
    let motion = &settings.motion;
    let limit = match motion.steering {
        Steering::Acceleration => motion.max_acceleration,
        Steering::Velocity => motion.max_speed,
    };
    let asked = (motion.drive * largest_weight(settings)).min(limit);
    let weight = settings.avoidance.weight;
    if weight >= asked {
        return None;
    }
    let reason =
        format!("the rules ask for up to {asked}, so the flock pushes its boids into walls");
    about_weight(settings, (GOOD_WEIGHT * asked).min(*WEIGHTS.end()), reason)
}

fn shorter_than_the_body(settings: &Settings) -> Option<Advice> {
    let speed = settings.motion.max_speed;
    let (view, width) = (
        settings.avoidance.look_ahead * speed,
        2.0 * settings.collision.body_radius,
    );
    if speed <= 0.0 || view >= width {
        return None;
    }
    let reason = format!(
        "even at full speed a boid sees {view} m far, less than the {width} m that its body is wide by collision.body_radius"
    );
    about_look_ahead(settings, GOOD_VIEW * width / speed, reason)
}

fn examines_what_it_cannot_see(settings: &Settings) -> Option<Advice> {
    let Avoidance {
        field_of_view,
        examined_view,
        ..
    } = settings.avoidance;
    // Somewhat more, since advice is rounded.
    if examined_view <= 1.01 * field_of_view {
        return None;
    }
    let reason = format!("avoidance.field_of_view limits it to {field_of_view} degrees");
    let field = "avoidance.examined_view";
    about_number(field, examined_view, field_of_view, ANGLES, reason)
}

/// Without an examined view boids look aside only where the way ahead is blocked, as published.
fn few_directions(settings: &Settings) -> Option<Advice> {
    let Avoidance {
        rays,
        field_of_view,
        examined_view,
        ..
    } = settings.avoidance;
    let view = match examined_view > 0.0 {
        true => examined_view.min(field_of_view),
        false => field_of_view,
    };
    let plane = settings.motion.plane;
    let are_few = |rays: u32| directions_within(plane, rays, view) < FEW_DIRECTIONS;
    if !are_few(rays) {
        return None;
    }
    let reason = format!(
        "fewer than {FEW_DIRECTIONS} of the directions lie in a view of {view} degrees, so boids cannot tell on which side a wall is"
    );
    let enough = (rays..=1000).find(|rays| !are_few(*rays))?;
    about_number("avoidance.rays", rays as f32, enough as f32, RAYS, reason)
}

fn looks_too_seldom(settings: &Settings) -> Option<Advice> {
    let Avoidance {
        look_ahead,
        look_interval,
        ..
    } = settings.avoidance;
    if look_ahead <= 0.0 || 2.0 * look_interval <= look_ahead {
        return None;
    }
    let reason = format!(
        "between two looks a boid may be halfway to what comes in sight at the {look_ahead} s of avoidance.look_ahead"
    );
    let better = look_ahead / GOOD_LOOKS;
    about_number(
        "avoidance.look_interval",
        look_interval,
        better,
        INTERVALS,
        reason,
    )
}

fn budget_below_one_look(settings: &Settings) -> Option<Advice> {
    let Avoidance {
        rays,
        field_of_view,
        ray_budget,
        ..
    } = settings.avoidance;
    // One more for the direction found before.
    let most = directions_within(settings.motion.plane, rays, field_of_view) + 1;
    if ray_budget == 0 || ray_budget >= most {
        return None;
    }
    let reason = format!("a single look may take {most} rays, so no boid ever looks");
    let better = GOOD_BUDGET * most as f32;
    about_number(
        "avoidance.ray_budget",
        ray_budget as f32,
        better,
        BUDGETS,
        reason,
    )
}
