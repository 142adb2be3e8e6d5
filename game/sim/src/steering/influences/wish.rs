//! The wishes of influences.

use super::{
    culling::{Bounds, NearTerms},
    mesh_volume::MeshVolume,
    path::Path,
    rounded_box::Surface,
    terms::{InfluenceTerms, Term, TermKind},
    wind_triangle::turn_against_wind,
};
use crate::geometry::GroundMap;
use crate::math::{
    lanes::{larger, lengths, load_all, map_lanes, scale, smaller, vector_at, Lanes},
    random::hash_of,
    simd::LaneWork,
    vector::{direction, length, scaled},
};

/// Adds the wishes of all influences to those of the rules.
pub(crate) struct Influences<'a> {
    pub(crate) terms: &'a InfluenceTerms,
    /// None if there is no ground, or if no term needs it.
    pub(crate) ground: Option<&'a GroundMap>,
    /// Positions and velocities before the step.
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a [f32]; 3],
    /// Velocities of the air; none if it is still.
    pub(crate) wind: Option<[&'a [f32]; 3]>,
    pub(crate) slot: &'a [u32],
    /// Wishes: accelerations in m/s², or velocities in m/s.
    pub(crate) wish: [&'a mut [f32]; 3],
}

impl LaneWork for Influences<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let near = self.terms.bounds.within(&Bounds::of(&self.position));
        if near.is_empty() {
            return;
        }
        let count = self.slot.len();
        for start in (0..count).step_by(LANES) {
            self.add::<LANES>(&near, start, LANES.min(count - start));
        }
    }
}

impl Influences<'_> {
    /// Adds the wishes of some terms to those of `len` boids.
    #[inline(always)]
    fn add<const LANES: usize>(&mut self, near: &NearTerms, start: usize, len: usize) {
        let position = load_all(&self.position, start, len);
        let bounds = Bounds::of_lanes::<LANES>(&position, len);
        let boids = LaneBoids::<LANES> {
            ground: self.ground,
            position,
            velocity: load_all(&self.velocity, start, len),
            wind: self.wind.map(|wind| load_all(&wind, start, len)),
            hash: match self.terms.is_partial {
                true => self.hashes(start, len),
                false => [0; LANES],
            },
        };
        let mut sum = [[0.0; LANES]; 3];
        for index in near.within(&bounds) {
            boids.add(self.terms, &self.terms.terms[index], &mut sum);
        }
        for axis in 0..3 {
            let wishes = &mut self.wish[axis][start..start + len];
            for (wish, sum) in wishes.iter_mut().zip(&sum[axis]) {
                // A wish of -0 stays one, however many lanes there are.
                *wish = if *sum != 0.0 { *wish + sum } else { *wish };
            }
        }
    }

    #[inline(always)]
    fn hashes<const LANES: usize>(&self, start: usize, len: usize) -> [u32; LANES] {
        let mut hashes = [0; LANES];
        for (hash, slot) in hashes.iter_mut().zip(&self.slot[start..start + len]) {
            *hash = hash_of(*slot);
        }
        hashes
    }
}

/// Some boids, one in each lane. The kind of a term is the same for all of them, and loops over its
/// parts are outside of those over the lanes, so that each of these is vectorised.
struct LaneBoids<'a, const LANES: usize> {
    ground: Option<&'a GroundMap>,
    position: Lanes<LANES>,
    velocity: Lanes<LANES>,
    /// None in still air.
    wind: Option<Lanes<LANES>>,
    /// Zero if every term concerns all boids.
    hash: [u32; LANES],
}

impl<const LANES: usize> LaneBoids<'_, LANES> {
    /// Adds the wishes of a term.
    #[inline(always)]
    fn add(&self, terms: &InfluenceTerms, term: &Term, sum: &mut Lanes<LANES>) {
        let Some(wish) = self.wish(terms, term) else {
            return;
        };
        for axis in 0..3 {
            for lane in 0..LANES {
                let is_concerned = self.hash[lane] <= term.share;
                sum[axis][lane] += if is_concerned { wish[axis][lane] } else { 0.0 };
            }
        }
    }

    /// The wishes that a term makes; none if they all are zero.
    #[inline(always)]
    fn wish(&self, terms: &InfluenceTerms, term: &Term) -> Option<Lanes<LANES>> {
        if term.kind == TermKind::Path {
            return Some(self.follow(terms, term));
        }
        let surface = self.surface(terms, term);
        let strength = term.strength(&surface.distance);
        let mut reached = 0;
        for strength in &strength {
            reached |= u32::from(*strength > 0.0);
        }
        if reached == 0 {
            return None;
        }
        Some(match term.kind {
            TermKind::Push => push(term, &surface, &strength),
            TermKind::Lead => self.towards(terms, term, lead(terms, term, &surface), &strength),
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
        let mut asked = course.point;
        map_lanes(&mut asked, |lane, [x, y, z]| {
            let [from_x, from_y, from_z] = vector_at(&self.position, lane);
            let way = [x - from_x, y - from_y, z - from_z];
            scaled(direction(way, length(way)), terms.max_speed)
        });
        let strength = term.strength(&course.distance);
        let mut wish = self.towards(terms, term, asked, &strength);
        map_lanes(&mut wish, |lane, wish| match course.is_needed[lane] {
            true => wish,
            false => [0.0; 3],
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

    /// The wishes to have some velocities over ground.
    #[inline(always)]
    fn towards(
        &self,
        terms: &InfluenceTerms,
        term: &Term,
        mut velocity: Lanes<LANES>,
        strength: &[f32; LANES],
    ) -> Lanes<LANES> {
        if let Some(wind) = &self.wind {
            turn_against_wind(&mut velocity, wind, terms.max_speed);
        }
        for axis in 0..3 {
            for lane in 0..LANES {
                let change = velocity[axis][lane] - self.velocity[axis][lane] * terms.inertia;
                velocity[axis][lane] = change * term.response;
            }
        }
        shorten(&mut velocity, term.weight);
        scale(&mut velocity, strength);
        velocity
    }

    /// The nearest of the surfaces of a term's volumes.
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
        match term.meshes.is_empty() {
            true => of_boxes,
            false => self.nearer_of_meshes(&terms.meshes[term.meshes.clone()], of_boxes),
        }
    }

    /// Not inlined, as what follows: most terms have neither meshes nor heights above the ground.
    #[inline(never)]
    fn nearer_of_meshes(&self, meshes: &[MeshVolume], of_boxes: Surface<LANES>) -> Surface<LANES> {
        meshes.iter().fold(of_boxes, |nearest, mesh| {
            nearest.nearer(&mesh.surface(&self.position))
        })
    }

    /// The surface of a term's volume that lies at heights above the ground. Infinitely deep below
    /// it where there is none.
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

/// The velocities that lead to a point, or into a volume, and slow down there.
#[inline(always)]
fn lead<const LANES: usize>(
    terms: &InfluenceTerms,
    term: &Term,
    surface: &Surface<LANES>,
) -> Lanes<LANES> {
    let mut velocity = surface.normal;
    for lane in 0..LANES {
        let way = surface.distance[lane] + term.inset;
        let share = larger(smaller(way * term.per_slowing, 1.0), 0.0);
        for axis in 0..3 {
            let approach = surface.normal[axis][lane] * (terms.max_speed * share);
            velocity[axis][lane] = term.velocity[axis] - approach;
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
    /// Strength at distances from the volume, as a share of the weight.
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
