//! Top-down construction with the surface area heuristic (SAH) over bins; see Wald, "On fast
//! Construction of SAH-based Bounding Volume Hierarchies" (2007).
//!
//! The largest set of triangles is split in two, where the heuristic over 16 bins predicts the
//! lowest cost of queries, until the node has eight children.

use super::{Aabb, Bvh, Child, Node, MAX_DEPTH, WIDTH};
use crate::math::Vec3;
use rayon::prelude::*;
use std::mem::take;

/// Triangle during construction.
#[derive(Clone, Copy)]
struct Primitive {
    bounds: Aabb,
    triangle: u32,
}

impl Primitive {
    /// Centre of its box, doubled.
    fn center(&self) -> Vec3 {
        self.bounds.min + self.bounds.max
    }
}

/// Number of bins: one more than the split positions considered.
const BINS: usize = 16;

/// Depth below which sets are split at the median, which keeps the depth of the tree below
/// [`MAX_DEPTH`] for any input: from there each node has at most an eighth of the triangles of its
/// parent, and the index of a triangle has 31 bits.
const MAX_UNBALANCED_DEPTH: usize = MAX_DEPTH - 12;

/// Minimum size of a set whose subtrees are built as parallel tasks.
const PARALLEL: usize = 8192;

impl Bvh {
    pub(in super::super) fn new(triangles: &[[Vec3; 3]]) -> Self {
        let item = |(triangle, vertices): (usize, &[Vec3; 3])| Primitive {
            bounds: Aabb::around(vertices),
            triangle: triangle as u32,
        };
        let mut items: Vec<Primitive> = triangles.iter().enumerate().map(item).collect();
        let mut nodes = Vec::new();
        if !items.is_empty() {
            push_tree(&mut nodes, &mut items, 0);
        }
        Self {
            bounds: bounds(&items),
            order: number_by_node(&mut nodes),
            nodes,
        }
    }
}

/// Renumbers the triangles node by node, so that triangles of a node are adjacent. Returns their
/// previous indices in the new order.
fn number_by_node(nodes: &mut [Node]) -> Vec<u32> {
    let mut order = Vec::new();
    for node in nodes {
        for lane in 0..WIDTH {
            let child = &mut node.children[lane];
            if child.as_node().is_none() && !node.boxes.is_empty(lane) {
                order.push(child.0);
                *child = Child::triangle(order.len() as u32 - 1);
            }
        }
    }
    order
}

fn bounds(items: &[Primitive]) -> Aabb {
    let boxes = items.iter().map(|item| &item.bounds);
    boxes.fold(Aabb::EMPTY, |all, bounds| all.joined(bounds))
}

/// Appends the tree of at least two triangles, or of all triangles at the root. The root comes
/// first.
fn push_tree(nodes: &mut Vec<Node>, items: &mut [Primitive], depth: usize) {
    let root = nodes.len();
    nodes.push(Node::EMPTY);
    let is_large = items.len() >= PARALLEL;
    let mut sets = divide(items, depth < MAX_UNBALANCED_DEPTH);
    if is_large {
        let trees = sets.par_iter_mut().map(|set| {
            let mut nodes = Vec::new();
            push_below(&mut nodes, set, depth);
            nodes
        });
        let trees: Vec<_> = trees.collect();
        for (lane, tree) in trees.into_iter().enumerate() {
            let first = nodes.len();
            nodes.extend(tree.into_iter().map(|node| node.moved_by(first)));
            set_child(&mut nodes[root], lane, sets[lane], first);
        }
    } else {
        for lane in 0..WIDTH {
            let first = nodes.len();
            push_below(nodes, sets[lane], depth);
            set_child(&mut nodes[root], lane, sets[lane], first);
        }
    }
}

/// Appends the subtree of a set. A single triangle needs none.
fn push_below(nodes: &mut Vec<Node>, items: &mut [Primitive], depth: usize) {
    if items.len() > 1 {
        push_tree(nodes, items, depth + 1);
    }
}

/// Stores a set as a child of a node; `first` is the index of its subtree, if it needs one. Sets
/// that are not empty come before the empty ones.
fn set_child(node: &mut Node, lane: usize, items: &[Primitive], first: usize) {
    node.boxes.set(lane, &bounds(items));
    node.count += u32::from(!items.is_empty());
    node.children[lane] = match items {
        [] => Child::triangle(0),
        [one] => Child::triangle(one.triangle),
        _ => Child::node(first),
    };
}

/// Divides a set into the children of a node; small sets into single triangles.
fn divide(items: &mut [Primitive], unbalanced: bool) -> [&mut [Primitive]; WIDTH] {
    let mut sets: [&mut [Primitive]; WIDTH] = Default::default();
    if items.len() <= WIDTH {
        sets.iter_mut()
            .zip(items.chunks_mut(1))
            .for_each(|(set, item)| *set = item);
        return sets;
    }
    sets[0] = items;
    for next in 1..WIDTH {
        let largest = (0..next).max_by_key(|set| sets[*set].len()).unwrap_or(0);
        if sets[largest].len() <= WIDTH {
            break;
        }
        (sets[largest], sets[next]) = split(take(&mut sets[largest]), unbalanced);
    }
    sets
}

/// Splits a set of at least two triangles into two sets that are not empty.
fn split(items: &mut [Primitive], unbalanced: bool) -> (&mut [Primitive], &mut [Primitive]) {
    let binning = Binning::new(items);
    let split_at = unbalanced
        .then(|| cheapest_split(items, &binning))
        .flatten();
    let middle = match split_at {
        Some(split_at) => partition(items, |item| binning.bin(item) < split_at),
        None => {
            let middle = items.len() / 2;
            let key = |item: &Primitive| item.center()[binning.axis];
            items.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
            middle
        }
    };
    items.split_at_mut(middle)
}

/// Bins of equal width along the axis with the largest extent of centres.
struct Binning {
    axis: usize,
    min: f32,
    bins_per_length: f32,
}

impl Binning {
    fn new(items: &[Primitive]) -> Self {
        let centers = items
            .iter()
            .fold(Aabb::EMPTY, |all, item| all.including(&item.center()));
        let axis = centers.size().imax();
        Self {
            axis,
            min: centers.min[axis],
            bins_per_length: BINS as f32 / centers.size()[axis],
        }
    }

    fn bin(&self, item: &Primitive) -> usize {
        let from_min = item.center()[self.axis] - self.min;
        // The cast turns NaN, which results if all centres coincide, into 0.
        ((from_min * self.bins_per_length) as usize).min(BINS - 1)
    }
}

#[derive(Clone, Copy)]
struct Bin {
    bounds: Aabb,
    count: usize,
}

impl Bin {
    const EMPTY: Self = Self {
        bounds: Aabb::EMPTY,
        count: 0,
    };

    fn joined(&self, other: &Self) -> Self {
        Self {
            bounds: self.bounds.joined(&other.bounds),
            count: self.count + other.count,
        }
    }

    fn cost(&self) -> f32 {
        self.bounds.half_area() * self.count as f32
    }
}

/// First bin of the second part of the cheapest split; `None` if all triangles are in one bin.
fn cheapest_split(items: &[Primitive], binning: &Binning) -> Option<usize> {
    let mut bins = [Bin::EMPTY; BINS];
    for item in items {
        let bin = &mut bins[binning.bin(item)];
        bin.bounds = bin.bounds.joined(&item.bounds);
        bin.count += 1;
    }
    // Union of each bin and the bins after it.
    let mut after = bins;
    for i in (0..BINS - 1).rev() {
        after[i] = after[i].joined(&after[i + 1]);
    }
    let mut before = Bin::EMPTY;
    let mut cheapest: Option<(usize, f32)> = None;
    for split_at in 1..BINS {
        before = before.joined(&bins[split_at - 1]);
        let cost = before.cost() + after[split_at].cost();
        let is_split = before.count > 0 && after[split_at].count > 0;
        if is_split && cheapest.is_none_or(|(_, least)| cost < least) {
            cheapest = Some((split_at, cost));
        }
    }
    cheapest.map(|(split_at, _)| split_at)
}

/// Moves the items for which the test holds to the front and returns their number.
fn partition(items: &mut [Primitive], is_front: impl Fn(&Primitive) -> bool) -> usize {
    let mut front = 0;
    for i in 0..items.len() {
        if is_front(&items[i]) {
            items.swap(front, i);
            front += 1;
        }
    }
    front
}
