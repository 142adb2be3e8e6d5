//! Facts about settings that several pieces of advice need.

use crate::settings::{Normalization, Plane, Region, Rule, Settings};

/// A rule and the name of its group.
#[derive(Clone, Copy)]
pub(super) struct NamedRule<'a> {
    pub(super) rule: &'a Rule,
    name: &'static str,
}

impl NamedRule<'_> {
    /// Path of one of its fields.
    pub(super) fn path(&self, field: &str) -> String {
        format!("{}.{field}", self.name)
    }
}

/// The rules that act.
pub(super) fn acting(settings: &Settings) -> impl Iterator<Item = NamedRule<'_>> {
    let rules = [
        ("cohesion", &settings.cohesion),
        ("separation", &settings.separation),
        ("alignment", &settings.alignment),
    ];
    let named = rules
        .into_iter()
        .map(|(name, rule)| NamedRule { rule, name });
    named.filter(|named| named.rule.acts())
}

/// The acting rule with the largest radius.
pub(super) fn farthest(settings: &Settings) -> Option<NamedRule<'_>> {
    acting(settings).max_by(|a, b| a.rule.radius.total_cmp(&b.rule.radius))
}

/// True if the weight bounds what the rule asks for, however far or fast its neighbours are.
pub(super) fn is_bounded(rule: &Rule) -> bool {
    matches!(
        rule.normalization,
        Normalization::Direction | Normalization::LimitedMean
    )
}

/// The acting rule with the largest weight of those that it bounds.
pub(super) fn strongest(settings: &Settings) -> Option<NamedRule<'_>> {
    let bounded = acting(settings).filter(|named| is_bounded(named.rule));
    bounded.max_by(|a, b| a.rule.weight.total_cmp(&b.rule.weight))
}

/// The largest weight of wander and the rules that it bounds.
pub(super) fn largest_weight(settings: &Settings) -> f32 {
    let rule = strongest(settings).map_or(0.0, |named| named.rule.weight);
    if settings.wander.acts() {
        settings.wander.weight.max(rule)
    } else {
        rule
    }
}

/// The axes of the flock's frame along which boids move.
pub(super) fn axes(plane: Plane) -> impl Iterator<Item = usize> {
    (0..3).filter(move |axis| Some(*axis) != plane.flat_axis())
}

/// Smallest width, in metres, of the boundary along the axes on which boids move; infinite without
/// one.
pub(super) fn narrowest(settings: &Settings) -> f32 {
    let (min, max) = settings.boundary.shape.bounds();
    let widths = axes(settings.motion.plane).map(|axis| max[axis] - min[axis]);
    if settings.boundary.enabled {
        widths.fold(f32::INFINITY, f32::min)
    } else {
        f32::INFINITY
    }
}

/// True if a region reaches out of the boundary, on an axis on which boids move and by more than
/// rounding.
pub(super) fn reaches_out(settings: &Settings, region: &Region) -> bool {
    let (min, max) = settings.boundary.shape.bounds();
    let (from, to) = region.bounds();
    let reaches_out = |axis: usize| {
        let slack = 0.001 * (max[axis] - min[axis]);
        from[axis] < min[axis] - slack || to[axis] > max[axis] + slack
    };
    settings.boundary.enabled && axes(settings.motion.plane).any(reaches_out)
}
