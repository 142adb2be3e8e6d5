//! Building the hierarchy from the top down: the largest set of triangles is cut in two, where the surface area heuristic
//! over a few bins expects the least work for queries, until a node is full.

use super::{Aabb, Bvh, Content, Node, WIDTH};
use crate::Vec3;
use rayon::prelude::*;
use std::mem::take;

/// A triangle in the making of the tree.
#[derive(Clone, Copy)]
struct Item {
    bounds: Aabb,
    triangle: u32,
}

impl Item {
    /// Twice the centre of its box.
    fn center(&self) -> Vec3 {
        self.bounds.min + self.bounds.max
    }
}

/// Number of places, less one, at which a cut is considered.
const BINS: usize = 16;

/// In nodes deeper than this, sets are cut in halves, so that no input makes the tree much deeper.
const MAX_UNBALANCED_DEPTH: usize = 12;

/// Depth of the deepest tree: below, each node has at most an eighth of the triangles of the one above, and the number of a
/// triangle has 31 bits.
pub(super) const MAX_DEPTH: usize = MAX_UNBALANCED_DEPTH + 12;

/// Sets of at least this many triangles are worth tasks of their own.
const PARALLEL: usize = 8192;

pub(super) fn build(triangles: &[[Vec3; 3]]) -> Bvh {
    let item = |(triangle, vertices): (usize, &[Vec3; 3])| Item {
        bounds: Aabb::around(vertices),
        triangle: triangle as u32,
    };
    let mut items: Vec<Item> = triangles.iter().enumerate().map(item).collect();
    let mut nodes = Vec::new();
    if !items.is_empty() {
        push_tree(&mut nodes, &mut items, 0);
    }
    Bvh {
        bounds: bounds(&items),
        order: number_by_node(&mut nodes),
        nodes,
    }
}

/// Numbers the triangles node by node, so that those of a node lie side by side. Returns the indices that they had, in the new
/// order.
fn number_by_node(nodes: &mut [Node]) -> Vec<u32> {
    let mut order = Vec::new();
    for node in nodes {
        for lane in 0..WIDTH {
            let content = &mut node.contents[lane];
            if content.as_node().is_none() && !node.boxes.is_empty(lane) {
                order.push(content.0);
                *content = Content::triangle(order.len() as u32 - 1);
            }
        }
    }
    order
}

fn bounds(items: &[Item]) -> Aabb {
    let boxes = items.iter().map(|item| &item.bounds);
    boxes.fold(Aabb::EMPTY, |all, bounds| all.joined(bounds))
}

/// Appends the tree over at least two triangles, or all, its root first.
fn push_tree(nodes: &mut Vec<Node>, items: &mut [Item], depth: usize) {
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
            set(&mut nodes[root], lane, sets[lane], first);
        }
    } else {
        for lane in 0..WIDTH {
            let first = nodes.len();
            push_below(nodes, sets[lane], depth);
            set(&mut nodes[root], lane, sets[lane], first);
        }
    }
}

/// Appends the tree over a set, unless it is a single triangle, which needs none.
fn push_below(nodes: &mut Vec<Node>, items: &mut [Item], depth: usize) {
    if items.len() > 1 {
        push_tree(nodes, items, depth + 1);
    }
}

/// Puts a set into a node, of which the tree, if it needs one, begins at `first`. Those that are not empty come before the
/// others.
fn set(node: &mut Node, lane: usize, items: &[Item], first: usize) {
    node.boxes.set(lane, &bounds(items));
    node.count += u32::from(!items.is_empty());
    node.contents[lane] = match items {
        [] => Content::triangle(0),
        [one] => Content::triangle(one.triangle),
        _ => Content::node(first),
    };
}

/// Divides a set into as many as a node has room for; those of the lowest nodes into single triangles.
fn divide(items: &mut [Item], unbalanced: bool) -> [&mut [Item]; WIDTH] {
    let mut sets: [&mut [Item]; WIDTH] = Default::default();
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

/// Cuts a set of at least two in two that are not empty.
fn split(items: &mut [Item], unbalanced: bool) -> (&mut [Item], &mut [Item]) {
    let binning = Binning::new(items);
    let cut = unbalanced.then(|| cheapest_cut(items, &binning)).flatten();
    let middle = match cut {
        Some(cut) => partition(items, |item| binning.bin(item) < cut),
        None => {
            let middle = items.len() / 2;
            let key = |item: &Item| item.center()[binning.axis];
            items.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
            middle
        }
    };
    items.split_at_mut(middle)
}

/// Equal slices of a set along the axis on which its centres differ most.
struct Binning {
    axis: usize,
    min: f32,
    bins_per_length: f32,
}

impl Binning {
    fn new(items: &[Item]) -> Self {
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

    fn bin(&self, item: &Item) -> usize {
        let from_min = item.center()[self.axis] - self.min;
        // The cast turns what is not a number, where all centres coincide, into 0.
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

/// The first bin of the second part of the cheapest cut; `None` if all items are in one bin.
fn cheapest_cut(items: &[Item], binning: &Binning) -> Option<usize> {
    let mut bins = [Bin::EMPTY; BINS];
    for item in items {
        let bin = &mut bins[binning.bin(item)];
        bin.bounds = bin.bounds.joined(&item.bounds);
        bin.count += 1;
    }
    // What lies at and after each bin.
    let mut after = bins;
    for i in (0..BINS - 1).rev() {
        after[i] = after[i].joined(&after[i + 1]);
    }
    let mut before = Bin::EMPTY;
    let mut cheapest: Option<(usize, f32)> = None;
    for cut in 1..BINS {
        before = before.joined(&bins[cut - 1]);
        let cost = before.cost() + after[cut].cost();
        let is_cut = before.count > 0 && after[cut].count > 0;
        if is_cut && cheapest.is_none_or(|(_, least)| cost < least) {
            cheapest = Some((cut, cost));
        }
    }
    cheapest.map(|(cut, _)| cut)
}

/// Moves the items for which the test holds to the front and returns their number.
fn partition(items: &mut [Item], is_front: impl Fn(&Item) -> bool) -> usize {
    let mut front = 0;
    for i in 0..items.len() {
        if is_front(&items[i]) {
            items.swap(front, i);
            front += 1;
        }
    }
    front
}
