//! Where the ways of an influence lead boids through the level.

use super::{
    clear_way::ClearWays,
    rounded_box::Surface,
    set::InfluenceId,
    terms::{InfluenceTerms, Term, TermKind},
    wish::LaneBoids,
    Influence, InfluenceKind,
};
use crate::{
    math::{
        lanes::{larger, lengths, smaller, vector_at, Lanes},
        vector::NO_DIRECTION,
    },
    ways::{goal_of, NavigationPlane, Ways},
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
    /// What is subtracted from the length of a way to a goal to get the distance from its volume, in
    /// metres: the least depth of a goal in its volume.
    pub(crate) depth: f32,
    /// The plane in which the ways lead.
    pub(super) plane: Option<NavigationPlane>,
    pub(crate) clear: ClearWays,
    /// True if the ways lead away from the volumes.
    pub(crate) flees: bool,
}

/// Where the ways of the boids in some lanes lead next, and the lengths of the ways from there on, as
/// in `Next`; infinite without a way.
pub(super) struct Nexts<const LANES: usize> {
    point: Lanes<LANES>,
    beyond: [f32; LANES],
    /// Distances from the points, in metres.
    pub(super) to_point: [f32; LANES],
}

impl<const LANES: usize> Nexts<LANES> {
    /// True if the boid in a lane heads for a corner.
    #[inline(always)]
    pub(super) fn is_corner(&self, lane: usize) -> bool {
        (0.0..f32::INFINITY).contains(&self.beyond[lane])
    }
}

impl TermWays {
    /// Where the ways of some boids lead next, and the surfaces that lead them: corners, with the lengths
    /// of the ways as distances, or volumes of the term.
    #[inline(always)]
    pub(super) fn surfaces<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> (Nexts<LANES>, Surface<LANES>) {
        let straight = boids.surface(terms, &term.volumes);
        let mut nexts = self.nexts(&boids.position);
        // Inside of a formation, boids are led straight to their places.
        let around = term.volumes.places.as_ref().map(|_| {
            let around = &terms.volumes[term.volumes.boxes.start];
            around.surface(&boids.position).distance
        });
        let distance = around.unwrap_or(straight.distance);
        for lane in 0..LANES {
            // Out of a threat, boids are led along the level too.
            let is_inside = distance[lane] <= 0.0 && !self.flees;
            nexts.beyond[lane] = if is_inside {
                f32::INFINITY
            } else {
                nexts.beyond[lane]
            };
        }
        let surface = self.corners_or(boids, terms, term, &mut nexts, straight);
        (nexts, surface)
    }

    /// Share of the largest speed with which boids fly to a corner at a distance, in metres: 1, but less
    /// at the end of a flight. Other corners lie beyond the cell.
    #[inline(always)]
    pub(super) fn pace(&self, distance: f32) -> f32 {
        let to_end = distance * (2.0 / self.ways.field().finest_cell());
        if self.flees {
            smaller(to_end, 1.0)
        } else {
            1.0
        }
    }

    /// Length of the way of a boid that is at a distance from its next corner, in metres, from the
    /// volume; for ways away from threats, the length of the way from the threat.
    #[inline(always)]
    pub(super) fn length(&self, to_corner: f32, beyond: f32) -> f32 {
        let before = if self.flees { 0.0 } else { to_corner };
        before + beyond - self.depth
    }

    /// Where the ways of the boids lead next. In a plane, corners are at the heights of the boids.
    #[inline(always)]
    fn nexts<const LANES: usize>(&self, position: &Lanes<LANES>) -> Nexts<LANES> {
        let kept = self.ways.nexts_near(position);
        let mut nexts = Nexts {
            point: *position,
            beyond: [f32::INFINITY; LANES],
            to_point: [0.0; LANES],
        };
        for lane in 0..LANES {
            nexts.beyond[lane] = kept[lane].beyond;
            for axis in 0..3 {
                nexts.point[axis][lane] = kept[lane].point[axis];
            }
        }
        if let Some(plane) = &self.plane {
            plane.lift(&mut nexts.point, position);
        }
        nexts
    }

    /// What leads the boids: corners, with the lengths of the ways as distances, or volumes of the
    /// term. `surface`: the nearest volumes.
    ///
    /// No distance is shorter than that of the nearest volume, so no boid is influenced beyond the
    /// reach by which groups of boids are culled. The way may be shorter, because it leads to where
    /// the goal was when the way was found.
    #[inline(always)]
    fn corners_or<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
        nexts: &mut Nexts<LANES>,
        mut surface: Surface<LANES>,
    ) -> Surface<LANES> {
        if self.ways.goals().len() > 1 {
            self.choose_volumes(boids, terms, term, nexts, &mut surface);
        }
        let mut from_corner = boids.position;
        for axis in 0..3 {
            for lane in 0..LANES {
                from_corner[axis][lane] -= nexts.point[axis][lane];
            }
        }
        nexts.to_point = lengths(&from_corner);
        for lane in 0..LANES {
            let (is_corner, to_corner) = (nexts.is_corner(lane), nexts.to_point[lane]);
            let length = self.length(to_corner, nexts.beyond[lane]);
            let distance = larger(length, surface.distance[lane]);
            surface.distance[lane] = if is_corner {
                distance
            } else {
                surface.distance[lane]
            };
            let per_length = 1.0 / larger(to_corner, NO_DIRECTION);
            for axis in 0..3 {
                let normal = from_corner[axis][lane] * per_length;
                let of_volume = surface.normal[axis][lane];
                surface.normal[axis][lane] = if is_corner { normal } else { of_volume };
            }
        }
        surface
    }

    /// Leads the boids that see a goal to its volume instead of the nearest one.
    #[inline(never)]
    fn choose_volumes<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
        nexts: &Nexts<LANES>,
        surface: &mut Surface<LANES>,
    ) {
        for lane in 0..LANES {
            if let Some(goal) = goal_of(nexts.beyond[lane]) {
                let position = vector_at(&boids.position, lane);
                let volume = surface_of_volume(terms, term, goal, position);
                surface.distance[lane] = volume.distance[0];
                for axis in 0..3 {
                    surface.normal[axis][lane] = volume.normal[axis][0];
                }
            }
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

impl InfluenceTerms {
    /// Lets the terms from `first` on, which are those of an influence, follow ways. `max_wish`: the
    /// largest length of the sum of all wishes of a boid.
    pub(super) fn lead_by_ways(
        &mut self,
        first: usize,
        influence: &Influence,
        ways: &Arc<Ways>,
        max_wish: f32,
    ) {
        let flees = influence.reach_of_threats().is_some();
        if flees != ways.reach_of_threats().is_some() {
            return;
        }
        // The lane of a leader pushes too.
        let pushes = flees || matches!(influence.kind, InfluenceKind::Attract { .. });
        for index in first..self.terms.len() {
            let term = &self.terms[index];
            let lead = match &term.kind {
                TermKind::Lead(lead) => Some(lead),
                TermKind::Push(_) if pushes => None,
                _ => continue,
            };
            // These ways lead to the volumes that the influence had before.
            if ways.goals().len() != term.volumes.boxes.len() + term.volumes.meshes.len() {
                continue;
            }
            let goals = ways.goals().iter().enumerate();
            let depths = goals.map(|(number, goal)| {
                -surface_of_volume(self, term, number, (*goal).into()).distance[0]
            });
            let depth = depths.fold(f32::INFINITY, f32::min).max(0.0);
            let clear = ClearWays::new(self, term, lead, ways, max_wish);
            self.terms[index].ways = Some(TermWays {
                ways: ways.clone(),
                depth,
                plane: ways.field().navigation().plane,
                clear,
                flees,
            });
        }
    }
}
