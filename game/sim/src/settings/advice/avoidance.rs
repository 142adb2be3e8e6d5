//! Advice on seeing geometry and steering clear of it.

use super::{facts::largest_weight, list::List};
use crate::settings::{directions_within, Avoidance, Settings, Steering};

/// Factor by which a boid should see farther than it needs to turn away.
const GOOD_LOOK_AHEAD: f32 = 2.0;

/// Distance that a boid should see, in widths of its body.
const GOOD_VIEW: f32 = 4.0;

/// Avoidance overrides the rules well if it is stronger by this factor.
const GOOD_WEIGHT: f32 = 8.0;

/// Fewer directions than these do not tell left from right.
const FEW_DIRECTIONS: u32 = 3;

/// Number of looks on the way to the farthest surface in sight.
const GOOD_LOOKS: f32 = 10.0;

/// Number of looks at once for which a budget should be enough.
const GOOD_BUDGET: f32 = 100.0;

/// Time, in seconds, in which a boid at full speed travels the radius of its turning circle with
/// this acceleration: it has to see that far to turn away before a wall.
fn time_to_turn(settings: &Settings, acceleration: f32) -> f32 {
    let motion = &settings.motion;
    let by_force = match motion.steering {
        Steering::Acceleration => motion.max_speed / acceleration,
        Steering::Velocity => 0.0,
    };
    let by_rate = if motion.limit_turning {
        1.0 / motion.max_turn_rate.to_radians()
    } else {
        0.0
    };
    by_force.max(by_rate)
}

pub(super) fn avoidance(list: &mut List) {
    let s = list.settings;
    if !s.avoidance.enabled || !s.collision.enabled {
        return;
    }
    seen_too_late(list);
    too_weak_to_turn(list);
    weaker_than_the_rules(list);
    sees_less_than_its_body(list);
    examined_beyond_the_view(list);
    too_few_rays(list);
    looks_too_rarely(list);
    too_small_a_budget(list);
}

fn seen_too_late(list: &mut List) {
    let s = list.settings;
    let needed = time_to_turn(s, s.motion.max_acceleration);
    list.number(
        s.motion.max_speed > 0.0 && s.avoidance.look_ahead < needed,
        "avoidance.look_ahead",
        GOOD_LOOK_AHEAD * needed,
        format_args!(
            "at full speed a boid needs {needed} s to turn away, so it sees every wall too late"
        ),
    );
}

fn too_weak_to_turn(list: &mut List) {
    let s = list.settings;
    let (speed, acceleration) = (s.motion.max_speed, s.motion.max_acceleration);
    let Avoidance {
        weight, look_ahead, ..
    } = s.avoidance;
    let would_do = look_ahead >= time_to_turn(s, acceleration);
    let is_too_weak = weight < acceleration && look_ahead < time_to_turn(s, weight);
    list.number(
        speed > 0.0 && would_do && is_too_weak,
        "avoidance.weight",
        (GOOD_LOOK_AHEAD * speed / look_ahead).min(acceleration),
        format_args!(
            "within the {look_ahead} s of avoidance.look_ahead a boid at full speed cannot turn \
             away with so little"
        ),
    );
}

fn weaker_than_the_rules(list: &mut List) {
    let s = list.settings;
    let limit = match s.motion.steering {
        Steering::Acceleration => s.motion.max_acceleration,
        Steering::Velocity => s.motion.max_speed,
    };
    let asked = (s.motion.drive * largest_weight(s)).min(limit);
    list.number(
        s.avoidance.weight < asked,
        "avoidance.weight",
        (GOOD_WEIGHT * asked).min(Avoidance::weight.max),
        format_args!("the rules ask for up to {asked}, so the flock pushes its boids into walls"),
    );
}

fn sees_less_than_its_body(list: &mut List) {
    let s = list.settings;
    let speed = s.motion.max_speed;
    let (view, width) = (
        s.avoidance.look_ahead * speed,
        2.0 * s.collision.body_radius,
    );
    list.number(
        speed > 0.0 && view < width,
        "avoidance.look_ahead",
        GOOD_VIEW * width / speed,
        format_args!(
            "even at full speed a boid sees {view} m far, less than the {width} m that its body is \
             wide by collision.body_radius"
        ),
    );
}

fn examined_beyond_the_view(list: &mut List) {
    let Avoidance {
        field_of_view,
        examined_view,
        ..
    } = list.settings.avoidance;
    list.number(
        // Somewhat more, since advice is rounded.
        examined_view > 1.01 * field_of_view,
        "avoidance.examined_view",
        field_of_view,
        format_args!("avoidance.field_of_view limits it to {field_of_view} degrees"),
    );
}

fn too_few_rays(list: &mut List) {
    let s = list.settings;
    let Avoidance {
        rays,
        field_of_view,
        examined_view,
        ..
    } = s.avoidance;
    // Without an examined view boids look aside only where the way ahead is blocked, as published.
    let view = if examined_view > 0.0 {
        examined_view.min(field_of_view)
    } else {
        field_of_view
    };
    let most = Avoidance::rays.max as u32;
    let are_enough = |rays: &u32| directions_within(s.motion.plane, *rays, view) >= FEW_DIRECTIONS;
    if let Some(enough) = (rays..=most).find(are_enough) {
        list.number(
            enough > rays,
            "avoidance.rays",
            enough as f32,
            format_args!(
                "fewer than {FEW_DIRECTIONS} of the directions lie in a view of {view} degrees, so \
                 boids cannot tell on which side a wall is"
            ),
        );
    }
}

fn looks_too_rarely(list: &mut List) {
    let Avoidance {
        look_ahead,
        look_interval,
        ..
    } = list.settings.avoidance;
    list.number(
        look_ahead > 0.0 && 2.0 * look_interval > look_ahead,
        "avoidance.look_interval",
        look_ahead / GOOD_LOOKS,
        format_args!(
            "between two looks a boid may be halfway to what comes in sight at the {look_ahead} s \
             of avoidance.look_ahead"
        ),
    );
}

fn too_small_a_budget(list: &mut List) {
    let s = list.settings;
    let Avoidance {
        rays,
        field_of_view,
        ray_budget,
        ..
    } = s.avoidance;
    // One more for the direction found before.
    let most = directions_within(s.motion.plane, rays, field_of_view) + 1;
    list.number(
        ray_budget != 0 && ray_budget < most,
        "avoidance.ray_budget",
        GOOD_BUDGET * most as f32,
        format_args!("a single look may take {most} rays, so no boid ever looks"),
    );
}
