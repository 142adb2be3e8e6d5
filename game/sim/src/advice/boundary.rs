//! Advice about the volume that the boids stay in.

use super::{
    about_number,
    rules::{farthest, RADII},
    space::{narrowest, reaches_out},
    Advice,
};
use crate::{BoundaryResponse, Region, Settings};

/// A turn that takes less time than this, in seconds, looks sudden.
const SUDDEN: f32 = 0.1;

/// Time, in seconds, that a soft turn is given.
const GOOD_TURN: f32 = 0.5;

/// Share of the narrowest width that a margin may take.
const GOOD_MARGIN: f32 = 0.25;

/// Share of a box that wraps within which all neighbours of a boid should be.
const GOOD_REACH: f32 = 0.3;

pub(super) fn advice(settings: &Settings) -> impl Iterator<Item = Advice> {
    [
        sudden_turn(settings),
        margins_that_meet(settings),
        around_the_world(settings),
        start_outside(settings),
    ]
    .into_iter()
    .flatten()
}

fn margin(settings: &Settings) -> Option<f32> {
    match settings.boundary.response {
        BoundaryResponse::SoftTurn { margin } => Some(margin),
        BoundaryResponse::Reverse | BoundaryResponse::Wrap => None,
    }
}

fn sudden_turn(settings: &Settings) -> Option<Advice> {
    let (margin, narrowest) = (margin(settings)?, narrowest(settings)?);
    let speed = settings.motion.max_speed;
    let narrow = margin >= 0.1 * narrowest;
    if narrow || margin >= SUDDEN * speed {
        return None;
    }
    let reason =
        format!("at {speed} m/s a boid is through it in no time, and its turn is a sudden flip");
    let better = (GOOD_TURN * speed).min(GOOD_MARGIN * narrowest);
    about_number("boundary.response.margin", margin, better, RADII, reason)
}

fn margins_that_meet(settings: &Settings) -> Option<Advice> {
    let (margin, narrowest) = (margin(settings)?, narrowest(settings)?);
    if margin <= 0.5 * narrowest {
        return None;
    }
    let reason = format!("in a boundary of {narrowest} m no boid is ever out of the margin");
    let better = GOOD_MARGIN * narrowest;
    about_number("boundary.response.margin", margin, better, RADII, reason)
}

fn around_the_world(settings: &Settings) -> Option<Advice> {
    let narrowest = narrowest(settings)?;
    let wraps = settings.boundary.response == BoundaryResponse::Wrap;
    let is_box = matches!(settings.boundary.shape, Region::Box { .. });
    let named = farthest(settings)?;
    if !wraps || !is_box || named.rule.radius <= 0.5 * narrowest {
        return None;
    }
    let reason = format!(
        "it reaches beyond half of the {narrowest} m after which the boundary wraps, and on to the same boids from behind"
    );
    let better = GOOD_REACH * narrowest;
    about_number(named.radius, named.rule.radius, better, RADII, reason)
}

fn start_outside(settings: &Settings) -> Option<Advice> {
    let (start, stay) = (&settings.spawn.region, &settings.boundary.shape);
    reaches_out(settings, start).then(|| Advice {
        field: "spawn.region",
        value: written(start),
        reason: "it reaches out of boundary.shape, so boids start outside".to_string(),
        better: written(stay),
    })
}

/// The region as it is written in a preset.
fn written(region: &Region) -> String {
    match region {
        Region::Sphere { center: c, radius } => {
            format!(
                "Sphere(center: ({}, {}, {}), radius: {radius})",
                c.x, c.y, c.z
            )
        }
        Region::Box { min, max } => format!(
            "Box(min: ({}, {}, {}), max: ({}, {}, {}))",
            min.x, min.y, min.z, max.x, max.y, max.z
        ),
    }
}
