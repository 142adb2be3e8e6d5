//! Who is a neighbour for which rule.

use crate::{AlignTo, Boundary, BoundaryResponse, Region, Response, Rule, Settings};

/// No view is narrower than this number says: every boid is seen.
const ALL_AROUND: f32 = -2.0;

/// Who is a neighbour for which rule. Arrays hold cohesion, separation and alignment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbourhood {
    /// Largest radius of the rules that act; none if no rule acts.
    pub(crate) reach: Option<f32>,
    /// 0 for a rule that does not act: no boid is nearer than that.
    pub(crate) radii_squared: [f32; 3],
    /// c·|c| of the cosine c of half the field of view.
    pub(crate) views: [f32; 3],
    /// Within this distance, squared, neighbours count for more in separation.
    pub(crate) close_squared: f32,
    /// For how many more.
    pub(crate) close_weight: f32,
    /// How many of the nearest boids count; none if all do.
    pub(crate) nearest: Option<usize>,
    /// Whether the rules need more than the sums over all that are near.
    pub(crate) is_selective: bool,
}

impl Neighbourhood {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self::of(settings, Rule::acts)
    }

    /// For a rule of the user's own, every rule that is enabled finds its neighbours and counts them.
    pub(crate) fn beside_custom(settings: &Settings) -> Self {
        Self {
            is_selective: true,
            ..Self::of(settings, |rule| rule.enabled)
        }
    }

    /// The neighbours of the rules that act in this sense.
    fn of(settings: &Settings, acts: fn(&Rule) -> bool) -> Self {
        let rules = [
            &settings.cohesion,
            &settings.separation,
            &settings.alignment,
        ];
        let neighbours = &settings.neighbours;
        let acting = rules.iter().filter(|rule| acts(rule));
        let needs_more = |rule: &&Rule| {
            acts(rule)
                && (rule.response != Response::Direction
                    || rule.damping > 0.0
                    || rule.field_of_view < 360.0)
        };
        let is_selective = rules.iter().any(needs_more)
            || neighbours.too_close
            || neighbours.crowding
            || neighbours.nearest_only
            || (settings.wander.acts() && settings.wander.only_alone)
            || neighbours.align_to == AlignTo::VelocityDifference
            || wraps_sphere(&settings.boundary);
        Self {
            reach: acting.map(|rule| rule.radius).reduce(f32::max),
            radii_squared: rules.map(|rule| {
                if acts(rule) {
                    rule.radius * rule.radius
                } else {
                    0.0
                }
            }),
            views: rules.map(view),
            close_squared: if neighbours.too_close {
                neighbours.too_close_radius * neighbours.too_close_radius
            } else {
                0.0
            },
            close_weight: neighbours.too_close_weight,
            nearest: neighbours
                .nearest_only
                .then_some(neighbours.nearest as usize),
            is_selective,
        }
    }
}

/// Boids that see each other across the surface of a sphere are found one by one, which plain sums do without.
fn wraps_sphere(boundary: &Boundary) -> bool {
    boundary.enabled
        && boundary.response == BoundaryResponse::Wrap
        && matches!(boundary.shape, Region::Sphere { .. })
}

/// With squares on both sides, telling whether a neighbour is in view takes no root.
fn view(rule: &Rule) -> f32 {
    if rule.field_of_view >= 360.0 {
        return ALL_AROUND;
    }
    let half = f64::from(rule.field_of_view).to_radians() / 2.0;
    let cosine = libm::cos(half);
    (cosine * cosine.abs()) as f32
}
