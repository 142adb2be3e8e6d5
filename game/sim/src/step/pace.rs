//! How often boids steer: the level of detail of the simulation.
//!
//! Boids of a region steer in the same steps, so that the neighbour loop still finds whole groups of them.
//! What a boid does depends on its level, its place and the number of the step, and never on the others
//! that a block holds.

use crate::{
    math::{random::hash_of, Vec3},
    settings::Detail,
    state::{boids::Boids, viewer::Viewer},
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

/// The paces of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paces<'a> {
    /// By slot.
    levels: &'a [u8],
    regions_per_metre: f32,
    step: u32,
}

impl<'a> Paces<'a> {
    /// `reach` is that of the rules.
    pub(crate) fn new(levels: &'a [u8], reach: Option<f32>, step: u32) -> Self {
        Self {
            levels,
            regions_per_metre: 1.0 / (REGION * reach.unwrap_or(1.0)),
            step,
        }
    }

    fn of(&self, boids: &Boids, index: usize) -> Pace {
        let slot = boids.slot[index] as usize;
        let level = self.levels.get(slot).copied().unwrap_or(0);
        if level >= ASLEEP {
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
