//! Advice on cohesion, separation and alignment.

use super::{
    facts::{acting, is_bounded, strongest, NamedRule},
    list::List,
};
use crate::settings::{Normalization, Settings};

/// Separation works best within this share of the radius of cohesion.
pub(super) const GOOD_SEPARATION: f32 = 0.4;

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

pub(super) fn rules(list: &mut List) {
    nothing_acts(list);
    separation_beyond_cohesion(list);
    separation_within_bodies(list);
    separation_outdone(list);
    let settings = list.settings;
    for named in acting(settings) {
        drowned(list, &named);
        blind(list, &named);
        deaf(list, &named);
    }
}

fn nothing_acts(list: &mut List) {
    let (s, far) = (list.settings, &list.settings.cohesion);
    let reason = format_args!(
        "no rule acts, so boids go straight on or stand still, unless a script or code of yours \
         steers them"
    );
    let nothing = !list.is_steered && acting(s).next().is_none() && !s.wander.acts();
    list.switch(nothing && !far.enabled, "cohesion.enabled", reason);
    let better = Settings::default().cohesion.weight;
    list.number(nothing && far.enabled, "cohesion.weight", better, reason);
}

fn separation_beyond_cohesion(list: &mut List) {
    let (near, far) = (&list.settings.separation, &list.settings.cohesion);
    list.number(
        near.acts() && far.acts() && near.radius >= far.radius,
        "separation.radius",
        GOOD_SEPARATION * far.radius,
        format_args!(
            "boids keep farther apart than the {} m of cohesion.radius within which they come \
             together",
            far.radius
        ),
    );
}

fn separation_within_bodies(list: &mut List) {
    let (s, near) = (list.settings, &list.settings.separation);
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
}

fn separation_outdone(list: &mut List) {
    let s = list.settings;
    let (near, far) = (&s.separation, &s.cohesion);
    // Of two directions of constant strength the stronger one wins wherever they oppose each other,
    // as they do at the edge of every group. A crowd that repels does what separation fails to do.
    let directions = [near, far].map(|rule| rule.normalization) == [Normalization::Direction; 2];
    let both = near.acts() && far.acts();
    list.number(
        both && directions && !s.neighbours.crowding && near.weight < far.weight,
        "separation.weight",
        GOOD_WEIGHT * far.weight,
        format_args!(
            "the {} of cohesion.weight outdo it, so groups draw together into balls",
            far.weight
        ),
    );
}

fn drowned(list: &mut List, named: &NamedRule) {
    let (s, rule) = (list.settings, named.rule);
    let Some(strongest) = strongest(s) else {
        return;
    };
    let (most, path) = (strongest.rule.weight, strongest.path("weight"));
    let is_separation = std::ptr::eq(rule, &s.separation);
    list.number(
        !is_separation && is_bounded(rule) && rule.weight * DROWNS < most,
        &named.path("weight"),
        0.2 * most,
        format_args!("next to the {most} of {path} it cannot be seen"),
    );
}

fn blind(list: &mut List, named: &NamedRule) {
    list.number(
        named.rule.field_of_view < BLIND,
        &named.path("field_of_view"),
        GOOD_VIEW,
        format_args!("in so narrow a cone a boid sees next to none of its neighbours"),
    );
}

fn deaf(list: &mut List, named: &NamedRule) {
    list.number(
        named.rule.damping > DEAF,
        &named.path("damping"),
        0.5,
        format_args!(
            "the boid's own heading is all that is left of the rule, whatever its neighbours do"
        ),
    );
}
