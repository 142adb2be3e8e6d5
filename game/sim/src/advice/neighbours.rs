//! Advice about which neighbours count, and how many there are.

use super::{
    about_number,
    rules::{farthest, GOOD_SEPARATION, RADII},
    space::Spread,
    Advice,
};
use crate::{Neighbours, Settings};

/// More neighbours than this are more than a boid can react to, and make every step slow.
const MANY: f32 = 1000.0;

/// Neighbours of each boid in a lively flock.
const GOOD: f32 = 30.0;

/// With fewer neighbours than this, evenly spread, boids meet once in a long while.
const LONELY: f32 = 0.05;

/// Neighbours with which a sparse flock still finds together.
const COMPANY: f32 = 4.0;

pub(super) fn advice(settings: &Settings) -> impl Iterator<Item = Advice> {
    [
        all_too_close(settings),
        none_too_close(settings),
        crowd_never_reached(settings),
        crowded(settings),
        lonely(settings).or_else(|| fewer_than_the_nearest(settings)),
    ]
    .into_iter()
    .flatten()
}

fn all_too_close(settings: &Settings) -> Option<Advice> {
    let (near, radius) = (&settings.separation, settings.neighbours.too_close_radius);
    if !settings.neighbours.too_close || !near.acts() || radius < near.radius {
        return None;
    }
    let reason = format!(
        "every boid within the {} m of separation.radius is too close, so none counts for more than another",
        near.radius
    );
    let better = GOOD_SEPARATION * near.radius;
    about_number("neighbours.too_close_radius", radius, better, RADII, reason)
}

fn none_too_close(settings: &Settings) -> Option<Advice> {
    let neighbours = &settings.neighbours;
    if !neighbours.too_close || !settings.separation.acts() || neighbours.too_close_weight > 0.0 {
        return None;
    }
    about_number(
        "neighbours.too_close_weight",
        neighbours.too_close_weight,
        Neighbours::default().too_close_weight,
        0.0..=1000.0,
        "boids that are too close count for no more than others".to_string(),
    )
}

fn crowd_never_reached(settings: &Settings) -> Option<Advice> {
    let neighbours = &settings.neighbours;
    let others = settings.spawn.count.saturating_sub(1);
    let most = match neighbours.nearest_only {
        true => others.min(neighbours.nearest),
        false => others,
    };
    let matters = neighbours.crowding && settings.cohesion.acts();
    if !matters || most == 0 || neighbours.crowd < most {
        return None;
    }
    let reason = format!("no boid has more than {most} neighbours, so there is never a crowd");
    let (crowd, better) = (neighbours.crowd as f32, (most / 2) as f32);
    about_number(
        "neighbours.crowd",
        crowd,
        better.floor(),
        0.0..=10_000.0,
        reason,
    )
}

fn crowded(settings: &Settings) -> Option<Advice> {
    let spread = Spread::over_boundary(settings)?;
    let named = farthest(settings)?;
    let neighbours = spread.neighbours(named.rule.radius);
    if neighbours <= MANY {
        return None;
    }
    let reason = format!(
        "evenly spread over the boundary, each boid has about {neighbours:.0} neighbours, and every step looks at all of them"
    );
    let better = spread.radius(GOOD);
    about_number(named.radius, named.rule.radius, better, RADII, reason)
}

fn lonely(settings: &Settings) -> Option<Advice> {
    let spread = Spread::over_smallest(settings);
    let named = farthest(settings)?;
    if settings.spawn.count < 2 || spread.neighbours(named.rule.radius) >= LONELY {
        return None;
    }
    let reason = format!(
        "no rule reaches farther, and {} boids have so much space that they hardly ever meet",
        settings.spawn.count
    );
    let better = spread.radius(COMPANY);
    about_number(named.radius, named.rule.radius, better, RADII, reason)
}

fn fewer_than_the_nearest(settings: &Settings) -> Option<Advice> {
    let nearest = settings.neighbours.nearest;
    if !settings.neighbours.nearest_only || settings.spawn.count <= 2 * nearest {
        return None;
    }
    let spread = Spread::over_smallest(settings);
    let named = farthest(settings)?;
    let found = spread.neighbours(named.rule.radius);
    if 2.0 * found >= nearest as f32 {
        return None;
    }
    let reason = format!(
        "a boid finds about {found:.1} others within it, where neighbours.nearest asks for {nearest}"
    );
    let better = spread.radius(1.5 * nearest as f32);
    about_number(named.radius, named.rule.radius, better, RADII, reason)
}
