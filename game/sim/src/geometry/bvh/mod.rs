//! The broad phase: a bounding volume hierarchy that tells which triangles come into question.
//!
//! Each node has room for several boxes, which are tested together; what is in each box is a triangle or a further node.

mod aabb;
mod boxes;
mod build;
#[cfg(feature = "gpu")]
mod flat;
#[cfg(test)]
mod tests;

pub(super) use aabb::Aabb;
pub(super) use boxes::{Ball, Probe, Ray, Segment};
#[cfg(feature = "gpu")]
pub(crate) use flat::FlatNode;

use crate::Vec3;
use boxes::{Boxes, WIDTH};
use std::ops::ControlFlow;

/// A bounding volume hierarchy over triangles, which it knows by their numbers only. It numbers them in an order of its own, in
/// which those that are near each other are mostly side by side.
#[derive(Clone)]
pub(super) struct Bvh {
    bounds: Aabb,
    /// Of each triangle in that order, which it was of those given.
    order: Vec<u32>,
    /// The first one is the root, if there are triangles.
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

/// Several boxes, and what is in each.
#[derive(Clone)]
struct Node {
    boxes: Boxes,
    contents: [Content; WIDTH],
    /// How many there are.
    count: u32,
}

impl Node {
    const EMPTY: Self = Self {
        boxes: Boxes::EMPTY,
        contents: [Content::triangle(0); WIDTH],
        count: 0,
    };

    /// The same, in a tree that lies so many nodes farther back.
    fn moved_by(mut self, nodes: usize) -> Self {
        self.contents = self.contents.map(|content| content.moved_by(nodes));
        self
    }
}

/// The number of a triangle, or the index of a node.
#[derive(Clone, Copy)]
struct Content(u32);

impl Content {
    const IS_NODE: u32 = 1 << 31;

    const fn triangle(index: u32) -> Self {
        Self(index)
    }

    const fn node(index: usize) -> Self {
        Self(index as u32 | Self::IS_NODE)
    }

    /// The same, with nodes that lie so much farther back.
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

/// Nodes that may wait to be looked at: of each level all but one. The build makes no tree deeper than that.
const MOST_WAITING: usize = build::MAX_DEPTH * (WIDTH - 1) + 1;

impl Bvh {
    pub(super) fn new(triangles: &[[Vec3; 3]]) -> Self {
        build::build(triangles)
    }

    /// The box around everything; `None` without triangles.
    pub(super) fn bounds(&self) -> Option<Aabb> {
        (!self.nodes.is_empty()).then_some(self.bounds)
    }

    /// Of each triangle, by its number, which it was of those given.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Calls `visit` with the number of every triangle whose box the probe touches, in any order, until it breaks.
    #[inline]
    pub(super) fn for_each(
        &self,
        probe: &impl Probe,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let mut waiting = [0_u32; MOST_WAITING];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let node = &self.nodes[waiting[count] as usize];
            for lane in probe.touches(&node.boxes).among(node.count) {
                let content = node.contents[lane];
                match content.as_node() {
                    Some(node) => {
                        waiting[count] = node as u32;
                        count += 1;
                    }
                    None if visit(content.0).is_break() => return,
                    None => {}
                }
            }
        }
    }
}
