//! Paces: how many steps a boid steers for at once. This is the level of detail of the simulation.
//!
//! Boids of one region steer in the same steps, so that the neighbour loop still finds full groups
//! of them. The pace of a boid depends only on its level, its position and the number of the step,
//! not on the other boids of its block.

use super::level::{is_asleep, LevelChoice, ASLEEP};
use crate::{
    math::simd::{LaneWork, SimdWidth},
    state::{boids::Boids, threads::BLOCK},
};

/// Edges of a region, as multiples of the reach of the rules; in metres for flocks without rules.
/// The region is longest along X, where boids of a region are consecutive in the order of the grid.
const REGION: [f32; 3] = [32.0, 8.0, 8.0];

/// Number of steps by which the next region along each axis is ahead. With these numbers, about
/// equally many regions steer in each of any 2, 4 or 8 consecutive steps.
pub(crate) const AHEAD: [i32; 3] = [1, 3, 5];

/// Largest index of a region along an axis.
pub(crate) const LARGEST: f32 = 4e6;

/// The pace of a boid in a step: the number of steps that it steers for at once, or
/// [`COAST`](Self::COAST) or [`SLEEP`](Self::SLEEP).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace(pub(crate) u8);

impl Pace {
    pub(crate) const ALWAYS: Self = Self(1);
    /// The boid does not steer and keeps its velocity, unless something frightens it.
    pub(crate) const COAST: Self = Self(0);
    /// The boid sleeps. This value differs from the number of steps of every level.
    pub(crate) const SLEEP: Self = Self(u8::MAX);

    pub(crate) fn steers(self) -> bool {
        self != Self::COAST && self != Self::SLEEP
    }

    /// The pace of a boid with this level. It steers if `turn` is a multiple of the level's number
    /// of steps.
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
    /// Levels by slot. A GPU has its own levels and ignores these.
    pub(crate) by_slot: &'a [u8],
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "the CPU chooses before the step")
    )]
    pub(crate) choice: LevelChoice<'a>,
}

/// Computes the paces of boids in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paces<'a> {
    pub(crate) levels: Levels<'a>,
    /// False if no boid sleeps.
    some_sleep: bool,
    pub(crate) regions_per_metre: [f32; 3],
    pub(crate) step: u32,
}

impl<'a> Paces<'a> {
    /// `reach` is the reach of the rules, in metres.
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

    /// Number of consecutive boids from `first` on, at most `most`, that all sleep or are all
    /// awake, and true if they sleep.
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

    /// Computes the paces of the boids from `first` on.
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

/// Computes paces in loops that the compiler vectorises.
struct FindPaces<'a> {
    regions_per_metre: [f32; 3],
    position: [&'a [f32]; 3],
    /// First the number of the step; then the lead of each boid's region is added.
    turns: &'a mut [u32],
    /// First the levels; replaced by the paces.
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

/// The largest integer that is not above a number. `f32::floor` is a function call on processors
/// without an instruction for it, and a saturating cast has no vector instruction.
#[inline(always)]
fn floor(number: f32) -> i32 {
    /// 1.5 · 2²³: all numbers of this magnitude are integers, so their last bits count up by 1.
    const INTEGERS: f32 = 12_582_912.0;
    // Comparisons that compile to one instruction each, unlike `clamp`. No boid is so far away.
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
