//! The wishes of influences.

use super::{
    culling::{Bounds, NearTerms},
    path::Path,
    terms::{InfluenceTerms, Term, TermKind},
    FallOff,
};
use crate::math::{
    lanes::{load_all, store_all, vector_at, Lanes},
    random::hash_of,
    simd::LaneWork,
    vector::{direction, length, scaled, shortening},
};

/// Boids for which the terms that reach them are listed together.
const GROUP: usize = 64;

/// Adds the wishes of all influences to those of the rules.
pub(crate) struct Influences<'a> {
    pub(crate) terms: &'a InfluenceTerms,
    /// Positions and velocities before the step.
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a [f32]; 3],
    pub(crate) slot: &'a [u32],
    /// Wishes: accelerations in m/s², or velocities in m/s.
    pub(crate) wish: [&'a mut [f32]; 3],
}

impl LaneWork for Influences<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let terms = &self.terms.terms;
        let all = NearTerms::all(terms.len());
        let near = all.within(terms, &Bounds::of::<LANES>(&self.position));
        if near.is_empty() {
            return;
        }
        let count = self.slot.len();
        for first in (0..count).step_by(GROUP) {
            let last = count.min(first + GROUP);
            let position = self.position.map(|axis| &axis[first..last]);
            let near = near.within(terms, &Bounds::of::<LANES>(&position));
            for start in (first..last).step_by(LANES) {
                self.add::<LANES>(&near, start, LANES.min(last - start));
            }
        }
    }
}

impl Influences<'_> {
    /// Adds the wishes of some terms to those of `len` boids.
    #[inline(always)]
    fn add<const LANES: usize>(&mut self, near: &NearTerms, start: usize, len: usize) {
        if near.is_empty() {
            return;
        }
        let position = load_all::<LANES, 3>(&self.position, start, len);
        let velocity = load_all::<LANES, 3>(&self.velocity, start, len);
        let mut hashes = [0; LANES];
        for (hash, slot) in hashes.iter_mut().zip(&self.slot[start..start + len]) {
            *hash = hash_of(*slot);
        }
        let mut sum = load_all::<LANES, 3>(&self.wish.each_ref().map(|it| &**it), start, len);
        for index in near.indices() {
            let term = &self.terms.terms[usize::from(index)];
            add_term(self.terms, term, &position, &velocity, &hashes, &mut sum);
        }
        store_all(&sum, &mut self.wish, start, len);
    }
}

/// Adds the wishes of a term. Its kind is the same for all lanes, so that each loop is vectorised.
#[inline(always)]
fn add_term<const LANES: usize>(
    terms: &InfluenceTerms,
    term: &Term,
    position: &Lanes<LANES>,
    velocity: &Lanes<LANES>,
    hashes: &[u32; LANES],
    sum: &mut Lanes<LANES>,
) {
    match term.kind {
        TermKind::Push => add_to(sum, hashes, term, |lane| {
            terms.push(term, vector_at(position, lane))
        }),
        TermKind::Lead => add_to(sum, hashes, term, |lane| {
            terms.lead(term, vector_at(position, lane), vector_at(velocity, lane))
        }),
        TermKind::Guide => add_to(sum, hashes, term, |lane| {
            terms.guide(term, vector_at(position, lane), vector_at(velocity, lane))
        }),
        TermKind::Path => add_to(sum, hashes, term, |lane| {
            terms.follow(term, vector_at(position, lane), vector_at(velocity, lane))
        }),
    }
}

/// Adds the wishes of the lanes whose boids the term concerns.
#[inline(always)]
fn add_to<const LANES: usize>(
    sum: &mut Lanes<LANES>,
    hashes: &[u32; LANES],
    term: &Term,
    wish: impl Fn(usize) -> [f32; 3],
) {
    for lane in 0..LANES {
        let wish = wish(lane);
        let is_concerned = hashes[lane] <= term.share;
        for axis in 0..3 {
            sum[axis][lane] += if is_concerned { wish[axis] } else { 0.0 };
        }
    }
}

impl InfluenceTerms {
    #[inline(always)]
    fn push(&self, term: &Term, position: [f32; 3]) -> [f32; 3] {
        let (distance, normal) = self.surface(term, position);
        scaled(normal, term.push * term.weight * term.strength(distance))
    }

    #[inline(always)]
    fn lead(&self, term: &Term, position: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
        let (distance, normal) = self.surface(term, position);
        let speed = self.max_speed * (distance * term.per_slowing).min(1.0);
        let asked = [0, 1, 2].map(|axis: usize| term.velocity[axis] - normal[axis] * speed);
        let asked = scaled(asked, shortening(asked, self.max_speed));
        self.towards(term, asked, velocity, term.strength(distance))
    }

    #[inline(always)]
    fn guide(&self, term: &Term, position: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
        let (distance, _) = self.surface(term, position);
        self.towards(term, term.velocity, velocity, term.strength(distance))
    }

    #[inline(always)]
    fn follow(&self, term: &Term, position: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
        let path = Path {
            corners: &self.corners[term.corners.clone()],
            radius: term.radius,
            look_ahead: term.look_ahead,
            is_loop: term.is_loop,
            max_speed: self.max_speed,
        };
        let Some((point, distance)) = path.point_to_seek(position, velocity) else {
            return [0.0; 3];
        };
        let way = [0, 1, 2].map(|axis: usize| point[axis] - position[axis]);
        let asked = scaled(direction(way, length(way)), self.max_speed);
        self.towards(term, asked, velocity, term.strength(distance))
    }

    /// The wish to have a velocity.
    #[inline(always)]
    fn towards(&self, term: &Term, asked: [f32; 3], velocity: [f32; 3], strength: f32) -> [f32; 3] {
        let change = [0, 1, 2].map(|axis: usize| asked[axis] - velocity[axis] * self.inertia);
        let wish = scaled(change, term.response);
        scaled(wish, strength * shortening(wish, term.weight))
    }

    /// Signed distance from the nearest volume, and its normal there.
    #[inline(always)]
    fn surface(&self, term: &Term, position: [f32; 3]) -> (f32, [f32; 3]) {
        let (mut nearest, mut normal) = (f32::INFINITY, [0.0; 3]);
        for volume in &self.volumes[term.volumes.clone()] {
            let (distance, there) = volume.surface(position);
            let is_nearer = distance < nearest;
            nearest = if is_nearer { distance } else { nearest };
            normal =
                [0, 1, 2].map(|axis: usize| if is_nearer { there[axis] } else { normal[axis] });
        }
        (nearest, normal)
    }
}

impl Term {
    /// Strength at a distance from the volume, as a share of the weight.
    #[inline(always)]
    fn strength(&self, distance: f32) -> f32 {
        let t = (distance * self.side * self.per_reach).clamp(0.0, 1.0);
        let strength = match self.fall_off {
            FallOff::Constant => 1.0,
            FallOff::Linear => 1.0 - t,
            FallOff::Quadratic => 1.0 - t * t,
            FallOff::Smooth => (1.0 - t) * (1.0 - t) * (1.0 + 2.0 * t),
        };
        let acts = t < 1.0 && distance > self.beyond;
        if acts {
            strength
        } else {
            0.0
        }
    }
}
