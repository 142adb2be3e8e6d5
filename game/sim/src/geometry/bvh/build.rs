//! Building the hierarchy from the top down: each set of triangles is cut in two where the surface area heuristic over a few
//! bins expects the least work for queries.

use super::{Aabb, Bvh, Node};
use crate::Vec3;

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

/// Sets of at most this many triangles are not cut any more.
const MAX_LEAF: usize = 4;

/// Number of places, less one, at which a cut is considered.
const BINS: usize = 16;

/// Below this depth sets are cut in halves, so that no input makes the tree deeper than about twice this.
const MAX_UNBALANCED_DEPTH: usize = 48;

/// Sets of at least this many triangles are worth a task of their own.
const PARALLEL: usize = 8192;

pub(super) fn build(triangles: &[[Vec3; 3]]) -> Bvh {
    let item = |(triangle, vertices): (usize, &[Vec3; 3])| Item {
        bounds: Aabb::around(vertices),
        triangle: triangle as u32,
    };
    let mut items: Vec<Item> = triangles.iter().enumerate().map(item).collect();
    let mut nodes = Vec::new();
    if !items.is_empty() {
        push_subtree(&mut nodes, &mut items, 0, 0);
    }
    Bvh {
        nodes,
        triangles: items.iter().map(|item| item.triangle).collect(),
    }
}

/// Appends the tree over `items`, of which the first is number `first` of all, and brings them into the order of its leaves.
fn push_subtree(nodes: &mut Vec<Node>, items: &mut [Item], first: usize, depth: usize) {
    let bounds = items
        .iter()
        .fold(Aabb::EMPTY, |all, item| all.joined(&item.bounds));
    if items.len() <= MAX_LEAF {
        nodes.push(Node::leaf(bounds, first, items.len()));
        return;
    }
    let root = nodes.len();
    nodes.push(Node::inner(bounds, 0));
    let is_large = items.len() >= PARALLEL;
    let (left, right) = split(items, depth);
    let middle = first + left.len();
    if is_large {
        let mut nodes_of_right = Vec::new();
        rayon::join(
            || push_subtree(nodes, left, first, depth + 1),
            || push_subtree(&mut nodes_of_right, right, middle, depth + 1),
        );
        nodes.append(&mut nodes_of_right);
    } else {
        push_subtree(nodes, left, first, depth + 1);
        push_subtree(nodes, right, middle, depth + 1);
    }
    nodes[root] = Node::inner(bounds, nodes.len() - root);
}

/// Cuts a set of at least two in two that are not empty.
fn split(items: &mut [Item], depth: usize) -> (&mut [Item], &mut [Item]) {
    let binning = Binning::new(items);
    let cut = (depth < MAX_UNBALANCED_DEPTH)
        .then(|| cheapest_cut(items, &binning))
        .flatten();
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
