//! Advice about cohesion, separation and alignment among each other.

use super::{about_number, to_switch_on, Advice};
use crate::{Response, Rule, Settings};

/// Separation works best within this share of the radius of cohesion.
pub(super) const GOOD_SEPARATION: f32 = 0.4;

/// Separation holds its own against a cohesion that is weaker by this factor.
const GOOD_WEIGHT: f32 = 1.5;

/// Of two rules whose weights differ by more than this factor the weaker does nothing that could be seen.
const DROWNS: f32 = 50.0;

/// In a narrower cone, in degrees, a boid sees next to nobody: less than 2% of those around it.
const BLIND: f32 = 30.0;

/// Full angle, in degrees, that animals with eyes on their sides see.
const GOOD_VIEW: f32 = 270.0;

/// With more damping a boid steers by its own heading alone.
const DEAF: f32 = 0.98;

/// Range of weights.
pub(super) const WEIGHTS: std::ops::RangeInclusive<f32> = 0.0..=10_000.0;

/// Range of radii.
pub(super) const RADII: std::ops::RangeInclusive<f32> = 0.001..=10_000.0;

/// A rule with the paths of its fields.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) rule: &'a Rule,
    pub(super) weight: &'static str,
    pub(super) radius: &'static str,
    field_of_view: &'static str,
    damping: &'static str,
}

/// The rules that act.
pub(super) fn acting(settings: &Settings) -> impl Iterator<Item = Named<'_>> {
    let cohesion = Named {
        rule: &settings.cohesion,
        weight: "cohesion.weight",
        radius: "cohesion.radius",
        field_of_view: "cohesion.field_of_view",
        damping: "cohesion.damping",
    };
    let separation = Named {
        rule: &settings.separation,
        weight: "separation.weight",
        radius: "separation.radius",
        field_of_view: "separation.field_of_view",
        damping: "separation.damping",
    };
    let alignment = Named {
        rule: &settings.alignment,
        weight: "alignment.weight",
        radius: "alignment.radius",
        field_of_view: "alignment.field_of_view",
        damping: "alignment.damping",
    };
    let rules = [cohesion, separation, alignment].into_iter();
    rules.filter(|named| named.rule.acts())
}

/// The acting rule that reaches farthest.
pub(super) fn farthest(settings: &Settings) -> Option<Named<'_>> {
    acting(settings).max_by(|a, b| a.rule.radius.total_cmp(&b.rule.radius))
}

/// Whether the weight says how much the rule asks for, however far or fast its neighbours are.
pub(super) fn is_bounded(rule: &Rule) -> bool {
    matches!(rule.response, Response::Direction | Response::LimitedMean)
}

pub(super) fn advice(settings: &Settings) -> impl Iterator<Item = Advice> + '_ {
    let alone = [
        nothing_acts(settings),
        separation_beyond_cohesion(settings),
        bodies_that_overlap(settings),
        weak_separation(settings),
    ];
    let each =
        acting(settings).flat_map(|named| [drowned(settings, &named), blind(&named), deaf(&named)]);
    alone.into_iter().chain(each).flatten()
}

fn nothing_acts(settings: &Settings) -> Option<Advice> {
    let cohesion = &settings.cohesion;
    if acting(settings).next().is_some() || settings.wander.acts() {
        return None;
    }
    let reason =
        "no rule acts, so boids go straight on or stand still, unless code of yours steers them";
    if !cohesion.enabled {
        return Some(to_switch_on("cohesion.enabled", reason.to_string()));
    }
    let better = Settings::default().cohesion.weight;
    let field = "cohesion.weight";
    about_number(field, cohesion.weight, better, WEIGHTS, reason.to_string())
}

fn separation_beyond_cohesion(settings: &Settings) -> Option<Advice> {
    let (near, far) = (&settings.separation, &settings.cohesion);
    if !near.acts() || !far.acts() || near.radius < far.radius {
        return None;
    }
    let reason = format!(
        "boids keep farther apart than the {} m of cohesion.radius within which they come together",
        far.radius
    );
    let better = GOOD_SEPARATION * far.radius;
    about_number("separation.radius", near.radius, better, RADII, reason)
}

fn bodies_that_overlap(settings: &Settings) -> Option<Advice> {
    let (rule, collision) = (&settings.separation, &settings.collision);
    let touching = 2.0 * collision.body_radius;
    if !rule.acts() || !collision.enabled || rule.radius >= touching {
        return None;
    }
    let reason = format!(
        "boids push each other away only once their bodies, {touching} m wide by collision.body_radius, overlap"
    );
    let better = 2.0 * touching;
    about_number("separation.radius", rule.radius, better, RADII, reason)
}

/// Two directions of constant strength: the stronger one wins wherever they oppose each other, as they do at the edge of
/// every group. A crowd that repels does what separation fails to do.
fn weak_separation(settings: &Settings) -> Option<Advice> {
    let (near, far) = (&settings.separation, &settings.cohesion);
    let both = near.acts() && far.acts();
    let directions = [near, far].map(|rule| rule.response) == [Response::Direction; 2];
    if !both || !directions || settings.neighbours.crowding || near.weight >= far.weight {
        return None;
    }
    let reason = format!(
        "the {} of cohesion.weight outdo it, so groups draw together into balls",
        far.weight
    );
    let better = GOOD_WEIGHT * far.weight;
    about_number("separation.weight", near.weight, better, WEIGHTS, reason)
}

/// Separation is left to [`weak_separation`].
fn drowned(settings: &Settings, named: &Named) -> Option<Advice> {
    let rule = named.rule;
    let bounded = acting(settings).filter(|other| is_bounded(other.rule));
    let strongest = bounded.max_by(|a, b| a.rule.weight.total_cmp(&b.rule.weight))?;
    let most = strongest.rule.weight;
    let is_separation = named.weight == "separation.weight";
    if is_separation || !is_bounded(rule) || rule.weight * DROWNS >= most {
        return None;
    }
    let reason = format!(
        "next to the {most} of {} it cannot be seen",
        strongest.weight
    );
    about_number(named.weight, rule.weight, 0.2 * most, WEIGHTS, reason)
}

fn blind(named: &Named) -> Option<Advice> {
    let view = named.rule.field_of_view;
    if view >= BLIND {
        return None;
    }
    let reason = "in so narrow a cone a boid sees next to none of its neighbours".to_string();
    about_number(named.field_of_view, view, GOOD_VIEW, 0.0..=360.0, reason)
}

fn deaf(named: &Named) -> Option<Advice> {
    let damping = named.rule.damping;
    if damping <= DEAF {
        return None;
    }
    let reason =
        "the boid's own heading is all that is left of the rule, whatever its neighbours do";
    about_number(named.damping, damping, 0.5, 0.0..=1.0, reason.to_string())
}
