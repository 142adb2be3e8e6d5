//! A bounding volume hierarchy of moving boxes, which finds the boxes that pass a position.
//!
//! Boxes move in straight lines. A node is a moving box too, and contains all of its boxes at each
//! time. So a long move does not enlarge a node, as it would enlarge a fixed box around the whole
//! move.

use super::bvh::Aabb;
use crate::math::Vec3;
use std::ops::Range;

/// A moving box: its sides move at constant speed from their positions before to their positions
/// after.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingBox {
    pub(super) before: Aabb,
    pub(super) after: Aabb,
}

impl MovingBox {
    fn joined(&self, other: &Self) -> Self {
        Self {
            before: self.before.joined(&other.before),
            after: self.after.joined(&other.after),
        }
    }

    /// True if a position is inside of the box at any time.
    pub(super) fn passes(&self, place: Vec3) -> bool {
        let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
        for axis in 0..3 {
            let at = place[axis];
            // Distance by which the position is outside of each of two sides, before and after the
            // move.
            for [before, after] in [
                [self.before.min[axis] - at, self.after.min[axis] - at],
                [at - self.before.max[axis], at - self.after.max[axis]],
            ] {
                match (before > 0.0, after > 0.0) {
                    (true, true) => return false,
                    (true, false) => enters = enters.max(before / (before - after)),
                    (false, true) => leaves = leaves.min(before / (before - after)),
                    (false, false) => {}
                }
            }
        }
        enters <= leaves
    }

    /// Coordinate of its centre: axes 0 to 2 before, 3 to 5 after the move.
    fn middle(&self, axis: usize) -> f32 {
        let at = if axis < 3 { &self.before } else { &self.after };
        at.min[axis % 3] * 0.5 + at.max[axis % 3] * 0.5
    }
}

/// Moving boxes, and the tree over them.
pub(super) struct MovingBoxes {
    /// The nodes in depth-first order, each before its two parts. The first node is the root.
    nodes: Vec<Node>,
    /// Indices of the boxes, ordered so that the boxes of a node follow each other.
    numbers: Vec<u32>,
}

struct Node {
    around: MovingBox,
    /// The range of the node's boxes in `numbers`; one box in a leaf.
    part: Range<u32>,
    /// Index of the second part; the first part follows the node directly.
    second: u32,
}

impl MovingBoxes {
    pub(super) fn new(boxes: &[MovingBox]) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(2 * boxes.len()),
            numbers: (0..boxes.len() as u32).collect(),
        };
        if !boxes.is_empty() {
            tree.split(boxes, 0..boxes.len());
        }
        tree
    }

    /// Adds the node of a range of `numbers`, and the nodes below it. Returns the index of the
    /// node.
    fn split(&mut self, boxes: &[MovingBox], part: Range<usize>) -> u32 {
        let numbers = &mut self.numbers[part.clone()];
        let of = |number: &u32| &boxes[*number as usize];
        let first = *of(&numbers[0]);
        let around = numbers.iter().fold(first, |all, it| all.joined(of(it)));
        let index = self.nodes.len();
        self.nodes.push(Node {
            around,
            part: part.start as u32..part.end as u32,
            second: 0,
        });
        if part.len() > 1 {
            let middles = |axis: usize| numbers.iter().map(move |it| of(it).middle(axis));
            let extent = |axis: usize| {
                let [low, high] = [f32::min, f32::max].map(|most| middles(axis).reduce(most));
                high.unwrap_or_default() - low.unwrap_or_default()
            };
            let extents = [0, 1, 2, 3, 4, 5].map(extent);
            let axis = (0..6).max_by(|a, b| extents[*a].total_cmp(&extents[*b]));
            let along = |number: &u32| of(number).middle(axis.unwrap_or_default());
            let half = part.len() / 2;
            numbers
                .select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)).then(a.cmp(b)));
            let middle = part.start + half;
            self.split(boxes, part.start..middle);
            self.nodes[index].second = self.split(boxes, middle..part.end);
        }
        index as u32
    }

    /// Calls `visit` with the index of each box that passes a position, in any order.
    ///
    /// The search ends when `visit` returns true or `most` nodes have been examined. Returns the
    /// number of examined nodes.
    pub(super) fn for_each_passing(
        &self,
        place: Vec3,
        most: usize,
        mut visit: impl FnMut(u32) -> bool,
    ) -> usize {
        let (mut looks, mut index) = (0, 0);
        // The second parts of the nodes that have been opened.
        let mut later = Vec::new();
        while let Some(node) = self.nodes.get(index).filter(|_| looks < most) {
            looks += 1;
            let passes = node.around.passes(place);
            if passes && node.part.len() > 1 {
                later.push(node.second as usize);
                index += 1;
                continue;
            }
            if passes && visit(self.numbers[node.part.start as usize]) {
                break;
            }
            let Some(next) = later.pop() else {
                break;
            };
            index = next;
        }
        looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::samples::vector_within;
    use proptest::prelude::*;

    fn moving_box() -> impl Strategy<Value = MovingBox> {
        let corner = || vector_within([5.0; 3]);
        let aabb = || (corner(), corner()).prop_map(|(a, b)| Aabb::around(&[a, a + (b - a) * 0.2]));
        (aabb(), aabb()).prop_map(|(before, after)| MovingBox { before, after })
    }

    proptest! {
        #![proptest_config(crate::cases::config(200))]

        #[test]
        fn the_boxes_that_pass_a_place_are_found_once(
            boxes in prop::collection::vec(moving_box(), 0..60),
            place in vector_within([5.0; 3]),
        ) {
            let mut found = Vec::new();
            MovingBoxes::new(&boxes).for_each_passing(place, usize::MAX, |number| {
                found.push(number as usize);
                false
            });
            found.sort_unstable();
            let all = (0..boxes.len()).filter(|number| boxes[*number].passes(place));
            prop_assert_eq!(found, all.collect::<Vec<_>>());
        }

        /// Compares with the box at many times.
        #[test]
        fn a_box_passes_what_is_inside_of_it_at_some_moment(
            moving in moving_box(),
            place in vector_within([5.0; 3]),
        ) {
            let between = |from: Vec3, to: Vec3, share: f32| from + (to - from) * share;
            let is_inside = |by: f32| (0..=4000).any(|moment| {
                let share = moment as f32 / 4000.0;
                let min = between(moving.before.min, moving.after.min, share).add_scalar(-by);
                let max = between(moving.before.max, moving.after.max, share).add_scalar(by);
                (0..3).all(|axis| (min[axis]..=max[axis]).contains(&place[axis]))
            });
            if is_inside(-0.01) {
                prop_assert!(moving.passes(place));
            }
            if !is_inside(0.01) {
                prop_assert!(!moving.passes(place));
            }
        }
    }

    #[test]
    fn the_nodes_that_are_looked_at_are_bounded() {
        let around = Aabb::around(&[Vec3::zeros(), Vec3::repeat(1.0)]);
        let same = MovingBox {
            before: around,
            after: around,
        };
        let tree = MovingBoxes::new(&[same; 1000]);
        let mut visits = 0;
        let mut visit = |_| {
            visits += 1;
            false
        };
        assert_eq!(
            tree.for_each_passing(Vec3::repeat(0.5), 100, &mut visit),
            100
        );
        assert!(visits < 100);
        assert_eq!(tree.for_each_passing(Vec3::repeat(2.0), 100, |_| true), 1);
    }
}
