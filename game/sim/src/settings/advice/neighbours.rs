//! Advice on the neighbours that count.

use super::{
    density::Spread,
    facts::{farthest, reaches_out, NamedRule},
    list::{written, List},
    rules::GOOD_SEPARATION,
};
use crate::settings::{Neighbours, Region};

/// More neighbours than this are more than a boid can react to, and make every step slow.
const MANY: f32 = 1000.0;

/// Neighbours of each boid in a lively flock.
const GOOD: f32 = 30.0;

/// With fewer neighbours than this, evenly spread, boids hardly ever meet.
const LONELY: f32 = 0.05;

/// Neighbours with which a sparse flock still finds together.
const COMPANY: f32 = 4.0;

pub(super) fn neighbours(list: &mut List) {
    all_too_close(list);
    too_close_without_weight(list);
    never_crowded(list);
    if let Some(farthest) = farthest(list.settings) {
        let is_crowded = crowded(list, &farthest);
        if !is_crowded && !reaches_out(list.settings, &list.settings.spawn.region) {
            crowded_start(list, farthest.rule.radius);
        }
        if !lonely(list, &farthest) {
            too_few_to_choose_from(list, &farthest);
        }
    }
}

fn all_too_close(list: &mut List) {
    let (near, it) = (&list.settings.separation, &list.settings.neighbours);
    list.number(
        it.too_close && near.acts() && it.too_close_radius >= near.radius,
        "neighbours.too_close_radius",
        GOOD_SEPARATION * near.radius,
        format_args!(
            "every boid within the {} m of separation.radius is too close, so none counts for more \
             than another",
            near.radius
        ),
    );
}

fn too_close_without_weight(list: &mut List) {
    let (near, it) = (&list.settings.separation, &list.settings.neighbours);
    list.number(
        it.too_close && near.acts() && it.too_close_weight <= 0.0,
        "neighbours.too_close_weight",
        Neighbours::default().too_close_weight,
        format_args!("boids that are too close count for no more than others"),
    );
}

fn never_crowded(list: &mut List) {
    let (s, it) = (list.settings, &list.settings.neighbours);
    let others = s.spawn.count.saturating_sub(1);
    let most = if it.nearest_only {
        others.min(it.nearest)
    } else {
        others
    };
    list.number(
        it.crowding && s.cohesion.acts() && most > 0 && it.crowd >= most,
        "neighbours.crowd",
        (most / 2) as f32,
        format_args!("no boid has more than {most} neighbours, so there is never a crowd"),
    );
}

/// True if the advice was given.
fn crowded(list: &mut List, farthest: &NamedRule) -> bool {
    let Some(spread) = Spread::over_boundary(list.settings) else {
        return false;
    };
    let neighbours = spread.neighbours(farthest.rule.radius);
    list.number(
        neighbours > MANY,
        &farthest.path("radius"),
        spread.radius(GOOD),
        format_args!(
            "evenly spread over the boundary, each boid has about {neighbours:.0} neighbours, \
             and every step looks at all of them"
        ),
    )
}

/// True if the advice was given.
fn lonely(list: &mut List, farthest: &NamedRule) -> bool {
    let count = list.settings.spawn.count;
    let spread = Spread::over_smallest(list.settings);
    let found = spread.neighbours(farthest.rule.radius);
    list.number(
        count >= 2 && found < LONELY,
        &farthest.path("radius"),
        spread.radius(COMPANY),
        format_args!(
            "no rule reaches farther, and {count} boids have so much space that they hardly ever \
             meet"
        ),
    )
}

fn too_few_to_choose_from(list: &mut List, farthest: &NamedRule) {
    let (s, it) = (list.settings, &list.settings.neighbours);
    let spread = Spread::over_smallest(s);
    let found = spread.neighbours(farthest.rule.radius);
    let nearest = it.nearest as f32;
    let are_enough = s.spawn.count > 2 * it.nearest;
    list.number(
        it.nearest_only && are_enough && 2.0 * found < nearest,
        &farthest.path("radius"),
        spread.radius(1.5 * nearest),
        format_args!(
            "a boid finds about {found:.1} others within it, where neighbours.nearest asks for \
             {nearest}"
        ),
    );
}

/// Advice on a region of spawning in which boids have too many neighbours within a radius.
fn crowded_start(list: &mut List, radius: f32) {
    let s = list.settings;
    let neighbours = Spread::at_start(s).neighbours(radius);
    if neighbours <= MANY {
        return;
    }
    let roomy = Region::Sphere {
        center: s.spawn.region.center(),
        radius: (radius * (s.spawn.count as f32 / GOOD).cbrt()).ceil(),
    };
    let is_better = |region: &Region| {
        let mut settings = s.clone();
        settings.spawn.region = *region;
        let is_roomy = Spread::at_start(&settings).neighbours(radius) <= MANY;
        is_roomy && !reaches_out(s, region) && settings.validate().is_ok()
    };
    let all = s.boundary.enabled.then_some(s.boundary.shape);
    if let Some(better) = [Some(roomy), all].into_iter().flatten().find(is_better) {
        list.add(
            "spawn.region",
            written(&s.spawn.region),
            written(&better),
            format_args!(
                "evenly spread over it, each boid starts with about {neighbours:.0} neighbours, and \
                 every step looks at all of them until they have parted"
            ),
        );
    }
}
