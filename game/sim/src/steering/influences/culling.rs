//! Which terms can reach some boids.

use super::terms::{Term, MOST_TERMS};
use crate::math::lanes::Lanes;

/// The terms that reach a group of boids, in their order.
pub(super) struct NearTerms {
    indices: [u16; MOST_TERMS],
    len: usize,
}

impl NearTerms {
    /// All terms of a list.
    pub(super) fn all(count: usize) -> Self {
        let mut indices = [0; MOST_TERMS];
        let len = count.min(MOST_TERMS);
        for (index, slot) in indices[..len].iter_mut().enumerate() {
            *slot = index as u16;
        }
        Self { indices, len }
    }

    /// Those of them that reach into a box.
    pub(super) fn within(&self, terms: &[Term], bounds: &Bounds) -> Self {
        let mut near = Self {
            indices: [0; MOST_TERMS],
            len: 0,
        };
        for index in self.indices() {
            near.indices[near.len] = index;
            near.len += usize::from(bounds.overlaps(&terms[usize::from(index)]));
        }
        near
    }

    pub(super) fn indices(&self) -> impl Iterator<Item = u16> + '_ {
        self.indices[..self.len].iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A box around boids: smallest and largest coordinate on each axis.
pub(super) struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl Bounds {
    #[inline(always)]
    pub(super) fn of<const LANES: usize>(position: &[&[f32]; 3]) -> Self {
        let (mut min, mut max) = ([[f32::INFINITY; LANES]; 3], [[f32::NEG_INFINITY; LANES]; 3]);
        for axis in 0..3 {
            let chunks = position[axis].chunks_exact(LANES);
            for (lane, value) in chunks.remainder().iter().enumerate() {
                widen(&mut min, &mut max, axis, lane, *value);
            }
            for chunk in chunks {
                for lane in 0..LANES {
                    widen(&mut min, &mut max, axis, lane, chunk[lane]);
                }
            }
        }
        Self {
            min: min.map(|lanes| lanes.into_iter().fold(f32::INFINITY, f32::min)),
            max: max.map(|lanes| lanes.into_iter().fold(f32::NEG_INFINITY, f32::max)),
        }
    }

    fn overlaps(&self, term: &Term) -> bool {
        let [min, max] = &term.bounds;
        (0..3).all(|axis| self.min[axis] <= max[axis] && min[axis] <= self.max[axis])
    }
}

#[inline(always)]
fn widen<const LANES: usize>(
    min: &mut Lanes<LANES>,
    max: &mut Lanes<LANES>,
    axis: usize,
    lane: usize,
    value: f32,
) {
    let (low, high) = (&mut min[axis][lane], &mut max[axis][lane]);
    *low = if value < *low { value } else { *low };
    *high = if value > *high { value } else { *high };
}
