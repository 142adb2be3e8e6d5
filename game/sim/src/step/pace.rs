//! How often boids steer: the level of detail of the simulation.
//!
//! Boids of a region steer in the same steps, so that the neighbour loop still finds whole groups of them.
//! What a boid does depends on its level, its place and the number of the step, and never on the others
//! that a block holds.

use crate::{
    math::Vec3,
    settings::Detail,
    state::{boids::Boids, threads::BLOCK, viewer::Viewer},
};

/// The number of a step that decides on the levels of some boids: those of every eighth slot.
pub(crate) const LEVEL_STEPS: u32 = 8;

/// Level of boids that sleep. Those of the levels below steer every 1st, 2nd, 4th and 8th step.
const ASLEEP: u8 = 4;

/// Shares of a distance between which a boid keeps its level.
const KEPT: [f32; 2] = [0.9, 1.1];

/// Angle in degrees by which the cone of a viewer is wider for boids that sleep, so that they are awake
/// when it turns to them.
const MARGIN: f32 = 20.0;

/// Edges of a region, as multiples of the reach of the rules, and for flocks without rules in metres.
/// Longest along X, where boids of a region follow each other in the order of the grid.
const REGION: [f32; 3] = [32.0, 8.0, 8.0];

/// Steps by which the regions beside one, along each axis, are ahead of it: so that in any 2, 4 or 8 steps
/// in a row about equally many steer in each.
const AHEAD: [i32; 3] = [1, 3, 5];

/// Largest number of a region along an axis.
const LARGEST: f32 = 1e9;

/// What a boid does in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It steers for so many steps at once.
    Steer(u8),
    /// It keeps its velocity, but for what frightens it.
    Coast,
    Sleep,
}

/// The paces of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paces<'a> {
    /// By slot.
    levels: &'a [u8],
    /// False if no boid sleeps.
    some_sleep: bool,
    regions_per_metre: [f32; 3],
    step: u32,
}

impl<'a> Paces<'a> {
    /// `reach` is that of the rules.
    pub(crate) fn new(levels: &'a [u8], reach: Option<f32>, step: u32) -> Self {
        Self {
            levels,
            some_sleep: levels.contains(&ASLEEP),
            regions_per_metre: REGION.map(|edge| 1.0 / (edge * reach.unwrap_or(1.0))),
            step,
        }
    }

    fn level(&self, boids: &Boids, index: usize) -> u8 {
        let slot = boids.slot[index] as usize;
        self.levels.get(slot).copied().unwrap_or(0)
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

/// The level of a boid at a place that had a level before.
pub(crate) fn level(
    place: Vec3,
    before: u8,
    detail: &Detail,
    scale: f32,
    viewers: &[Viewer],
) -> u8 {
    let distances = viewers.iter().map(|it| (it.point - place).norm_squared());
    let distance = distances.fold(f32::INFINITY, f32::min);
    if viewers.is_empty() {
        return 0;
    }
    let limits = [detail.second, detail.fourth, detail.eighth];
    let mut level = 0;
    for (index, limit) in (0..).zip(limits) {
        let kept = KEPT[usize::from(before <= index)];
        let limit = kept * scale * limit;
        // In ascending order, whatever the settings are.
        if distance < limit * limit {
            break;
        }
        level = index + 1;
    }
    let sleeps = detail.sleep && level == ASLEEP - 1;
    match sleeps && !viewers.iter().any(|viewer| sees(viewer, place)) {
        true => ASLEEP,
        false => level,
    }
}

fn sees(viewer: &Viewer, place: Vec3) -> bool {
    let half = (0.5 * (viewer.field_of_view + MARGIN)).to_radians();
    if half >= std::f32::consts::PI {
        return true;
    }
    let way = place - viewer.point;
    way.dot(&viewer.direction) >= libm::cosf(half) * way.norm()
}

/// True for boids that sleep.
pub(crate) fn is_asleep(level: u8) -> bool {
    level >= ASLEEP
}

/// True for a level that boids can have.
pub(crate) fn is_level(level: u8) -> bool {
    level <= ASLEEP
}
