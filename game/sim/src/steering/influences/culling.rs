//! Which terms can reach some boids.

use super::terms::{Term, MOST_TERMS};
use crate::math::lanes::{bounds_of, fold, larger, smaller, vector_at, Lanes};

/// Terms that are tested together.
const WORD: usize = 16;

/// The bounds of all terms, so arranged that those of many are tested together.
#[derive(Debug, Default)]
pub(crate) struct TermBounds {
    words: Vec<WordBounds>,
}

/// The bounds of the terms of one word; empty boxes where there are fewer.
#[derive(Clone, Copy, Debug)]
struct WordBounds {
    min: Lanes<WORD>,
    max: Lanes<WORD>,
}

impl TermBounds {
    pub(super) fn set(&mut self, terms: &[Term]) {
        self.words.clear();
        for terms in terms.chunks(WORD) {
            let mut word = WordBounds::EMPTY;
            for (lane, term) in terms.iter().enumerate() {
                word.set(lane, term.bounds.map(Into::into));
            }
            self.words.push(word);
        }
    }

    /// The terms that reach into a box.
    #[inline(always)]
    pub(super) fn within(&self, bounds: &Bounds) -> NearTerms {
        let mut near = NearTerms::new();
        for (first, word) in (0..).step_by(WORD).zip(&self.words) {
            for lane in word.overlapped_by(bounds) {
                near.push((first + lane) as u16, word.get(lane));
            }
        }
        near
    }
}

impl WordBounds {
    const EMPTY: Self = Self {
        min: [[f32::INFINITY; WORD]; 3],
        max: [[f32::NEG_INFINITY; WORD]; 3],
    };

    fn set(&mut self, lane: usize, [min, max]: [[f32; 3]; 2]) {
        for axis in 0..3 {
            (self.min[axis][lane], self.max[axis][lane]) = (min[axis], max[axis]);
        }
    }

    fn get(&self, lane: usize) -> [[f32; 3]; 2] {
        [vector_at(&self.min, lane), vector_at(&self.max, lane)]
    }

    #[inline(always)]
    fn overlapped_by(&self, bounds: &Bounds) -> Bits {
        let mut bits = 0;
        for lane in 0..WORD {
            let mut overlaps = true;
            for axis in 0..3 {
                overlaps &= bounds.min[axis] <= self.max[axis][lane];
                overlaps &= self.min[axis][lane] <= bounds.max[axis];
            }
            bits |= u32::from(overlaps) << lane;
        }
        Bits(bits)
    }
}

/// The terms that reach a block of boids, in their order.
pub(super) struct NearTerms {
    indices: [u16; MOST_TERMS],
    words: [WordBounds; MOST_TERMS / WORD],
    count: usize,
}

impl NearTerms {
    fn new() -> Self {
        Self {
            indices: [0; MOST_TERMS],
            words: [WordBounds::EMPTY; MOST_TERMS / WORD],
            count: 0,
        }
    }

    fn push(&mut self, index: u16, bounds: [[f32; 3]; 2]) {
        self.indices[self.count] = index;
        self.words[self.count / WORD].set(self.count % WORD, bounds);
        self.count += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those of them that reach into a box.
    #[inline(always)]
    pub(super) fn within<'a>(&'a self, bounds: &'a Bounds) -> impl Iterator<Item = usize> + 'a {
        let words = self.words[..self.count.div_ceil(WORD)].iter();
        words
            .zip((0..).step_by(WORD))
            .flat_map(move |(word, first)| {
                let lanes = word.overlapped_by(bounds);
                lanes.map(move |lane| usize::from(self.indices[first + lane]))
            })
    }
}

/// Iterates over the set bits, in ascending order.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}

/// A box around boids: smallest and largest coordinate on each axis.
pub(super) struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl Bounds {
    /// Bounds of the positions in the first `len` lanes.
    #[inline(always)]
    pub(super) fn of_lanes<const LANES: usize>(position: &Lanes<LANES>, len: usize) -> Self {
        let mut bounds = Self {
            min: [0.0; 3],
            max: [0.0; 3],
        };
        for axis in 0..3 {
            let mut lanes = position[axis];
            for lane in 0..LANES {
                lanes[lane] = if lane < len { lanes[lane] } else { lanes[0] };
            }
            bounds.min[axis] = fold(lanes, smaller);
            bounds.max[axis] = fold(lanes, larger);
        }
        bounds
    }

    /// Bounds of many positions.
    pub(super) fn of(position: &[&[f32]; 3]) -> Self {
        let [x, y, z] = position.map(bounds_of);
        Self {
            min: [x.0, y.0, z.0],
            max: [x.1, y.1, z.1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::Vec3,
        settings::Motion,
        steering::influences::{
            set::InfluenceSet, terms::InfluenceTerms, Influence, InfluenceKind,
        },
    };

    #[test]
    fn near_terms_are_those_that_reach_into_the_box() {
        let mut set = InfluenceSet::default();
        for x in 0..100 {
            let point = Vec3::x() * x as f32;
            let kind = InfluenceKind::Target {
                point,
                slowing: 1.0,
            };
            let reach = 1.75;
            set.add(Influence {
                reach,
                ..Influence::new(kind)
            })
            .unwrap();
        }
        let mut terms = InfluenceTerms::default();
        terms.prepare(&set, &Motion::default(), 0.1);
        let x: Vec<f32> = (0..37).map(|index| 20.0 + index as f32 / 36.0).collect();
        let bounds = Bounds::of(&[&x, &[0.5; 37], &[-0.5; 37]]);
        let near = terms.bounds.within(&bounds);
        assert_eq!(&near.indices[..near.count], [19, 20, 21, 22]);
        let bounds = Bounds::of(&[&x[..9], &[0.5; 9], &[-0.5; 9]]);
        assert!(near.within(&bounds).eq(19..=21));
        let bounds = Bounds::of(&[&x, &[2.0; 37], &[0.0; 37]]);
        assert!(terms.bounds.within(&bounds).is_empty());
    }
}
