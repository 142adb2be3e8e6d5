//! Levels of detail of boids, by their distance from the viewers.

use crate::{math::Vec3, settings::Detail, state::viewer::Viewer};

/// A step updates the levels of one slot in this many.
pub(crate) const LEVEL_STEPS: u32 = 8;

/// Level of sleeping boids. Boids of the levels 0 to 3 steer every 1st, 2nd, 4th and 8th step.
pub(crate) const ASLEEP: u8 = 4;

/// Hysteresis: shares of a distance between which a boid keeps its level.
const KEPT: [f32; 2] = [0.9, 1.1];

/// Angle in degrees by which the cone of a viewer is widened for sleeping boids, so that they are
/// awake when the viewer turns to them.
const MARGIN: f32 = 20.0;

/// Parameters by which the level of a boid is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelChoice<'a> {
    /// Squared distances beyond which boids have the next level: first for boids that had that
    /// level or a higher one before, then for all others.
    pub(crate) limits: [[f32; 3]; 2],
    pub(crate) sleeps: bool,
    pub(crate) viewers: &'a [Viewer],
}

impl<'a> LevelChoice<'a> {
    /// The distances of the settings are divided by `coarseness`.
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

    /// The level of a boid at `place` whose level was `before`.
    #[inline]
    pub(crate) fn level(&self, place: Vec3, before: u8) -> u8 {
        if self.viewers.is_empty() {
            return 0;
        }
        let mut distance = f32::INFINITY;
        for viewer in self.viewers {
            distance = distance.min((viewer.point - place).norm_squared());
        }
        // A branchless loop, since the branches would be unpredictable. Levels stay in order even
        // if the distances of the settings are not.
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

/// Cosine of half the cone in which a viewer keeps boids awake; `None` if the viewer sees in all
/// directions.
pub(crate) fn edge(viewer: &Viewer) -> Option<f32> {
    let half = (0.5 * (viewer.field_of_view + MARGIN)).to_radians();
    (half < std::f32::consts::PI).then(|| libm::cosf(half))
}

/// True for the level of sleeping boids.
pub(crate) fn is_asleep(level: u8) -> bool {
    level >= ASLEEP
}

/// True for a valid level.
pub(crate) fn is_level(level: u8) -> bool {
    level <= ASLEEP
}
