//! Culling: which obstacles can be near a group of boids.

use super::{
    bounds::Bounds,
    obstacle_in_step::ObstacleInStep,
    set::{ObstacleSet, MOST_OBSTACLES},
    sight::Sight,
};
use crate::math::{
    lanes::{load_all, vector_at},
    simd::{LaneWork, SimdWidth},
};

/// The obstacles that may be near a group of boids, in the order of the set.
pub(crate) struct NearObstacles<'a> {
    obstacles: &'a [ObstacleInStep],
    indices: [u8; MOST_OBSTACLES],
    count: usize,
}

impl<'a> NearObstacles<'a> {
    /// The obstacles whose `bounds` overlap a box.
    fn new(
        set: &'a ObstacleSet,
        around: &Bounds,
        bounds: impl Fn(&ObstacleInStep) -> Bounds,
    ) -> Self {
        const { assert!(MOST_OBSTACLES <= 1 << u8::BITS) };
        let mut near = Self {
            obstacles: set.in_step(),
            indices: [0; MOST_OBSTACLES],
            count: 0,
        };
        for (index, obstacle) in set.in_step().iter().enumerate() {
            if bounds(obstacle).overlaps(around) {
                near.indices[near.count] = index as u8;
                near.count += 1;
            }
        }
        near
    }

    /// The obstacles that a boid inside the box may touch in this step.
    pub(crate) fn in_the_way(set: &'a ObstacleSet, around: &Bounds) -> Self {
        Self::new(set, around, |obstacle| obstacle.bounds)
    }

    /// The obstacles that boids in a box may see: a boid with the speed and the time of `seen` may
    /// meet them.
    pub(crate) fn ahead(set: &'a ObstacleSet, around: &Bounds, seen: &Sight) -> Self {
        Self::new(set, around, |obstacle| obstacle.seen_bounds(seen))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a ObstacleInStep> + '_ {
        let indices = self.indices[..self.count].iter();
        indices.map(|index| &self.obstacles[usize::from(*index)])
    }
}

/// Marks the positions that lie in a box. Other positions keep their marks.
struct MarkWithin<'a> {
    bounds: Bounds,
    position: [&'a [f32]; 3],
    marks: &'a mut [bool],
}

impl LaneWork for MarkWithin<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let count = self.marks.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let position = load_all::<LANES, 3>(&self.position, start, len);
            let mut is_within = [false; LANES];
            for lane in 0..LANES {
                is_within[lane] = self.bounds.contains(vector_at(&position, lane));
            }
            for (mark, is_within) in self.marks[start..start + len].iter_mut().zip(is_within) {
                *mark |= is_within;
            }
        }
    }
}

impl NearObstacles<'_> {
    /// Marks each boid that one of these obstacles may approach to `reach` metres or less during
    /// the step.
    pub(crate) fn mark(
        &self,
        vectors: SimdWidth,
        position: [&[f32]; 3],
        reach: f32,
        marks: &mut [bool],
    ) {
        for obstacle in self.iter() {
            vectors.run(MarkWithin {
                bounds: obstacle.bounds.enlarged(reach),
                position,
                marks,
            });
        }
    }
}

impl ObstacleInStep {
    /// True if a boid inside a box may touch the obstacle in this step.
    pub(crate) fn may_meet(&self, around: &Bounds) -> bool {
        self.bounds.overlaps(around)
    }
}
