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
    set: &'a ObstacleSet,
    indices: [u8; MOST_OBSTACLES],
    count: usize,
    /// The box around the group.
    around: Bounds,
}

impl<'a> NearObstacles<'a> {
    /// The obstacles among `candidates` whose boxes overlap a box.
    fn among(
        candidates: impl Iterator<Item = usize>,
        set: &'a ObstacleSet,
        boxes: &[Bounds],
        around: &Bounds,
    ) -> Self {
        const { assert!(MOST_OBSTACLES <= 1 << u8::BITS) };
        let mut near = Self {
            set,
            indices: [0; MOST_OBSTACLES],
            count: 0,
            around: *around,
        };
        for index in candidates {
            if boxes[index].overlaps(around) {
                near.indices[near.count] = index as u8;
                near.count += 1;
            }
        }
        near
    }

    /// The obstacles that a boid inside the box may touch in this step.
    pub(crate) fn in_the_way(set: &'a ObstacleSet, around: &Bounds) -> Self {
        Self::among(0..set.boxes().len(), set, set.boxes(), around)
    }

    /// The obstacles that boids in a box may see.
    pub(crate) fn ahead(set: &'a ObstacleSet, seen: &SeenBoxes, around: &Bounds) -> Self {
        Self::among(0..seen.boxes().len(), set, seen.boxes(), around)
    }

    /// The obstacles that a boid inside another box may touch in this step, from those
    /// [`in_the_way`](Self::in_the_way) of a group.
    pub(crate) fn in_the_way_of(&self, around: &Bounds) -> Self {
        if self.around.covers(around) {
            Self::among(self.indices(), self.set, self.set.boxes(), around)
        } else {
            Self::in_the_way(self.set, around)
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a ObstacleInStep> + '_ {
        self.indices().map(|index| &self.set.in_step()[index])
    }

    /// The indices of the obstacles in the set.
    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        let indices = self.indices[..self.count].iter();
        indices.map(|index| usize::from(*index))
    }
}

/// The boxes outside of which no boid sees an obstacle, for each obstacle of a set in a step.
pub(crate) struct SeenBoxes {
    boxes: [Bounds; MOST_OBSTACLES],
    count: usize,
}

impl SeenBoxes {
    pub(crate) fn new(set: &ObstacleSet, sight: &Sight) -> Self {
        let obstacles = set.in_step();
        let mut seen = Self {
            boxes: [Bounds::EMPTY; MOST_OBSTACLES],
            count: obstacles.len(),
        };
        for (bounds, obstacle) in seen.boxes.iter_mut().zip(obstacles) {
            *bounds = obstacle.seen_bounds(sight);
        }
        seen
    }

    pub(crate) fn boxes(&self) -> &[Bounds] {
        &self.boxes[..self.count]
    }
}

/// Number of boxes whose positions are marked together: those of an ordinary block, in little
/// memory.
const BOXES: usize = 16;

/// Marks the positions that lie in one of some boxes. Other positions keep their marks.
struct MarkWithin<'a> {
    boxes: &'a [Bounds],
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
            for bounds in self.boxes {
                for lane in 0..LANES {
                    is_within[lane] |= bounds.contains(vector_at(&position, lane));
                }
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
        for indices in self.indices[..self.count].chunks(BOXES) {
            let mut boxes = [Bounds::EMPTY; BOXES];
            for (bounds, index) in boxes.iter_mut().zip(indices) {
                *bounds = self.set.boxes()[usize::from(*index)].enlarged(reach);
            }
            vectors.run(MarkWithin {
                boxes: &boxes[..indices.len()],
                position,
                marks,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, samples::vector, Vec3},
        obstacles::shape::{MovingObstacle, ObstacleShape},
    };
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases::config(64))]

        #[test]
        fn the_obstacles_in_the_way_of_a_group_contain_those_in_the_way_of_a_boid(
            places in prop::collection::vec(vector(4.0), 0..60),
            (low, size) in (vector(3.0), vector(2.0)),
            (from, to) in (vector(3.0), vector(3.0)),
        ) {
            let mut set = ObstacleSet::default();
            for place in places {
                let shape = ObstacleShape::Sphere { radius: 0.3 };
                let placement = Placement::at(place);
                set.add(MovingObstacle { shape, placement }).unwrap();
            }
            let block = Bounds::of_path(low, low + size.abs());
            let near = NearObstacles::in_the_way(&set, &block);
            // One path in the block, and one that may lead out of it.
            let inside = |point: Vec3| low + (point / 6.0).add_scalar(0.5).component_mul(&size.abs());
            for around in [
                Bounds::of_path(inside(from), inside(to)),
                Bounds::of_path(from, to),
            ] {
                let expected: Vec<_> = NearObstacles::in_the_way(&set, &around).indices().collect();
                let found: Vec<_> = near.in_the_way_of(&around).indices().collect();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
