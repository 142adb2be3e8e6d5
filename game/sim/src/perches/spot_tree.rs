//! A bounding volume hierarchy of spots, which finds the free spots near a position.
//!
//! Each node is split at the median of its spots along its longest axis, so the tree is balanced
//! for any positions. Every node counts its free spots, so a search skips nodes without free spots.

use crate::math::{gap_squared, Vec3};
use std::ops::Range;

/// Largest number of spots in a leaf.
const LEAF: usize = 8;

/// A set of spots, each free or not free.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpotTree {
    /// The nodes in depth-first order, each before its two parts. The first node is the root.
    nodes: Vec<Node>,
    /// Indices of the spots, ordered so that the spots of a node follow each other.
    numbers: Vec<u32>,
    positions: Vec<Vec3>,
    is_free: Vec<bool>,
    /// Index of the leaf of each spot.
    leaves: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Node {
    low: Vec3,
    high: Vec3,
    /// The range of the node's spots in `numbers`.
    spots: Range<u32>,
    free: u32,
    parent: u32,
    /// Index of the second part; the first part follows the node directly. 0 for a leaf.
    second_part: u32,
}

impl SpotTree {
    /// A tree of spots at these positions. All spots are free.
    pub(crate) fn new(positions: impl Iterator<Item = Vec3>) -> Self {
        let positions: Vec<_> = positions.collect();
        let count = positions.len();
        let mut tree = Self {
            nodes: Vec::with_capacity(4 * count / LEAF + 1),
            numbers: (0..count as u32).collect(),
            positions,
            is_free: vec![true; count],
            leaves: vec![0; count],
        };
        if count > 0 {
            tree.split(0..count, 0);
        }
        tree
    }

    /// Adds the node of a range of `numbers`, and the nodes below it. Returns the index of the
    /// node.
    fn split(&mut self, spots: Range<usize>, parent: u32) -> u32 {
        let positions = &self.positions;
        let numbers = &mut self.numbers[spots.clone()];
        let places = numbers.iter().map(|number| positions[*number as usize]);
        let low = places
            .clone()
            .fold(Vec3::repeat(f32::MAX), |a, b| a.inf(&b));
        let high = places.fold(Vec3::repeat(f32::MIN), |a, b| a.sup(&b));
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            low,
            high,
            spots: spots.start as u32..spots.end as u32,
            free: spots.len() as u32,
            parent,
            second_part: 0,
        });
        if spots.len() <= LEAF {
            // Within a leaf the order depends on the indices alone.
            numbers.sort_unstable();
            for number in numbers {
                self.leaves[*number as usize] = index;
            }
            return index;
        }
        let axis = (high - low).imax();
        let half = spots.len() / 2;
        numbers.select_nth_unstable_by(half, |a, b| {
            let along = |number: &u32| positions[*number as usize][axis];
            along(a).total_cmp(&along(b)).then(a.cmp(b))
        });
        let middle = spots.start + half;
        self.split(spots.start..middle, index);
        let second = self.split(middle..spots.end, index);
        self.nodes[index as usize].second_part = second;
        index
    }

    /// Number of free spots.
    pub(crate) fn free(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.free as usize)
    }

    /// Takes a spot: it is no longer free.
    pub(crate) fn take(&mut self, number: usize) {
        self.set_free(number, false);
    }

    /// Sets whether a spot is free. A change takes time in proportion to the logarithm of the
    /// number of spots.
    pub(crate) fn set_free(&mut self, number: usize, is_free: bool) {
        if self.is_free[number] == is_free {
            return;
        }
        self.is_free[number] = is_free;
        let mut index = self.leaves[number] as usize;
        loop {
            let node = &mut self.nodes[index];
            if is_free {
                node.free += 1;
            } else {
                node.free -= 1;
            }
            if index == 0 {
                return;
            }
            index = node.parent as usize;
        }
    }

    /// Visits the free spots near a position, roughly from near to far.
    ///
    /// Calls `visit` with the index and the squared distance of each free spot whose squared
    /// distance is below `limit`. `visit` returns the limit from there on, or `None` to end the
    /// search.
    pub(crate) fn visit_near(
        &self,
        place: Vec3,
        limit: f32,
        mut visit: impl FnMut(u32, f32) -> Option<f32>,
    ) {
        if !self.nodes.is_empty() {
            self.descend(0, place, limit, &mut visit);
        }
    }

    /// Visits the free spots of a node. Returns the limit after that; `None` if the search has
    /// ended.
    fn descend(
        &self,
        index: usize,
        place: Vec3,
        mut limit: f32,
        visit: &mut impl FnMut(u32, f32) -> Option<f32>,
    ) -> Option<f32> {
        let node = &self.nodes[index];
        if node.second_part == 0 {
            for number in &self.numbers[node.spots.start as usize..node.spots.end as usize] {
                let distance = (self.positions[*number as usize] - place).norm_squared();
                if self.is_free[*number as usize] && distance < limit {
                    limit = visit(*number, distance)?;
                }
            }
            return Some(limit);
        }
        let parts = [index + 1, node.second_part as usize];
        let gap = |node: &Node| gap_squared(&node.low, &node.high, &place);
        let mut by_gap = parts.map(|part| (gap(&self.nodes[part]), part));
        if by_gap[1].0 < by_gap[0].0 {
            by_gap.swap(0, 1);
        }
        for (gap, part) in by_gap {
            if self.nodes[part].free > 0 && gap < limit {
                limit = self.descend(part, place, limit, visit)?;
            }
        }
        Some(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::samples::vector_within;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = Vec3> {
        vector_within([9.0, 1.0, 9.0])
    }

    proptest! {
        #![proptest_config(crate::cases::config(200))]

        #[test]
        fn all_free_spots_within_the_limit_are_visited_once(
            spots in prop::collection::vec((place(), any::<bool>()), 0..200),
            from in place(),
            limit in 0.0..300.0_f32,
        ) {
            let mut tree = SpotTree::new(spots.iter().map(|(place, _)| *place));
            for _ in 0..2 {
                for (number, (_, is_free)) in spots.iter().enumerate() {
                    tree.set_free(number, *is_free);
                }
            }
            let mut visited = Vec::new();
            tree.visit_near(from, limit, |number, distance| {
                visited.push((number, distance));
                Some(limit)
            });
            visited.sort_unstable_by_key(|it| it.0);
            let all = spots.iter().enumerate().filter(|(_, (_, is_free))| *is_free);
            prop_assert_eq!(tree.free(), all.clone().count());
            let all = all.map(|(number, (at, _))| (number as u32, (at - from).norm_squared()));
            let near: Vec<_> = all.filter(|(_, distance)| *distance < limit).collect();
            prop_assert_eq!(visited, near);
        }
    }

    #[test]
    fn the_nearest_of_many_spots_is_found_after_a_few() {
        let row = |number: u32| Vec3::new((number % 256) as f32, 0.0, (number / 256) as f32);
        let mut tree = SpotTree::new((0..65_536).map(row));
        let from = Vec3::new(100.3, 2.0, 80.4);
        let nearest = |tree: &SpotTree| {
            let (mut found, mut visits) = ((f32::INFINITY, 0), 0);
            tree.visit_near(from, f32::INFINITY, |number, distance| {
                found = if distance < found.0 {
                    (distance, number)
                } else {
                    found
                };
                visits += 1;
                Some(found.0)
            });
            assert!(visits < 50, "{visits}");
            row(found.1)
        };
        assert_eq!(nearest(&tree), Vec3::new(100.0, 0.0, 80.0));
        (0..65_536)
            .filter(|number| number % 256 < 250)
            .for_each(|number| {
                tree.take(number as usize);
            });
        assert_eq!(nearest(&tree), Vec3::new(250.0, 0.0, 80.0));
        assert_eq!(tree.free(), 6 * 256);
    }

    #[test]
    fn a_tree_of_nothing_or_of_one_place_is_searched() {
        SpotTree::default().visit_near(Vec3::zeros(), 1.0, |_, _| unreachable!());
        let tree = SpotTree::new([Vec3::x(); 100].into_iter());
        let mut visits = 0;
        tree.visit_near(Vec3::zeros(), 2.0, |number, distance| {
            assert_eq!((number, distance), (visits, 1.0));
            visits += 1;
            (visits < 20).then_some(2.0)
        });
        assert_eq!(visits, 20);
    }
}
