//! The criteria by which a boid is a neighbour for each rule.

use super::sphere_images::SphereImages;
use crate::{
    boundary::{Containment, PeriodicBox},
    math::frame::Frame,
    settings::{AlignTo, Boundary, BoundaryMode, Normalization, Region, Rule, Settings},
};

/// A threshold below every possible value, with which all boids are in view.
const ALL_AROUND: f32 = -2.0;

/// The criteria of the neighbour search. Arrays are in the order cohesion, separation, alignment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Criteria {
    /// Largest radius of the active rules, in metres; `None` if no rule is active.
    pub(crate) reach: Option<f32>,
    /// Squared radii of the rules. An inactive rule has 0, which excludes all boids.
    pub(crate) radii_squared: [f32; 3],
    /// Thresholds of the fields of view: c·|c|, where c is the cosine of half the field of view.
    pub(crate) views: [f32; 3],
    /// Squared distance below which neighbours have additional weight in separation.
    pub(crate) close_squared: f32,
    /// Additional weight of such a neighbour.
    pub(crate) close_weight: f32,
    /// Number of nearest boids that count; `None` if all count.
    pub(crate) nearest: Option<usize>,
    pub(crate) selection: Selection,
    /// True if alignment sums headings instead of velocities.
    pub(crate) aligns_to_headings: bool,
    /// The periodic box across which boids see neighbours; `None` if there is none.
    pub(crate) periodic_box: Option<PeriodicBox>,
    /// The periodic sphere across which boids see neighbours; `None` if there is none.
    pub(crate) sphere_images: Option<SphereImages>,
}

/// What the search tests of a candidate besides its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// Nothing.
    Within,
    /// One field of view, which is the same for all rules.
    InView,
    /// The field of view of each rule. Neighbours are counted, and can have weights.
    ByRule,
}

impl Criteria {
    /// True if the search tests more than the distance.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_selective(&self) -> bool {
        self.selection != Selection::Within
    }

    pub(crate) fn new(settings: &Settings, frame: Frame) -> Self {
        Self::of(settings, frame, Rule::acts)
    }

    /// The criteria of a flock with or without a custom rule.
    pub(crate) fn of_flock(settings: &Settings, frame: Frame, has_custom_rule: bool) -> Self {
        if has_custom_rule {
            Self::beside_custom(settings, frame)
        } else {
            Self::new(settings, frame)
        }
    }

    /// The criteria for a flock with a custom rule: every enabled rule sums and counts its
    /// neighbours.
    fn beside_custom(settings: &Settings, frame: Frame) -> Self {
        Self {
            selection: Selection::ByRule,
            ..Self::of(settings, frame, |rule| rule.enabled)
        }
    }

    /// The criteria for the boids of another flock: only within `radius`, in metres, and not across
    /// a boundary.
    pub(crate) fn for_others(&self, radius: f32) -> Self {
        let most = radius * radius;
        Self {
            reach: self.reach.map(|reach| reach.min(radius)),
            radii_squared: self.radii_squared.map(|squared| squared.min(most)),
            periodic_box: None,
            sphere_images: None,
            ..*self
        }
    }

    /// The criteria by which all boids within a radius, in metres, count for cohesion only.
    pub(crate) fn within(radius: f32) -> Self {
        Self {
            reach: Some(radius),
            radii_squared: [radius * radius, 0.0, 0.0],
            views: [ALL_AROUND; 3],
            close_squared: 0.0,
            close_weight: 0.0,
            nearest: None,
            selection: Selection::Within,
            aligns_to_headings: false,
            periodic_box: None,
            sphere_images: None,
        }
    }

    /// True if boids of flocks with these two criteria can be searched together: the criteria are
    /// equal, and see across no boundary.
    pub(crate) fn is_mixable_with(&self, other: &Self) -> bool {
        let crosses = |it: &Self| it.periodic_box.is_some() || it.sphere_images.is_some();
        let kinds = |it: &Self| (it.selection, it.aligns_to_headings, it.nearest);
        let numbers = |it: &Self| {
            let [cohesion, separation, alignment] = it.radii_squared;
            let [first, second, third] = it.views;
            let close = [it.close_squared, it.close_weight];
            let rules = [cohesion, separation, alignment, first, second, third];
            (it.reach, close, rules)
        };
        let is_same = kinds(self) == kinds(other) && numbers(self) == numbers(other);
        is_same && self.reach.is_some() && !crosses(self) && !crosses(other)
    }

    /// The criteria, with `acts` deciding which rules are active.
    fn of(settings: &Settings, frame: Frame, acts: fn(&Rule) -> bool) -> Self {
        let rules = [
            &settings.cohesion,
            &settings.separation,
            &settings.alignment,
        ];
        let neighbours = &settings.neighbours;
        let acting = rules.iter().filter(|rule| acts(rule));
        let needs_more = |rule: &&Rule| {
            acts(rule) && (rule.normalization != Normalization::Direction || rule.damping > 0.0)
        };
        let mut views = acting.clone().map(|rule| view(rule));
        let common_view = views.next().unwrap_or(ALL_AROUND);
        let views_differ = views.any(|view| view != common_view);
        let goes_by_rule = rules.iter().any(needs_more)
            || views_differ
            || neighbours.too_close
            || neighbours.crowding
            || neighbours.nearest_only
            || (settings.wander.acts() && settings.wander.only_alone)
            || neighbours.align_to == AlignTo::VelocityDifference
            || wraps_sphere(&settings.boundary);
        let selection = match goes_by_rule {
            true => Selection::ByRule,
            false if common_view == ALL_AROUND => Selection::Within,
            false => Selection::InView,
        };
        let reach = acting.map(|rule| rule.radius).reduce(f32::max);
        let containment = Containment::new(settings, frame);
        let wrapping_sphere = containment.and_then(|it| it.wrapping_sphere());
        Self {
            reach,
            radii_squared: rules.map(|rule| {
                if acts(rule) {
                    rule.radius * rule.radius
                } else {
                    0.0
                }
            }),
            views: match selection {
                Selection::ByRule => rules.map(view),
                // A rule that does not act excludes all boids by its radius.
                _ => [common_view; 3],
            },
            close_squared: if neighbours.too_close {
                neighbours.too_close_radius * neighbours.too_close_radius
            } else {
                0.0
            },
            close_weight: neighbours.too_close_weight,
            nearest: neighbours
                .nearest_only
                .then_some(neighbours.nearest as usize),
            selection,
            aligns_to_headings: neighbours.align_to == AlignTo::Heading,
            periodic_box: PeriodicBox::new(settings, frame),
            sphere_images: wrapping_sphere.map(|sphere| SphereImages::new(sphere, reach)),
        }
    }
}

/// True for a periodic sphere. Its images are searched separately, which plain sums do not support.
fn wraps_sphere(boundary: &Boundary) -> bool {
    boundary.enabled
        && boundary.mode == BoundaryMode::Wrap
        && matches!(boundary.shape, Region::Sphere { .. })
}

/// The threshold of a field of view. It is squared, so the test needs no square root.
fn view(rule: &Rule) -> f32 {
    if rule.field_of_view >= 360.0 {
        return ALL_AROUND;
    }
    let half = f64::from(rule.field_of_view).to_radians() / 2.0;
    let cosine = libm::cos(half);
    (cosine * cosine.abs()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(change: impl FnOnce(&mut Settings)) -> Selection {
        let mut settings = Settings::default();
        change(&mut settings);
        Criteria::new(&settings, Frame::new(&Default::default())).selection
    }

    fn set_views(settings: &mut Settings, [cohesion, separation, alignment]: [f32; 3]) {
        settings.cohesion.field_of_view = cohesion;
        settings.separation.field_of_view = separation;
        settings.alignment.field_of_view = alignment;
    }

    #[test]
    fn the_search_tests_no_more_than_the_rules_need() {
        assert_eq!(selection(|_| ()), Selection::Within);
        let in_view = selection(|it| set_views(it, [200.0; 3]));
        assert_eq!(in_view, Selection::InView);
        let by_rule = selection(|it| set_views(it, [200.0, 200.0, 360.0]));
        assert_eq!(by_rule, Selection::ByRule);
        // A rule without an effect does not matter.
        let in_view = selection(|it| {
            set_views(it, [200.0, 200.0, 90.0]);
            it.alignment.enabled = false;
        });
        assert_eq!(in_view, Selection::InView);
        let nearest = selection(|it| it.neighbours.nearest_only = true);
        assert_eq!(nearest, Selection::ByRule);
        let counted = selection(|it| {
            set_views(it, [200.0; 3]);
            it.neighbours.crowding = true;
        });
        assert_eq!(counted, Selection::ByRule);
        let mut settings = Settings::default();
        set_views(&mut settings, [200.0; 3]);
        let frame = Frame::new(&Default::default());
        let custom = Criteria::of_flock(&settings, frame, true);
        assert_eq!(custom.selection, Selection::ByRule);
    }
}
