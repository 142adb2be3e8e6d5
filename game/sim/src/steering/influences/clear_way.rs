//! Boids that follow a way past all surfaces. They do not avoid surfaces: avoidance, which has
//! priority, would keep them from doors, whose edges are near on all sides.

use super::{
    terms::{InfluenceTerms, Lead, Term},
    way::TermWays,
};
use crate::{
    math::{random::hash_of, Vec3},
    ways::{goal_of, Ways},
};

/// Share of the largest sum of all wishes that the wish to follow a way must have at full strength.
pub(super) const LEAST_SHARE: f32 = 0.5;

/// Least cosine of the angle between the velocity of a boid and the direction of its next corner. Other
/// boids, a predator or an influence that leads straight may move it towards a surface.
pub(crate) const LEAST_HEADING: f32 = 0.5;

/// Where a term leads past all surfaces: on the way to each corner, and to a goal in sight that is
/// farther away than its volume reaches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClearWays {
    /// Least distance from a goal in sight, in metres: outside of its volume, and where boids do not
    /// slow down yet.
    pub(crate) distance: f32,
    /// Least strength, as a share of the weight of the term.
    pub(crate) strength: f32,
    /// A ball around the only volume, or around the places of a formation: boids inside of it may be led
    /// straight. The radius is 0 with several volumes, and for ways away
    /// from them.
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
}

impl ClearWays {
    pub(super) fn new(
        terms: &InfluenceTerms,
        term: &Term,
        lead: Option<&Lead>,
        ways: &Ways,
        max_wish: f32,
    ) -> Self {
        let goals = ways.goals();
        let volumes = &term.volumes;
        let boxes = terms.volumes[volumes.boxes.clone()].iter();
        let of_boxes = boxes.map(|it| (it.center, it.half_extents.norm() + it.radius));
        let meshes = terms.meshes[volumes.meshes.clone()].iter();
        let of_meshes = meshes.map(|it| {
            let [low, high] = it.bounds();
            ((low + high) * 0.5, (high - low).norm() * 0.5)
        });
        let balls = of_boxes.chain(of_meshes).zip(goals);
        let reaches = balls
            .clone()
            .map(|((center, radius), goal)| (goal - center).norm() + radius);
        let slowing = |lead: &Lead| (1.0 / lead.per_slowing - lead.inset).max(0.0);
        let ball = balls
            .map(|(ball, _)| ball)
            .next()
            .filter(|_| goals.len() == 1);
        let (center, radius) = ball.unwrap_or_default();
        Self {
            distance: reaches.fold(0.0, f32::max) + lead.map_or(0.0, slowing),
            center,
            radius,
            // Infinite or NaN without a weight: no strength is as large.
            strength: LEAST_SHARE * max_wish / term.weight,
        }
    }
}

impl InfluenceTerms {
    /// True if a way leads the boid in a slot past all surfaces, and the boid follows it.
    pub(crate) fn lead_past_surfaces(&self, slot: u32, position: Vec3, velocity: Vec3) -> bool {
        let leads_past = |term: &Term| {
            let ways = term.ways.as_ref();
            ways.is_some_and(|by| by.lead_past_surfaces(term, position, velocity))
        };
        let mut terms = self.terms.iter();
        terms.any(|term| hash_of(slot) <= term.share && leads_past(term))
    }
}

impl TermWays {
    fn lead_past_surfaces(&self, term: &Term, position: Vec3, velocity: Vec3) -> bool {
        if (position - self.clear.center).norm() < self.clear.radius {
            return false;
        }
        let [next] = self
            .ways
            .nexts_near(&[[position.x], [position.y], [position.z]]);
        let mut to_next = Vec3::from(next.point) - position;
        if let Some(plane) = &self.plane {
            // The way is free at the height of the plane.
            if plane.height(&position).abs() > self.ways.field().finest_cell() {
                return false;
            }
            to_next = plane.part_along(to_next);
        }
        let (distance, ahead) = (to_next.norm(), velocity.dot(&to_next));
        let is_goal = goal_of(next.beyond).is_some();
        if !next.leads()
            || (is_goal && distance < self.clear.distance)
            || ahead < LEAST_HEADING * velocity.norm() * distance
        {
            return false;
        }
        let length = self.length(distance, next.beyond.max(0.0));
        let strength = term.strength.within_reach(&[length]);
        strength.is_some_and(|[strength]| strength >= self.clear.strength)
    }
}
