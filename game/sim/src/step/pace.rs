//! How often boids steer: the level of detail of the simulation.
//!
//! Boids of a region steer in the same steps, so that the neighbour loop still finds whole groups of them.
//! What a boid does depends on its level, its place and the number of the step, and never on the others
//! that a block holds.

use super::level::{is_asleep, LevelChoice, ASLEEP};
use crate::{
    math::simd::{LaneWork, SimdWidth},
    state::{boids::Boids, threads::BLOCK},
};

/// Edges of a region, as multiples of the reach of the rules, and for flocks without rules in metres.
/// Longest along X, where boids of a region follow each other in the order of the grid.
const REGION: [f32; 3] = [32.0, 8.0, 8.0];

/// Steps by which the regions beside one, along each axis, are ahead of it: so that in any 2, 4 or 8 steps
/// in a row about equally many steer in each.
pub(crate) const AHEAD: [i32; 3] = [1, 3, 5];

/// Largest number of a region along an axis.
pub(crate) const LARGEST: f32 = 4e6;

/// What a boid does in a step: the number of steps for which it steers at once, or one of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace(pub(crate) u8);

impl Pace {
    pub(crate) const ALWAYS: Self = Self(1);
    /// The boid keeps its velocity, but for what frightens it.
    pub(crate) const COAST: Self = Self(0);
    /// As many steps as no level has.
    pub(crate) const SLEEP: Self = Self(u8::MAX);

    pub(crate) fn steers(self) -> bool {
        self != Self::COAST && self != Self::SLEEP
    }

    /// That of a level. In each step whose number is a multiple of its number of steps the boid steers.
    #[inline(always)]
    fn in_turn(level: u8, turn: u32) -> Self {
        let steps = 1 << (level & 7);
        let is_in_turn = turn & (steps - 1) == 0;
        let pace = if is_in_turn {
            steps as u8
        } else {
            Self::COAST.0
        };
        Self(if is_asleep(level) {
            Self::SLEEP.0
        } else {
            pace
        })
    }
}

/// The levels of detail in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels<'a> {
    /// Of no matter on a GPU, which has its own.
    pub(crate) by_slot: &'a [u8],
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "the CPU chooses before the step")
    )]
    pub(crate) choice: LevelChoice<'a>,
}

/// The paces of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paces<'a> {
    pub(crate) levels: Levels<'a>,
    /// False if no boid sleeps.
    some_sleep: bool,
    pub(crate) regions_per_metre: [f32; 3],
    pub(crate) step: u32,
}

impl<'a> Paces<'a> {
    /// `reach` is that of the rules.
    pub(crate) fn new(levels: Levels<'a>, reach: Option<f32>, step: u32) -> Self {
        Self {
            levels,
            some_sleep: levels.by_slot.contains(&ASLEEP),
            regions_per_metre: REGION.map(|edge| 1.0 / (edge * reach.unwrap_or(1.0))),
            step,
        }
    }

    fn level(&self, boids: &Boids, index: usize) -> u8 {
        let slot = boids.slot[index] as usize;
        self.levels.by_slot.get(slot).copied().unwrap_or(0)
    }

    /// Whether the boid with an index sleeps, and how many from there on do as it does, at most so many.
    pub(crate) fn alike_in_sleep(&self, boids: &Boids, first: usize, most: usize) -> (usize, bool) {
        if !self.some_sleep {
            return (most, false);
        }
        let sleeps = |index: usize| is_asleep(self.level(boids, index));
        let does_first = sleeps(first);
        let others = first + 1..first + most;
        let same = others.take_while(|index| sleeps(*index) == does_first);
        (1 + same.count(), does_first)
    }

    /// Finds the paces of the boids from `first` on.
    pub(crate) fn find(&self, boids: &Boids, first: usize, vectors: SimdWidth, paces: &mut [Pace]) {
        let mut turns = [self.step; BLOCK];
        let slots = &boids.slot[first..];
        for (pace, slot) in paces.iter_mut().zip(slots) {
            let level = self.levels.by_slot.get(*slot as usize);
            *pace = Pace(*level.unwrap_or(&0));
        }
        vectors.run(FindPaces {
            regions_per_metre: self.regions_per_metre,
            position: boids.position.each_ref().map(|values| &values[first..]),
            turns: &mut turns[..paces.len()],
            paces,
        });
    }
}

/// Finds paces, in loops of which the compiler makes vectors.
struct FindPaces<'a> {
    regions_per_metre: [f32; 3],
    position: [&'a [f32]; 3],
    /// The number of the step; then by how many steps the region of each boid is ahead of that too.
    turns: &'a mut [u32],
    /// The levels; then the paces.
    paces: &'a mut [Pace],
}

impl LaneWork for FindPaces<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        for axis in 0..3 {
            let (per_metre, ahead) = (self.regions_per_metre[axis], AHEAD[axis]);
            for (turn, coordinate) in self.turns.iter_mut().zip(self.position[axis]) {
                let region = floor(coordinate * per_metre).wrapping_mul(ahead);
                *turn = turn.wrapping_add(region.cast_unsigned());
            }
        }
        for (pace, turn) in self.paces.iter_mut().zip(self.turns) {
            *pace = Pace::in_turn(pace.0, *turn);
        }
    }
}

/// The largest integer that is not above a number. `f32::floor` is a call on processors without an
/// instruction for it, and a cast that saturates is no instruction of vectors.
#[inline(always)]
fn floor(number: f32) -> i32 {
    /// 1.5 · 2²³: numbers of this size are integers, which follow each other in their last bits.
    const INTEGERS: f32 = 12_582_912.0;
    // Comparisons of which each is one instruction; `clamp` is several. No place is so far away.
    let bounded = if number < LARGEST { number } else { LARGEST };
    let bounded = if bounded > -LARGEST {
        bounded
    } else {
        -LARGEST
    };
    let moved = bounded + INTEGERS;
    let nearest = moved - INTEGERS;
    let integer = (moved.to_bits().wrapping_sub(INTEGERS.to_bits())).cast_signed();
    integer - i32::from(nearest > bounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_those_of_the_language() {
        let numbers = (-4_000_000..=4_000_000).map(|it| it as f32 * 0.999_7);
        let near_zero = (-4000..=4000).map(|it| it as f32 * 1e-3);
        for number in numbers.chain(near_zero).chain([0.0, -0.0, 1e-30, -1e-30]) {
            assert_eq!(floor(number), number.floor() as i32, "{number}");
        }
        assert_eq!(floor(f32::INFINITY), LARGEST as i32);
        assert_eq!(floor(f32::NEG_INFINITY), -LARGEST as i32);
    }
}
