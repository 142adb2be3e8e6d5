//! Applies the influences to the boids of a block.

use super::{
    along_way::{LeadByWays, PushByWays},
    culling::{Bounds, GroupBounds},
    terms::{InfluenceTerms, Term, TermKind, TermShape},
    wish::{LaneBoids, Wish, ANY, BALL, BOX},
};
use crate::geometry::GroundMap;
use crate::math::{
    lanes::{load_all, store_all, Lanes},
    random::hash_of,
    simd::LaneWork,
};

/// Adds the wishes of all influences to the wishes of the rules, for the boids of a block.
pub(crate) struct Influences<'a> {
    pub(crate) terms: &'a InfluenceTerms,
    /// Heights of the ground; `None` if there is no ground, or if no term needs it.
    pub(crate) ground: Option<&'a GroundMap>,
    /// Positions and velocities before the step.
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a [f32]; 3],
    /// Velocities of the air, in m/s; `None` if it is still.
    pub(crate) wind: Option<[&'a [f32]; 3]>,
    pub(crate) slot: &'a [u32],
    /// Wishes: accelerations in m/s², or velocities in m/s with velocity steering.
    pub(crate) wish: [&'a mut [f32]; 3],
}

impl LaneWork for Influences<'_> {
    /// Runs term by term, and for each term over the groups of boids that it may reach. So the
    /// branches on the term are taken once for all of its groups.
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let bounds = Bounds::of(&self.position);
        let mut is_reached = false;
        for word in self.terms.bounds.words() {
            is_reached |= !word.near(&bounds).is_empty();
        }
        if !is_reached {
            return;
        }
        let groups = GroupBounds::of::<LANES>(&self.position);
        let len = self.slot.len() % LANES;
        let start = self.slot.len() - len;
        // The boids that do not fill a group get their own padded group, so that all groups load
        // alike.
        let position: Lanes<LANES> = load_all(&self.position, start, len);
        let velocity: Lanes<LANES> = load_all(&self.velocity, start, len);
        let wind: Option<Lanes<LANES>> = self.wind.map(|wind| load_all(&wind, start, len));
        let [mut x, mut y, mut z]: Lanes<LANES> = load_all(&self.wish, start, len);
        let mut slot = [0; LANES];
        slot[..len].copy_from_slice(&self.slot[start..]);
        let rest = Influences {
            position: slices(&position),
            velocity: slices(&velocity),
            wind: wind.as_ref().map(slices),
            slot: &slot,
            wish: [&mut x, &mut y, &mut z],
            ..self
        };
        let mut block = Block::<LANES> {
            full: start / LANES,
            parts: [self, rest],
        };
        for word in block.parts[0].terms.bounds.words() {
            for index in word.near(&bounds) {
                block.add(index, &groups);
            }
        }
        let [mut all, rest] = block.parts;
        let wish: Lanes<LANES> = load_all(&rest.wish, 0, LANES);
        store_all(&wish, &mut all.wish, start, len);
    }
}

/// A block of boids in groups of `LANES`.
struct Block<'a, const LANES: usize> {
    /// Number of groups in the first part. The second part is one group.
    full: usize,
    parts: [Influences<'a>; 2],
}

impl<const LANES: usize> Block<'_, LANES> {
    /// Adds the wishes of a term. The usual cases have their own code, which does not test what
    /// they do not need. Closures would not be inlined, and so not be compiled for wide vectors.
    #[inline(always)]
    fn add(&mut self, index: usize, groups: &GroupBounds) {
        let term = &self.parts[0].terms.terms[index];
        let is_moved = term.motion.is_some();
        let is_still = self.parts[0].wind.is_none() && !is_moved;
        if let (TermKind::Lead(lead), Some(by)) = (&term.kind, &term.ways) {
            return self.add_of::<ANY, true>(term, &LeadByWays { lead, by }, groups);
        }
        if let (TermKind::Push(push), Some(by)) = (&term.kind, &term.ways) {
            return self.add_of::<ANY, true>(term, &PushByWays { push, by }, groups);
        }
        match (&term.kind, term.volumes.shape) {
            (TermKind::Calm(it), _) => self.add_of::<ANY, false>(term, it, groups),
            (TermKind::Push(it), _) if is_moved => self.add_of::<ANY, true>(term, it, groups),
            (TermKind::Push(it), TermShape::Ball) => self.add_of::<BALL, false>(term, it, groups),
            (TermKind::Push(it), TermShape::Box) => self.add_of::<BOX, false>(term, it, groups),
            (TermKind::Push(it), TermShape::Any) => self.add_of::<ANY, false>(term, it, groups),
            (TermKind::Lead(it), TermShape::Ball) if is_still => {
                self.add_of::<BALL, false>(term, it, groups);
            }
            (TermKind::Lead(it), _) => self.add_of::<ANY, true>(term, it, groups),
            (TermKind::Guide(it), _) if is_still => self.add_of::<BOX, false>(term, it, groups),
            (TermKind::Guide(it), _) => self.add_of::<BOX, true>(term, it, groups),
            (TermKind::Path(it), _) => self.add_of::<ANY, true>(term, it, groups),
        }
    }

    /// Adds the wishes of a term of a kind and a shape to the wishes of all boids in its reach.
    /// `MOVING` is false if neither the air nor the influence moves, or if it does not matter.
    #[inline(always)]
    fn add_of<const SHAPE: u8, const MOVING: bool>(
        &mut self,
        term: &Term,
        kind: &impl Wish,
        groups: &GroupBounds,
    ) {
        for word in groups.words() {
            for group in word.near(&term.reach) {
                let (part, group) = if group == self.full {
                    (1, 0)
                } else {
                    (0, group)
                };
                self.parts[part].add::<LANES, SHAPE, MOVING>(term, kind, group);
            }
        }
    }
}

impl Influences<'_> {
    /// Adds the wishes of a term to the wishes of a group of boids.
    #[inline(always)]
    fn add<const LANES: usize, const SHAPE: u8, const MOVING: bool>(
        &mut self,
        term: &Term,
        kind: &impl Wish,
        group: usize,
    ) {
        let [x, y, z] = self.wish.each_ref().map(|axis| &axis[..]);
        let boids = LaneBoids::<LANES> {
            ground: self.ground,
            position: chunks(&self.position, group),
            velocity: chunks(&self.velocity, group),
            slot: self.slot.as_chunks().0[group],
            sum: chunks(&[x, y, z], group),
            wind: if MOVING {
                self.wind.map(|wind| chunks(&wind, group))
            } else {
                None
            },
            motion: if MOVING { term.motion } else { None },
        };
        let Some(mut added) = kind.wishes::<LANES, SHAPE>(&boids, self.terms, term) else {
            return;
        };
        if term.share < u32::MAX {
            let slots = &self.slot.as_chunks::<LANES>().0[group];
            for lane in 0..LANES {
                let is_concerned = hash_of(slots[lane]) <= term.share;
                for axis in &mut added {
                    axis[lane] = if is_concerned { axis[lane] } else { 0.0 };
                }
            }
        }
        for (wish, added) in self.wish.iter_mut().zip(&added) {
            let wish = &mut wish.as_chunks_mut::<LANES>().0[group];
            for lane in 0..LANES {
                let sum = wish[lane] + added[lane];
                // A wish of -0 stays -0, for any number of lanes.
                wish[lane] = if added[lane] != 0.0 { sum } else { wish[lane] };
            }
        }
    }
}

#[inline(always)]
fn slices<const LANES: usize>([x, y, z]: &Lanes<LANES>) -> [&[f32]; 3] {
    [x, y, z]
}

/// The lanes of a group of boids.
#[inline(always)]
fn chunks<const LANES: usize>([x, y, z]: &[&[f32]; 3], group: usize) -> Lanes<LANES> {
    let (x, y, z) = (x.as_chunks().0, y.as_chunks().0, z.as_chunks().0);
    [x[group], y[group], z[group]]
}
