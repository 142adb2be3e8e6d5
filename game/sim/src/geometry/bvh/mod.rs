//! The broad phase: a bounding volume hierarchy that tells which triangles come into question.
//!
//! Nodes lie in the order in which a depth-first walk meets them, and each knows how many lie below it. A query walks
//! through the array and jumps over what its box does not touch: it needs no stack, so no tree is too deep for it.

mod aabb;
mod build;

pub(super) use aabb::Aabb;

use crate::Vec3;
use std::ops::{ControlFlow, Range};

/// A bounding volume hierarchy over triangles, which it knows by their index only.
#[derive(Clone, Default)]
pub(super) struct Bvh {
    nodes: Vec<Node>,
    /// Indices of triangles, those of each leaf side by side.
    triangles: Vec<u32>,
}

/// 32 bytes, two to a cache line.
#[derive(Clone, Copy)]
struct Node {
    bounds: Aabb,
    /// Of a leaf: where its triangles begin.
    first: u32,
    /// Of a leaf: minus the number of its triangles. Else: the number of nodes from this one to the next that is not
    /// below it.
    span: i32,
}

impl Node {
    fn leaf(bounds: Aabb, first: usize, count: usize) -> Self {
        Self {
            bounds,
            first: first as u32,
            span: -(count as i32),
        }
    }

    fn inner(bounds: Aabb, span: usize) -> Self {
        Self {
            bounds,
            first: 0,
            span: span as i32,
        }
    }

    fn leaf_range(&self) -> Option<Range<usize>> {
        let first = self.first as usize;
        (self.span < 0).then(|| first..first + self.span.unsigned_abs() as usize)
    }
}

impl Bvh {
    pub(super) fn new(triangles: &[[Vec3; 3]]) -> Self {
        build::build(triangles)
    }

    /// The box around everything; `None` without triangles.
    pub(super) fn bounds(&self) -> Option<Aabb> {
        self.nodes.first().map(|root| root.bounds)
    }

    /// Calls `visit` with every triangle whose leaf passes the test `touches`, until it breaks.
    #[inline]
    pub(super) fn for_each(
        &self,
        touches: impl Fn(&Aabb) -> bool,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            index += if !touches(&node.bounds) {
                node.span.max(1) as usize
            } else {
                if let Some(range) = node.leaf_range() {
                    if self.triangles[range]
                        .iter()
                        .copied()
                        .try_for_each(&mut visit)
                        .is_break()
                    {
                        return;
                    }
                }
                1
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Vec3d, *};

    /// Numbers from -1 to 1 that look random.
    fn numbers() -> impl Iterator<Item = f32> {
        let mut state = 1_u32;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        })
    }

    fn scene(count: usize) -> Vec<[Vec3; 3]> {
        let mut numbers = numbers();
        let mut next = || Vec3::from_fn(|_, _| numbers.next().unwrap_or_default());
        (0..count)
            .map(|_| {
                let at = 10.0 * next();
                [at, at + next(), at + next()]
            })
            .collect()
    }

    fn found(bvh: &Bvh, touches: impl Fn(&Aabb) -> bool) -> Vec<u32> {
        let mut found = Vec::new();
        bvh.for_each(touches, |triangle| {
            found.push(triangle);
            ControlFlow::Continue(())
        });
        found.sort();
        found
    }

    /// Every triangle whose own box passes the test is found; those found beyond them are its neighbours in a leaf.
    #[track_caller]
    fn assert_complete(triangles: &[[Vec3; 3]], touches: impl Fn(&Aabb) -> bool) {
        let found = found(&Bvh::new(triangles), &touches);
        for (index, vertices) in (0..).zip(triangles) {
            assert!(!touches(&Aabb::around(vertices)) || found.binary_search(&index).is_ok());
        }
    }

    #[test]
    fn every_triangle_is_in_one_leaf() {
        for count in [0, 1, 2, 4, 5, 100, 20_000] {
            let all: Vec<_> = (0..count as u32).collect();
            assert_eq!(found(&Bvh::new(&scene(count)), |_| true), all);
        }
    }

    #[test]
    fn no_triangle_that_touches_a_box_a_ray_or_a_segment_is_missed() {
        let triangles = scene(3_000);
        for [a, b, c] in scene(50) {
            let around = Aabb::around(&[a, b, c]);
            assert_complete(&triangles, |bounds| bounds.touches(&around));
            let (origin, direction): (Vec3d, Vec3d) = (a.cast(), (b - c).cast());
            let inverse = direction.map(|x| 1.0 / x);
            assert_complete(&triangles, |bounds| bounds.touches_ray(&origin, &inverse));
            let inverse = (b - c).map(|x| 0.1 / x);
            assert_complete(&triangles, |bounds| {
                bounds.touches_segment(&a, &inverse, 0.1)
            });
        }
    }

    #[test]
    fn a_query_reaches_a_small_part_of_the_tree() {
        let triangles = scene(20_000);
        let bvh = Bvh::new(&triangles);
        let around = Aabb::around(&[Vec3::zeros(), Vec3::repeat(0.1)]);
        let tests = std::cell::Cell::new(0);
        let touched = found(&bvh, |bounds| {
            tests.set(tests.get() + 1);
            bounds.touches(&around)
        });
        assert!(
            tests.get() < 300,
            "{} of {} nodes, {} triangles",
            tests.get(),
            bvh.nodes.len(),
            touched.len()
        );
    }

    /// How many nodes lie above the deepest one.
    fn depth(bvh: &Bvh) -> usize {
        let mut ends: Vec<usize> = Vec::new();
        let mut deepest = 0;
        for (index, node) in bvh.nodes.iter().enumerate() {
            ends.retain(|end| *end > index);
            deepest = deepest.max(ends.len());
            if node.leaf_range().is_none() {
                ends.push(index + node.span as usize);
            }
        }
        deepest
    }

    #[test]
    fn no_scene_makes_the_tree_large_or_deep() {
        let good = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let count = 20_000;
        let equal = vec![good; count];
        let row: Vec<_> = (0..count)
            .map(|i| good.map(|v| v + Vec3::x() * (0.5 * i as f32)))
            .collect();
        let nested: Vec<_> = (0..count)
            .map(|i| good.map(|v| v * 2.0_f32.powi((i % 90) as i32 - 60)))
            .collect();
        for triangles in [equal, row, nested, scene(count)] {
            let bvh = Bvh::new(&triangles);
            assert!(bvh.nodes.len() < 2 * count, "{} nodes", bvh.nodes.len());
            assert!(depth(&bvh) < 70, "{} deep", depth(&bvh));
        }
    }

    #[test]
    fn a_query_can_be_stopped() {
        let mut visits = 0;
        Bvh::new(&scene(100)).for_each(
            |_| true,
            |_| {
                visits += 1;
                ControlFlow::Break(())
            },
        );
        assert_eq!(visits, 1);
    }
}
