//! Broad phase: a bounding volume hierarchy (BVH) that finds the candidate triangles of a query.
//!
//! The tree is 8-wide: each node holds the boxes of up to eight children, which are tested together
//! in SIMD lanes. A child is a triangle or a further node. It is built with the surface area
//! heuristic.
//!
//! The implementation is part of this crate because the library tried before, obvhs 0.4, took
//! quadratic time on rows of equal triangles, and silently dropped entries of its traversal stack in
//! deep trees. Here the build bounds the depth, so that a stack of fixed size suffices. No vector type
//! of a library is exposed, and queries are as fast or faster.

mod aabb;
mod boxes;
mod build;
#[cfg(feature = "gpu")]
mod flat;
mod ray_query;
mod segment_query;
mod sphere_query;
#[cfg(test)]
mod tests;

pub(super) use aabb::Aabb;
pub(super) use boxes::{BoxQuery, LaneMask, WIDTH};
#[cfg(feature = "gpu")]
pub(crate) use flat::FlatNode;
pub(super) use ray_query::RayQuery;
pub(super) use segment_query::SegmentQuery;
pub(super) use sphere_query::SphereQuery;

use crate::math::prefetch::prefetch;
use boxes::Boxes;
use std::ops::ControlFlow;

/// BVH over triangles, which it refers to by number only. Its numbers follow its own order, in
/// which triangles near each other are mostly adjacent.
#[derive(Clone)]
pub(super) struct Bvh {
    bounds: Aabb,
    /// Index, among the given triangles, of each triangle in that order.
    order: Vec<u32>,
    /// Nodes, the root first; empty without triangles.
    nodes: Vec<Node>,
}

impl Default for Bvh {
    fn default() -> Self {
        Self {
            bounds: Aabb::EMPTY,
            order: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

/// Node with up to eight children and their boxes.
#[derive(Clone)]
struct Node {
    boxes: Boxes,
    children: [Child; WIDTH],
    /// Number of children.
    count: u32,
}

impl Node {
    const EMPTY: Self = Self {
        boxes: Boxes::EMPTY,
        children: [Child::triangle(0); WIDTH],
        count: 0,
    };

    /// The node with the indices of its children moved by `nodes`, for a subtree appended to
    /// another array.
    fn moved_by(mut self, nodes: usize) -> Self {
        self.children = self.children.map(|child| child.moved_by(nodes));
        self
    }
}

/// Child of a node: the number of a triangle or the index of a node.
#[derive(Clone, Copy)]
struct Child(u32);

impl Child {
    const IS_NODE: u32 = 1 << 31;

    const fn triangle(index: u32) -> Self {
        Self(index)
    }

    const fn node(index: usize) -> Self {
        Self(index as u32 | Self::IS_NODE)
    }

    /// The child with the index of a node moved by `nodes`.
    fn moved_by(self, nodes: usize) -> Self {
        match self.as_node() {
            Some(node) => Self::node(node + nodes),
            None => self,
        }
    }

    fn as_node(self) -> Option<usize> {
        (self.0 & Self::IS_NODE != 0).then_some((self.0 & !Self::IS_NODE) as usize)
    }
}

/// Maximum depth of a tree, which the build keeps.
const MAX_DEPTH: usize = 24;

/// Size of the traversal stack: all but one child of each level.
pub(super) const STACK_SIZE: usize = MAX_DEPTH * (WIDTH - 1) + 1;

impl Bvh {
    /// Bounding box of all triangles; `None` without triangles.
    pub(super) fn bounds(&self) -> Option<Aabb> {
        (!self.nodes.is_empty()).then_some(self.bounds)
    }

    /// Index, among the given triangles, of each triangle by its number.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Calls `visit` with the number of every triangle whose box the query touches, in any order,
    /// until it breaks.
    #[inline]
    pub(super) fn for_each(
        &self,
        query: &impl BoxQuery,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let mut stack = [0_u32; STACK_SIZE];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let node = &self.nodes[stack[count] as usize];
            for lane in query.touches(&node.boxes).among(node.count) {
                let child = node.children[lane];
                match child.as_node() {
                    Some(node) => {
                        stack[count] = node as u32;
                        count += 1;
                    }
                    None if visit(child.0).is_break() => return,
                    None => {}
                }
            }
        }
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of the triangle in a lane of a node, if there is one.
    #[inline(always)]
    pub(super) fn triangle(&self, node: usize, lane: usize) -> Option<u32> {
        let node = &self.nodes[node];
        let is_triangle = lane < node.count as usize && node.children[lane].as_node().is_none();
        is_triangle.then_some(node.children[lane].0)
    }

    /// Lanes of the children of a node whose boxes a sphere touches, and the squares of the
    /// distances of its centre from the boxes.
    #[inline(always)]
    pub(super) fn distances(&self, node: usize, query: &SphereQuery) -> (LaneMask, [f32; WIDTH]) {
        let node = &self.nodes[node];
        let (touched, squared) = query.distances(&node.boxes);
        (touched.among(node.count), squared)
    }

    /// Index of the node in a lane of a node, if there is one.
    #[inline(always)]
    pub(super) fn child(&self, node: usize, lane: usize) -> Option<usize> {
        self.nodes[node].children[lane].as_node()
    }

    /// Calls `visit` with the number of every triangle whose box the segment touches, until it
    /// breaks.
    ///
    /// Nodes are visited roughly in the order in which the segment enters them. So a segment that
    /// is shortened at its first contact finds few triangles behind it.
    pub(super) fn for_each_along(
        &self,
        segment: &SegmentQuery,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let mut stack = [(0.0_f32, 0_u32); STACK_SIZE];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (enter, node) = stack[count];
            if !segment.reaches(enter) {
                continue;
            }
            let node = &self.nodes[node as usize];
            let (touched, enters) = segment.enters(&node.boxes);
            let bottom = count;
            for lane in touched.among(node.count) {
                let child = node.children[lane];
                match child.as_node() {
                    Some(node) => {
                        prefetch(&self.nodes[node]);
                        // The nearest child comes last, because the stack returns the last one
                        // first.
                        let mut at = count;
                        while at > bottom && stack[at - 1].0 < enters[lane] {
                            stack[at] = stack[at - 1];
                            at -= 1;
                        }
                        stack[at] = (enters[lane], node as u32);
                        count += 1;
                    }
                    None if visit(child.0).is_break() => return,
                    None => {}
                }
            }
        }
    }
}
