//! Culling: which terms can reach a group of boids. A term can if its box lies within its margin of
//! the boids' bounding box.

use crate::{
    math::{
        lanes::{bounds_of, fold, larger, load, smaller, Lanes},
        Vec3,
    },
    state::threads::BLOCK,
};

/// Number of boxes that are tested together.
const WORD: usize = 16;

/// Largest number of groups of a block, with four boids in a group.
const MOST_GROUPS: usize = BLOCK / 4;

/// Largest rounding error of a coordinate, as a share of the coordinate.
const ROUNDING: f32 = 1e-6;

/// Largest coordinate of a boid that is taken into account, in metres. Beyond it, positions are
/// rounded to more than a decimetre.
const FARTHEST: f32 = 1e6;

/// An axis-aligned box, enlarged by a margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bounds {
    /// Smallest coordinate on each axis.
    pub(crate) min: [f32; 3],
    /// Largest coordinate on each axis.
    pub(crate) max: [f32; 3],
    /// Margin, in metres.
    pub(crate) margin: f32,
}

impl Bounds {
    /// Contains every position.
    pub(crate) const ALL: Self = Self {
        min: [-f32::MAX; 3],
        max: [f32::MAX; 3],
        margin: 0.0,
    };

    /// Bounding box of positions.
    #[inline(always)]
    pub(super) fn of(position: &[&[f32]; 3]) -> Self {
        let [x, y, z] = position;
        let (x, y, z) = (bounds_of(x), bounds_of(y), bounds_of(z));
        Self {
            min: [x.0, y.0, z.0],
            max: [x.1, y.1, z.1],
            margin: 0.0,
        }
    }

    /// A box with a margin that is slightly enlarged, so that rounding excludes no boid.
    pub(super) fn around([min, max]: [Vec3; 2], margin: f32) -> Self {
        let farthest = min.amax().max(max.amax()).min(FARTHEST);
        Self {
            min: min.into(),
            max: max.into(),
            margin: margin + 3.0 * farthest * ROUNDING,
        }
    }
}

/// Several boxes in lanes, which are tested together. Unused lanes hold empty boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsWord {
    min: Lanes<WORD>,
    max: Lanes<WORD>,
    /// Squared margins of the boxes.
    margin: [f32; WORD],
    /// Index of the first box.
    first: usize,
}

impl BoundsWord {
    fn empty(first: usize) -> Self {
        Self {
            min: [[f32::INFINITY; WORD]; 3],
            max: [[f32::NEG_INFINITY; WORD]; 3],
            margin: [0.0; WORD],
            first,
        }
    }

    fn set(&mut self, lane: usize, bounds: &Bounds) {
        for axis in 0..3 {
            self.min[axis][lane] = bounds.min[axis];
            self.max[axis][lane] = bounds.max[axis];
        }
        self.margin[lane] = bounds.margin * bounds.margin;
    }

    /// The indices of the boxes that lie within the margins of a box, in ascending order.
    #[inline(always)]
    pub(super) fn near(&self, bounds: &Bounds) -> Bits {
        let mut squared = [0.0; WORD];
        for axis in 0..3 {
            for lane in 0..WORD {
                let below = self.min[axis][lane] - bounds.max[axis];
                let above = bounds.min[axis] - self.max[axis][lane];
                let gap = larger(larger(below, above), 0.0);
                squared[lane] += gap * gap;
            }
        }
        let mut set = 0;
        for lane in 0..WORD {
            let margin = larger(self.margin[lane], bounds.margin * bounds.margin);
            set |= u32::from(squared[lane] <= margin) << lane;
        }
        Bits {
            set,
            first: self.first,
        }
    }
}

/// The boxes of all terms.
#[derive(Debug, Default)]
pub(crate) struct TermBounds {
    words: Vec<BoundsWord>,
}

impl TermBounds {
    /// Replaces all boxes by those of the terms, in their order.
    pub(super) fn set<'a>(&mut self, reaches: impl Iterator<Item = &'a Bounds>) {
        self.words.clear();
        for (index, reach) in reaches.enumerate() {
            let lane = index % WORD;
            if lane == 0 {
                self.words.push(BoundsWord::empty(index));
            }
            if let Some(word) = self.words.last_mut() {
                word.set(lane, reach);
            }
        }
    }

    pub(super) fn words(&self) -> &[BoundsWord] {
        &self.words
    }
}

/// The bounding boxes of the groups of boids of a block.
pub(super) struct GroupBounds {
    words: [BoundsWord; MOST_GROUPS / WORD],
    count: usize,
}

impl GroupBounds {
    /// Bounding boxes of groups of `LANES` boids of a block.
    #[inline(always)]
    pub(super) fn of<const LANES: usize>(position: &[&[f32]; 3]) -> Self {
        let count = position[0].len().div_ceil(LANES);
        let mut words = [BoundsWord::empty(0); MOST_GROUPS / WORD];
        for (index, word) in words.iter_mut().enumerate() {
            word.first = index * WORD;
        }
        for (axis, position) in position.iter().enumerate() {
            for group in 0..count {
                let start = group * LANES;
                let len = LANES.min(position.len() - start);
                let mut lanes = load::<LANES, _>(position, start, len);
                for lane in 0..LANES {
                    lanes[lane] = if lane < len { lanes[lane] } else { lanes[0] };
                }
                let word = &mut words[group / WORD];
                word.min[axis][group % WORD] = fold(lanes, smaller);
                word.max[axis][group % WORD] = fold(lanes, larger);
            }
        }
        Self { words, count }
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[BoundsWord] {
        &self.words[..self.count.div_ceil(WORD)]
    }
}

/// Iterates over the indices of the set bits, in ascending order.
pub(super) struct Bits {
    set: u32,
    first: usize,
}

impl Bits {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.set == 0
    }
}

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.first + self.set.trailing_zeros() as usize;
        let next = (self.set != 0).then_some(bit);
        self.set &= self.set.wrapping_sub(1);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        settings::Motion,
        steering::influences::{
            formation::PlacesOfInfluences, set::InfluenceSet, terms::InfluenceTerms,
            way::WaysOfInfluences, Influence, InfluenceKind,
        },
    };

    /// Targets a metre apart, each with a reach of 1.75 m.
    fn terms_along_x() -> InfluenceTerms {
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
        let (ways, places) = (WaysOfInfluences::default(), PlacesOfInfluences::default());
        terms.prepare(&set, &ways, &places, &Motion::default(), 0.1);
        terms
    }

    #[test]
    fn near_terms_are_those_that_reach_into_the_box() {
        let terms = terms_along_x();
        let x: Vec<f32> = (0..37).map(|index| 20.0 + index as f32 / 36.0).collect();
        let near = |x, y: &[f32], z| -> Vec<usize> {
            let bounds = Bounds::of(&[x, y, z]);
            let words = terms.bounds.words().iter();
            words.flat_map(|word| word.near(&bounds)).collect()
        };
        assert_eq!(near(&x, &[0.5; 37], &[-0.5; 37]), [19, 20, 21, 22]);
        assert_eq!(near(&x[..9], &[0.5; 9], &[-0.5; 9]), [19, 20, 21]);
        assert!(near(&x, &[2.0; 37], &[0.0; 37]).is_empty());
        // The corner of a ball's box is farther away than the ball.
        assert!(near(&[20.5], &[1.5], &[1.5]).is_empty());
    }

    #[test]
    fn near_groups_are_those_that_the_term_may_reach() {
        let terms = terms_along_x();
        let x: Vec<f32> = (0..101).map(|index| index as f32 * 0.5).collect();
        let groups = GroupBounds::of::<4>(&[&x, &[0.0; 101], &[0.0; 101]]);
        let near = |index: usize| -> Vec<usize> {
            let words = groups.words().iter();
            let reach = &terms.terms[index].reach;
            words.flat_map(|word| word.near(reach)).collect()
        };
        assert_eq!(near(0), [0]);
        // From 18.25 m to 21.75 m: boids 37 to 43.
        assert_eq!(near(20), [9, 10]);
        assert_eq!(near(51), [24, 25]);
        assert!(near(52).is_empty());
    }
}
