//! How an influence leads boids along ways through the level.

use super::{
    rounded_box::Surface,
    set::InfluenceId,
    terms::{InfluenceTerms, Lead, Term, TermKind},
    wish::{LaneBoids, Wish},
};
use crate::{
    math::{
        lanes::{vector_at, Lanes},
        vector::{direction, length, scaled},
        Vec3,
    },
    ways::{Next, Ways},
};
use std::sync::Arc;

/// The ways along which influences lead boids.
#[derive(Default)]
pub(crate) struct WaysOfInfluences {
    pub(crate) ways: Vec<(InfluenceId, Arc<Ways>)>,
    /// Number of changes.
    pub(crate) changes: u64,
}

impl WaysOfInfluences {
    pub(crate) fn of(&self, id: InfluenceId) -> Option<&Arc<Ways>> {
        let mut ways = self.ways.iter();
        ways.find(|(of, _)| *of == id).map(|(_, ways)| ways)
    }
}

/// The ways of a term.
#[derive(Clone, Debug)]
pub(crate) struct TermWays {
    pub(crate) ways: Arc<Ways>,
    /// Least depth of the goals inside of their volumes, in metres.
    pub(crate) depth: f32,
}

/// A term that leads along ways.
pub(super) struct LeadByWays<'a> {
    pub(super) lead: &'a Lead,
    pub(super) by: &'a TermWays,
}

/// The corners for which the boids in some lanes head; `None` for boids that are led as without
/// ways.
type Corners<const LANES: usize> = [Option<[f32; 3]>; LANES];

impl Wish for LeadByWays<'_> {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let (surface, corners) = self.surfaces(boids, terms, term);
        let strength = term.strength.within_reach(&surface.distance)?;
        let mut air = boids.air_at(&surface);
        let relative = air.as_ref().filter(|_| boids.motion.is_some());
        let relative = relative.map(|air| boids.velocities_in(air));
        let before = relative.as_ref().unwrap_or(&boids.velocity);
        let mut asked = self.lead.velocities(terms, &surface, before);
        for lane in (0..LANES).filter(|lane| corners[*lane].is_some()) {
            let speed = self.lead.speed(terms, surface.distance[lane]);
            let velocity = scaled(vector_at(&surface.normal, lane), -speed);
            for axis in 0..3 {
                asked[axis][lane] = velocity[axis];
                // Corners are at rest.
                if let Some(air) = &mut air {
                    air[axis][lane] = boids.wind.as_ref().map_or(0.0, |wind| wind[axis][lane]);
                }
            }
        }
        Some(boids.towards(terms, term, asked, air.as_ref(), &strength))
    }
}

impl LeadByWays<'_> {
    /// What leads the boids: their corners, with the lengths of their ways as distances, or the
    /// volumes of the term.
    #[inline(always)]
    fn surfaces<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> (Surface<LANES>, Corners<LANES>) {
        let mut surface = boids.surface(terms, &term.volumes);
        let mut corners = [None; LANES];
        for lane in 0..LANES {
            let position = vector_at(&boids.position, lane);
            let Some(next) = self.by.ways.next_from(&Vec3::from(position)) else {
                continue;
            };
            match next.goal() {
                Some(goal) if self.by.ways.goals().len() > 1 => {
                    set_lane(
                        &mut surface,
                        lane,
                        &surface_of_volume(terms, term, goal, position),
                    );
                }
                Some(_) => (),
                None => {
                    corners[lane] = Some(next.point);
                    set_lane(&mut surface, lane, &self.surface_at_corner(next, position));
                }
            }
        }
        (surface, corners)
    }

    /// A surface at the distance of a way and in the direction of its next corner.
    fn surface_at_corner(&self, next: &Next, position: [f32; 3]) -> Surface<1> {
        let from_corner = [0, 1, 2].map(|axis| position[axis] - next.point[axis]);
        let to_corner = length(from_corner);
        Surface {
            distance: [to_corner + next.beyond() - self.by.depth],
            normal: direction(from_corner, to_corner).map(|it| [it]),
        }
    }
}

/// The surface of the volume around a goal.
fn surface_of_volume(
    terms: &InfluenceTerms,
    term: &Term,
    goal: usize,
    position: [f32; 3],
) -> Surface<1> {
    let (volumes, position) = (&term.volumes, position.map(|it| [it]));
    match goal.checked_sub(volumes.boxes.len()) {
        None => terms.volumes[volumes.boxes.start + goal].surface(&position),
        Some(mesh) => terms.meshes[volumes.meshes.start + mesh].surfaces(&position),
    }
}

fn set_lane<const LANES: usize>(surface: &mut Surface<LANES>, lane: usize, to: &Surface<1>) {
    surface.distance[lane] = to.distance[0];
    for axis in 0..3 {
        surface.normal[axis][lane] = to.normal[axis][0];
    }
}

impl InfluenceTerms {
    /// Lets the terms from `first` on that lead follow ways.
    pub(super) fn lead_by_ways(&mut self, first: usize, ways: &Arc<Ways>) {
        for index in first..self.terms.len() {
            if !matches!(self.terms[index].kind, TermKind::Lead(_)) {
                continue;
            }
            let term = &self.terms[index];
            // These ways lead to the volumes that the influence had before.
            if ways.goals().len() != term.volumes.boxes.len() + term.volumes.meshes.len() {
                continue;
            }
            let goals = ways.goals().iter().enumerate();
            let depths = goals.map(|(number, goal)| {
                -surface_of_volume(self, term, number, (*goal).into()).distance[0]
            });
            let depth = depths.fold(f32::INFINITY, f32::min).max(0.0);
            self.terms[index].ways = Some(TermWays {
                ways: ways.clone(),
                depth,
            });
        }
    }
}
