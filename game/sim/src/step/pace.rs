//! How often boids steer: the level of detail of the simulation.
//!
//! Boids of a region steer in the same steps, so that the neighbour loop still finds whole groups of them.
//! What a boid does depends on its level, its place and the number of the step, and never on the others
//! that a block holds.

use super::level::{is_asleep, LevelChoice};
use crate::{
    math::{random::hash_of, Vec3},
    state::boids::Boids,
};

/// Edge of a region, as a multiple of the reach of the rules, and for flocks without rules in metres.
const REGION: f32 = 8.0;

/// What a boid does in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It steers for so many steps at once.
    Steer(u8),
    /// It keeps its velocity, but for what frightens it.
    Coast,
    Sleep,
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
    pub(crate) regions_per_metre: f32,
    pub(crate) step: u32,
}

impl<'a> Paces<'a> {
    /// `reach` is that of the rules.
    pub(crate) fn new(levels: Levels<'a>, reach: Option<f32>, step: u32) -> Self {
        Self {
            levels,
            regions_per_metre: 1.0 / (REGION * reach.unwrap_or(1.0)),
            step,
        }
    }

    fn of(&self, boids: &Boids, index: usize) -> Pace {
        let slot = boids.slot[index] as usize;
        let level = self.levels.by_slot.get(slot).copied().unwrap_or(0);
        if is_asleep(level) {
            return Pace::Sleep;
        }
        let steps = 1 << level;
        match (self.step.wrapping_add(self.phase(boids.position(index)))) % steps {
            0 => Pace::Steer(steps as u8),
            _ => Pace::Coast,
        }
    }

    fn phase(&self, place: Vec3) -> u32 {
        // The cast saturates.
        let [x, y, z] = [0, 1, 2].map(|axis| (place[axis] * self.regions_per_metre).floor() as i32);
        let hash = hash_of(x.cast_unsigned());
        hash_of(hash_of(hash ^ y.cast_unsigned()) ^ z.cast_unsigned())
    }

    /// The pace of the boid with an index, and how many from there on have it, at most so many.
    pub(crate) fn run(&self, boids: &Boids, first: usize, most: usize) -> (usize, Pace) {
        let pace = self.of(boids, first);
        let others = first + 1..first + most;
        let same = others.take_while(|index| self.of(boids, *index) == pace);
        (1 + same.count(), pace)
    }
}
