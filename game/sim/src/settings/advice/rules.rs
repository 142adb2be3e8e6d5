//! Advice on cohesion, separation, alignment and the neighbours that count.

use super::{
    density::Spread,
    facts::{acting, farthest, is_bounded, reaches_out, strongest},
    written, List,
};
use crate::settings::{Neighbours, Normalization, Region, Settings};

/// Separation works best within this share of the radius of cohesion.
const GOOD_SEPARATION: f32 = 0.4;

/// Separation holds its own against a cohesion that is weaker by this factor.
const GOOD_WEIGHT: f32 = 1.5;

/// Of two rules whose weights differ by more than this factor the weaker has no visible effect.
const DROWNS: f32 = 50.0;

/// In a narrower cone, in degrees, lie less than 2% of the boids around.
const BLIND: f32 = 30.0;

/// Full angle, in degrees, that animals with eyes on their sides see.
const GOOD_VIEW: f32 = 270.0;

/// With more damping a boid steers by its own heading alone.
const DEAF: f32 = 0.98;

/// More neighbours than this are more than a boid can react to, and make every step slow.
const MANY: f32 = 1000.0;

/// Neighbours of each boid in a lively flock.
const GOOD: f32 = 30.0;

/// With fewer neighbours than this, evenly spread, boids hardly ever meet.
const LONELY: f32 = 0.05;

/// Neighbours with which a sparse flock still finds together.
const COMPANY: f32 = 4.0;

pub(super) fn rules(list: &mut List) {
    let s = list.settings;
    let (near, far) = (&s.separation, &s.cohesion);
    let both = near.acts() && far.acts();

    let reason = format_args!(
        "no rule acts, so boids go straight on or stand still, unless code of yours steers them"
    );
    let nothing = acting(s).next().is_none() && !s.wander.acts();
    list.switch(nothing && !far.enabled, "cohesion.enabled", reason);
    let better = Settings::default().cohesion.weight;
    list.number(nothing && far.enabled, "cohesion.weight", better, reason);

    list.number(
        both && near.radius >= far.radius,
        "separation.radius",
        GOOD_SEPARATION * far.radius,
        format_args!(
            "boids keep farther apart than the {} m of cohesion.radius within which they come \
             together",
            far.radius
        ),
    );
    let touching = 2.0 * s.collision.body_radius;
    list.number(
        near.acts() && s.collision.enabled && near.radius < touching,
        "separation.radius",
        2.0 * touching,
        format_args!(
            "boids push each other away only once their bodies, {touching} m wide by \
             collision.body_radius, overlap"
        ),
    );
    // Of two directions of constant strength the stronger one wins wherever they oppose each other,
    // as they do at the edge of every group. A crowd that repels does what separation fails to do.
    let directions = [near, far].map(|rule| rule.normalization) == [Normalization::Direction; 2];
    list.number(
        both && directions && !s.neighbours.crowding && near.weight < far.weight,
        "separation.weight",
        GOOD_WEIGHT * far.weight,
        format_args!(
            "the {} of cohesion.weight outdo it, so groups draw together into balls",
            far.weight
        ),
    );
    for named in acting(s) {
        let rule = named.rule;
        if let Some(strongest) = strongest(s) {
            let (most, path) = (strongest.rule.weight, strongest.path("weight"));
            let is_separation = std::ptr::eq(rule, near);
            list.number(
                !is_separation && is_bounded(rule) && rule.weight * DROWNS < most,
                &named.path("weight"),
                0.2 * most,
                format_args!("next to the {most} of {path} it cannot be seen"),
            );
        }
        list.number(
            rule.field_of_view < BLIND,
            &named.path("field_of_view"),
            GOOD_VIEW,
            format_args!("in so narrow a cone a boid sees next to none of its neighbours"),
        );
        list.number(
            rule.damping > DEAF,
            &named.path("damping"),
            0.5,
            format_args!(
                "the boid's own heading is all that is left of the rule, whatever its neighbours do"
            ),
        );
    }
}

pub(super) fn neighbours(list: &mut List) {
    let s = list.settings;
    let (near, it, count) = (&s.separation, &s.neighbours, s.spawn.count);
    let closeness_matters = it.too_close && near.acts();

    list.number(
        closeness_matters && it.too_close_radius >= near.radius,
        "neighbours.too_close_radius",
        GOOD_SEPARATION * near.radius,
        format_args!(
            "every boid within the {} m of separation.radius is too close, so none counts for more \
             than another",
            near.radius
        ),
    );
    list.number(
        closeness_matters && it.too_close_weight <= 0.0,
        "neighbours.too_close_weight",
        Neighbours::default().too_close_weight,
        format_args!("boids that are too close count for no more than others"),
    );
    let others = count.saturating_sub(1);
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

    let Some(farthest) = farthest(s) else {
        return;
    };
    let (path, radius) = (farthest.path("radius"), farthest.rule.radius);
    let mut is_crowded = false;
    if let Some(spread) = Spread::over_boundary(s) {
        let neighbours = spread.neighbours(radius);
        is_crowded = list.number(
            neighbours > MANY,
            &path,
            spread.radius(GOOD),
            format_args!(
                "evenly spread over the boundary, each boid has about {neighbours:.0} neighbours, \
                 and every step looks at all of them"
            ),
        );
    }
    if !is_crowded && !reaches_out(s, &s.spawn.region) {
        crowded_start(list, radius);
    }
    let spread = Spread::over_smallest(s);
    let found = spread.neighbours(radius);
    let is_lonely = list.number(
        count >= 2 && found < LONELY,
        &path,
        spread.radius(COMPANY),
        format_args!(
            "no rule reaches farther, and {count} boids have so much space that they hardly ever \
             meet"
        ),
    );
    let nearest = it.nearest as f32;
    let are_enough = count > 2 * it.nearest;
    list.number(
        !is_lonely && it.nearest_only && are_enough && 2.0 * found < nearest,
        &path,
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
        list.other(
            true,
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
