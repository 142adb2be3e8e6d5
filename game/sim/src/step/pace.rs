//! How often boids steer: the level of detail of the simulation.
//!
//! Boids of a region steer in the same steps, so that the neighbour loop still finds whole groups of them.
//! What a boid does depends on its level, its place and the number of the step, and never on the others
//! that a block holds.

use super::level::{is_asleep, LevelChoice, ASLEEP};
use crate::state::{boids::Boids, threads::BLOCK};

/// Edges of a region, as multiples of the reach of the rules, and for flocks without rules in metres.
/// Longest along X, where boids of a region follow each other in the order of the grid.
const REGION: [f32; 3] = [32.0, 8.0, 8.0];

/// Steps by which the regions beside one, along each axis, are ahead of it: so that in any 2, 4 or 8 steps
/// in a row about equally many steer in each.
pub(crate) const AHEAD: [i32; 3] = [1, 3, 5];

/// Largest number of a region along an axis.
pub(crate) const LARGEST: f32 = 1e9;

/// What a boid does in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It steers for so many steps at once.
    Steer(u8),
    /// It keeps its velocity, but for what frightens it.
    Coast,
    Sleep,
}

impl Pace {
    pub(crate) fn steers(self) -> bool {
        matches!(self, Self::Steer(_))
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
    pub(crate) fn find(&self, boids: &Boids, first: usize, paces: &mut [Pace]) {
        let mut turns = [self.step; BLOCK];
        let turns = &mut turns[..paces.len()];
        // Axis by axis, so that the compiler makes vectors of it.
        for axis in 0..3 {
            let (per_metre, ahead) = (self.regions_per_metre[axis], AHEAD[axis]);
            for (turn, coordinate) in turns.iter_mut().zip(&boids.position[axis][first..]) {
                let region = floor(coordinate * per_metre).wrapping_mul(ahead);
                *turn = turn.wrapping_add(region.cast_unsigned());
            }
        }
        for (offset, (pace, turn)) in paces.iter_mut().zip(turns).enumerate() {
            *pace = match self.level(boids, first + offset) {
                0 => Pace::Steer(1),
                ASLEEP.. => Pace::Sleep,
                level => {
                    let steps = 1 << level;
                    match *turn & (steps - 1) {
                        0 => Pace::Steer(steps as u8),
                        _ => Pace::Coast,
                    }
                }
            };
        }
    }
}

/// The largest integer that is not above a number. `f32::floor` is a call on processors without an
/// instruction for it.
#[inline(always)]
fn floor(number: f32) -> i32 {
    // Vectors have no instruction for a cast that saturates; no place is so far away.
    let bounded = number.clamp(-LARGEST, LARGEST);
    let towards_zero = bounded as i32;
    towards_zero - i32::from((towards_zero as f32) > bounded)
}
