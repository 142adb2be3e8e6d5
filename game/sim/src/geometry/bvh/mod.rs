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
