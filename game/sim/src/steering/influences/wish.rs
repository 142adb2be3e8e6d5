//! The wishes of the terms of each kind.

use super::{
    mesh::Samples,
    path::Path,
    rounded_box::Surface,
    terms::{InfluenceTerms, Term, TermKind, TermShape},
    wind_triangle::turned_against_wind,
};
use crate::geometry::GroundMap;
use crate::math::{
    lanes::{larger, lengths, map_lanes, scale, smaller, vector_at, Lanes},
    vector::{direction, length, scaled},
};
use std::sync::Arc;

// Kinds and shapes as const generic parameters of functions.
pub(super) const PUSH: u8 = TermKind::Push as u8;
pub(super) const LEAD: u8 = TermKind::Lead as u8;
pub(super) const GUIDE: u8 = TermKind::Guide as u8;
pub(super) const PATH: u8 = TermKind::Path as u8;
pub(super) const BALL: u8 = TermShape::Ball as u8;
pub(super) const BOX: u8 = TermShape::Box as u8;
pub(super) const ANY: u8 = TermShape::Any as u8;

/// Boids, one in each lane. The kind of a term is the same for all lanes, and loops over the parts
/// of a term lie outside of the loops over the lanes, so the compiler vectorises the inner loops.
pub(super) struct LaneBoids<'a, const LANES: usize> {
    pub(super) ground: Option<&'a GroundMap>,
    pub(super) position: Lanes<LANES>,
    pub(super) velocity: Lanes<LANES>,
    /// Velocities of the air, in m/s; `None` in still air.
    pub(super) wind: Option<Lanes<LANES>>,
}

impl<const LANES: usize> LaneBoids<'_, LANES> {
    /// The wishes of a term of a kind; `None` if all boids are beyond its reach.
    #[inline(always)]
    pub(super) fn wishes<const KIND: u8, const SHAPE: u8>(
        &self,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        if KIND == PATH {
            return Some(self.follow(terms, term));
        }
        let surface = match SHAPE {
            BALL => terms.volumes[term.volumes.start].surface_of_ball(&self.position),
            BOX => terms.volumes[term.volumes.start].surface_of_box(&self.position),
            _ => self.surface(terms, term),
        };
        let strength = term.strength(&surface.distance);
        let mut reached = 0;
        for strength in &strength {
            reached |= u32::from(*strength > 0.0);
        }
        if reached == 0 {
            return None;
        }
        Some(match KIND {
            PUSH => push(term, &surface, &strength),
            LEAD => {
                let asked = lead(terms, term, &surface, &self.velocity);
                self.towards(terms, term, asked, &strength)
            }
            _ => {
                let asked = term.velocity.map(|component| [component; LANES]);
                self.towards(terms, term, asked, &strength)
            }
        })
    }

    #[inline(always)]
    fn follow(&self, terms: &InfluenceTerms, term: &Term) -> Lanes<LANES> {
        let path = Path {
            corners: &terms.corners[term.corners.clone()],
            radius: term.radius,
            look_ahead: term.look_ahead,
            is_loop: term.is_loop,
            max_speed: terms.max_speed,
        };
        let over_ground = self.wind.map(|wind| self.over_ground(&wind));
        let velocity = over_ground.as_ref().unwrap_or(&self.velocity);
        let course = path.course(&self.position, velocity);
        let mut asked = course.way;
        map_lanes(&mut asked, |_, way| {
            scaled(direction(way, length(way)), terms.max_speed)
        });
        let strength = term.strength(&course.distance);
        let mut wish = self.towards(terms, term, asked, &strength);
        map_lanes(&mut wish, |lane, wish| {
            if course.is_free[lane] {
                [0.0; 3]
            } else {
                wish
            }
        });
        wish
    }

    #[inline(always)]
    fn over_ground(&self, wind: &Lanes<LANES>) -> Lanes<LANES> {
        let mut velocity = self.velocity;
        for axis in 0..3 {
            for lane in 0..LANES {
                velocity[axis][lane] += wind[axis][lane];
            }
        }
        velocity
    }

    /// Wishes that bring boids to the wanted velocities over ground.
    #[inline(always)]
    fn towards(
        &self,
        terms: &InfluenceTerms,
        term: &Term,
        asked: Lanes<LANES>,
        strength: &[f32; LANES],
    ) -> Lanes<LANES> {
        let velocity = match &self.wind {
            Some(wind) => turned_against_wind(&asked, wind, terms.max_speed),
            None => asked,
        };
        let mut wish = velocity;
        for axis in 0..3 {
            for lane in 0..LANES {
                let change = velocity[axis][lane] - self.velocity[axis][lane] * terms.inertia;
                wish[axis][lane] = change * term.response;
            }
        }
        shorten(&mut wish, term.weight);
        scale(&mut wish, strength);
        wish
    }

    /// For each boid, the nearest surface of the volumes of a term.
    #[inline(always)]
    fn surface(&self, terms: &InfluenceTerms, term: &Term) -> Surface<LANES> {
        if term.is_above_ground {
            return self.surface_above_ground(terms, term);
        }
        let of_boxes = match &terms.volumes[term.volumes.clone()] {
            [volume] => volume.surface(&self.position),
            volumes => volumes.iter().fold(Surface::NONE, |nearest, volume| {
                nearest.nearer(&volume.surface(&self.position))
            }),
        };
        if term.meshes.is_empty() {
            of_boxes
        } else {
            self.nearer_of_meshes(&terms.meshes[term.meshes.clone()], of_boxes)
        }
    }

    /// Not inlined, like the next function: most terms have neither meshes nor heights above the
    /// ground.
    #[inline(never)]
    fn nearer_of_meshes(
        &self,
        meshes: &[Arc<Samples>],
        of_boxes: Surface<LANES>,
    ) -> Surface<LANES> {
        meshes.iter().fold(of_boxes, |nearest, mesh| {
            nearest.nearer(&mesh.surfaces(&self.position))
        })
    }

    /// The surface of a volume that lies at heights above the ground. Where there is no ground, the
    /// point counts as infinitely deep below the surface.
    #[inline(never)]
    fn surface_above_ground(&self, terms: &InfluenceTerms, term: &Term) -> Surface<LANES> {
        let (mut position, mut has_ground) = (self.position, [false; LANES]);
        for lane in 0..LANES {
            let below = |map: &GroundMap| map.below(vector_at(&position, lane));
            if let Some(height) = self.ground.and_then(below) {
                position[1][lane] -= height;
                has_ground[lane] = true;
            }
        }
        let mut surface = terms.volumes[term.volumes.start].surface(&position);
        for lane in 0..LANES {
            if !has_ground[lane] {
                surface.distance[lane] = -f32::MAX;
            }
        }
        surface
    }
}

#[inline(always)]
fn push<const LANES: usize>(
    term: &Term,
    surface: &Surface<LANES>,
    strength: &[f32; LANES],
) -> Lanes<LANES> {
    let mut wish = surface.normal;
    scale(&mut wish, strength);
    scale(&mut wish, &[term.push * term.weight; LANES]);
    wish
}

/// The velocities that lead to a point or into a volume, and slow down there.
#[inline(always)]
fn lead<const LANES: usize>(
    terms: &InfluenceTerms,
    term: &Term,
    surface: &Surface<LANES>,
    before: &Lanes<LANES>,
) -> Lanes<LANES> {
    let mut speed = surface.distance;
    for lane in 0..LANES {
        let way = surface.distance[lane] + term.inset;
        speed[lane] = terms.max_speed * larger(smaller(way * term.per_slowing, 1.0), 0.0);
    }
    if term.velocity == [0.0; 3] {
        let mut course = surface.normal;
        scale(&mut course, &[-1.0; LANES]);
        if let Some(circle) = terms.turning_circle.as_ref().filter(|_| term.bends) {
            let mut way = surface.distance;
            for lane in 0..LANES {
                way[lane] = larger(surface.distance[lane] + term.inset, 0.0);
            }
            circle.bend(&mut course, &mut speed, &way, before);
        }
        scale(&mut course, &speed);
        return course;
    }
    let mut velocity = surface.normal;
    for axis in 0..3 {
        for lane in 0..LANES {
            velocity[axis][lane] = term.velocity[axis] - velocity[axis][lane] * speed[lane];
        }
    }
    shorten(&mut velocity, terms.max_speed);
    velocity
}

/// Shortens the vectors that are longer than `most`.
#[inline(always)]
fn shorten<const LANES: usize>(vectors: &mut Lanes<LANES>, most: f32) {
    let mut factors = lengths(vectors);
    for factor in &mut factors {
        *factor = if *factor > most { most / *factor } else { 1.0 };
    }
    scale(vectors, &factors);
}

impl Term {
    /// Strength at these distances from the volume, as a share of the weight.
    #[inline(always)]
    fn strength<const LANES: usize>(&self, distance: &[f32; LANES]) -> [f32; LANES] {
        let [a, b, c, d] = self.fall_off;
        let mut strength = *distance;
        for lane in 0..LANES {
            let t = distance[lane] * (self.side * self.per_reach);
            let t = larger(smaller(t, 1.0), 0.0);
            let acts = (t < 1.0) & (distance[lane] > self.beyond);
            let share = larger(a + t * (b + t * (c + t * d)), 0.0);
            strength[lane] = if acts { share } else { 0.0 };
        }
        strength
    }
}
