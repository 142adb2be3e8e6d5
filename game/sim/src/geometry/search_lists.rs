//! The lists of a search for the nearest triangle. They are inlined, so that they are compiled for
//! wide vectors with the search.

use super::bvh::{STACK_SIZE, WIDTH};

/// Nodes that are still to be visited, with their squared distances.
pub(super) struct NodeStack {
    entries: [(f32, u32); STACK_SIZE],
    count: usize,
}

impl NodeStack {
    /// Only the root.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            entries: [(0.0, 0); STACK_SIZE],
            count: 1,
        }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(f32, usize)> {
        if self.count == 0 {
            return None;
        }
        self.count -= 1;
        let (squared, node) = self.entries[self.count];
        Some((squared, node as usize))
    }

    /// Adds a node among those from `bottom` on: the nearest one comes last, as it is taken first.
    #[inline(always)]
    pub(super) fn insert(&mut self, bottom: usize, squared: f32, node: usize) {
        let mut at = self.count;
        while at > bottom && self.entries[at - 1].0 < squared {
            self.entries[at] = self.entries[at - 1];
            at -= 1;
        }
        self.entries[at] = (squared, node as u32);
        self.count += 1;
    }
}

/// Some lanes of a node.
pub(super) struct LaneList {
    lanes: [usize; WIDTH],
    count: usize,
}

impl LaneList {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            lanes: [0; WIDTH],
            count: 0,
        }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    pub(super) fn push(&mut self, lane: usize) {
        self.lanes[self.count] = lane;
        self.count += 1;
    }

    /// Removes the lane of the smallest value.
    #[inline(always)]
    pub(super) fn take_least(&mut self, values: &[f32; WIDTH]) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let mut first = 0;
        for index in 1..self.count {
            let is_less = values[self.lanes[index]] < values[self.lanes[first]];
            first = if is_less { index } else { first };
        }
        let lane = self.lanes[first];
        self.count -= 1;
        self.lanes[first] = self.lanes[self.count];
        Some(lane)
    }
}
