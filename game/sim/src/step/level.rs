//! Levels of detail: how far boids are from those who see them.

use crate::{math::Vec3, settings::Detail, state::viewer::Viewer};

/// The number of a step that decides on the levels of some boids: those of every eighth slot.
pub(crate) const LEVEL_STEPS: u32 = 8;

/// Level of boids that sleep. Those of the levels below steer every 1st, 2nd, 4th and 8th step.
pub(crate) const ASLEEP: u8 = 4;

/// Shares of a distance between which a boid keeps its level.
const KEPT: [f32; 2] = [0.9, 1.1];

/// Angle in degrees by which the cone of a viewer is wider for boids that sleep, so that they are awake
/// when it turns to them.
const MARGIN: f32 = 20.0;

/// What decides on the level of a boid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelChoice<'a> {
    /// Squares of the distances beyond which boids have the next level: for those that had it or a
    /// higher one before, and for the others.
    pub(crate) limits: [[f32; 3]; 2],
    pub(crate) sleeps: bool,
    pub(crate) viewers: &'a [Viewer],
}

impl<'a> LevelChoice<'a> {
    /// The distances are divided by the coarseness.
    pub(crate) fn new(detail: &Detail, coarseness: f32, viewers: &'a [Viewer]) -> Self {
        let scale = 1.0 / coarseness;
        Self {
            limits: KEPT.map(|kept| {
                [detail.second, detail.fourth, detail.eighth].map(|limit| {
                    let limit = kept * scale * limit;
                    limit * limit
                })
            }),
            sleeps: detail.sleep,
            viewers,
        }
    }

    /// The level of a boid at a place that had a level before.
    #[inline]
    pub(crate) fn level(&self, place: Vec3, before: u8) -> u8 {
        if self.viewers.is_empty() {
            return 0;
        }
        let mut distance = f32::INFINITY;
        for viewer in self.viewers {
            distance = distance.min((viewer.point - place).norm_squared());
        }
        // Without branches, which could not be foretold. In ascending order, whatever the settings are.
        let (mut level, mut is_beyond) = (0, true);
        for index in 0..3u8 {
            let limits = &self.limits[usize::from(before <= index)];
            is_beyond &= distance >= limits[usize::from(index)];
            level += u8::from(is_beyond);
        }
        let sleeps = self.sleeps && level == ASLEEP - 1;
        if sleeps && !self.viewers.iter().any(|viewer| sees(viewer, place)) {
            ASLEEP
        } else {
            level
        }
    }
}

fn sees(viewer: &Viewer, place: Vec3) -> bool {
    let way = place - viewer.point;
    edge(viewer).is_none_or(|edge| way.dot(&viewer.direction) >= edge * way.norm())
}

/// Cosine of half the angle of the cone in which a viewer keeps boids awake; none if it is all around.
pub(crate) fn edge(viewer: &Viewer) -> Option<f32> {
    let half = (0.5 * (viewer.field_of_view + MARGIN)).to_radians();
    (half < std::f32::consts::PI).then(|| libm::cosf(half))
}

/// True for boids that sleep.
pub(crate) fn is_asleep(level: u8) -> bool {
    level >= ASLEEP
}

/// True for a level that boids can have.
pub(crate) fn is_level(level: u8) -> bool {
    level <= ASLEEP
}
