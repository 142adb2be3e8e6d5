//! Shortest ways by Dijkstra's algorithm on a dense grid, straightened, in double precision.

use flock_sim::Vec3;
use flock_testkit::judge::{point, Judge, Point};
use std::{cmp::Reverse, collections::BinaryHeap};

/// Nodes of the grid keep this share of the body's radius more from surfaces, so that the body
/// certainly fits where the grid leads.
const MARGIN: f64 = 1.02;

pub struct DenseGrid<'a> {
    judge: &'a Judge,
    radius: f64,
    low: Point,
    spacing: f64,
    size: [usize; 3],
    /// Distance of each node from the nearest surface, up to `reach`.
    distances: Vec<f64>,
}

impl<'a> DenseGrid<'a> {
    pub fn new(judge: &'a Judge, radius: f64, low: Vec3, high: Vec3, spacing: f64) -> Self {
        let (low, high) = (point(low), point(high));
        let size = std::array::from_fn(|axis| ((high[axis] - low[axis]) / spacing) as usize + 1);
        let mut grid = Self {
            judge,
            radius,
            low,
            spacing,
            size,
            distances: Vec::new(),
        };
        let reach = MARGIN * radius + 2.0 * spacing;
        let nodes = 0..size.iter().product();
        grid.distances = nodes
            .map(|node| judge.nearest_to(grid.place(node), reach).unwrap_or(reach))
            .collect();
        grid
    }

    fn place(&self, node: usize) -> Point {
        let [width, height, _] = self.size;
        let at = [node % width, node / width % height, node / (width * height)];
        std::array::from_fn(|axis| self.low[axis] + at[axis] as f64 * self.spacing)
    }

    fn is_node_free(&self, node: usize) -> bool {
        self.distances[node] >= MARGIN * self.radius
    }

    /// True if the body can move from one point to another.
    fn is_free(&self, from: Point, to: Point) -> bool {
        let parts = (distance(from, to) / (0.25 * self.radius)).ceil().max(1.0);
        (0..=parts as usize).all(|part| {
            let share = part as f64 / parts;
            let at = std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * share);
            self.judge.nearest_to(at, self.radius).is_none()
        })
    }

    fn is_link_free(&self, a: usize, b: usize) -> bool {
        let far = self.radius + 1.8 * self.spacing;
        self.distances[a].max(self.distances[b]) >= far
            || self.is_free(self.place(a), self.place(b))
    }

    fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let [width, height, depth] = self.size;
        let at = [node % width, node / width % height, node / (width * height)];
        (0..27)
            .filter(|number| *number != 13)
            .filter_map(move |number| {
                let along = [number % 3, number / 3 % 3, number / 9];
                let mut next = [0; 3];
                for axis in 0..3 {
                    next[axis] = (at[axis] + along[axis]).checked_sub(1)?;
                }
                let [x, y, z] = next;
                let is_inside = x < width && y < height && z < depth;
                is_inside.then(|| x + width * (y + height * z))
            })
    }

    /// The free nodes that the body reaches straight from a point.
    fn entries(&self, at: Point) -> Vec<usize> {
        let nodes = 0..self.distances.len();
        nodes
            .filter(|node| {
                let place = self.place(*node);
                distance(place, at) <= 1.8 * self.spacing
                    && self.is_node_free(*node)
                    && self.is_free(at, place)
            })
            .collect()
    }

    /// The shortest ways to a goal from all nodes.
    pub fn ways_to(&self, goal: Vec3) -> DenseWays<'_> {
        let goal = point(goal);
        let nodes = self.distances.len();
        let (mut lengths, mut next) = (vec![f64::INFINITY; nodes], vec![None; nodes]);
        let mut open = BinaryHeap::new();
        for node in self.entries(goal) {
            lengths[node] = distance(goal, self.place(node));
            open.push((Reverse(lengths[node].to_bits()), node));
        }
        while let Some((Reverse(length), node)) = open.pop() {
            if f64::from_bits(length) > lengths[node] {
                continue;
            }
            for other in self.neighbours(node) {
                let by = lengths[node] + distance(self.place(node), self.place(other));
                let is_shorter = self.is_node_free(other) && by < lengths[other];
                if is_shorter && self.is_link_free(node, other) {
                    lengths[other] = by;
                    next[other] = Some(node);
                    open.push((Reverse(by.to_bits()), other));
                }
            }
        }
        DenseWays {
            grid: self,
            goal,
            lengths,
            next,
        }
    }

    /// Length of a way in which each point is followed by the last one that the body reaches
    /// straight.
    fn straightened(&self, points: &[Point]) -> f64 {
        let (mut index, mut length) = (0, 0.0);
        while index + 1 < points.len() {
            let mut rest = (index + 1..points.len()).rev();
            let sees = |next: &usize| self.is_free(points[index], points[*next]);
            let next = rest.find(sees).unwrap_or(index + 1);
            length += distance(points[index], points[next]);
            index = next;
        }
        length
    }
}

/// The shortest ways to a goal.
pub struct DenseWays<'a> {
    grid: &'a DenseGrid<'a>,
    goal: Point,
    /// Length of the way from each node.
    lengths: Vec<f64>,
    /// The node after each node on its way; `None` for the last one.
    next: Vec<Option<usize>>,
}

impl DenseWays<'_> {
    /// Length of the way from a position, straightened.
    pub fn length_from(&self, from: Vec3) -> Option<f64> {
        let (grid, from) = (self.grid, point(from));
        if grid.is_free(from, self.goal) {
            return Some(distance(from, self.goal));
        }
        let whole = |node: &usize| self.lengths[*node] + distance(grid.place(*node), from);
        let entries = grid.entries(from).into_iter();
        let first = entries.min_by(|a, b| whole(a).total_cmp(&whole(b)))?;
        if self.lengths[first].is_infinite() {
            return None;
        }
        let nodes = std::iter::successors(Some(first), |node| self.next[*node]);
        let mut points = vec![from];
        points.extend(nodes.map(|node| grid.place(node)));
        points.push(self.goal);
        Some(grid.straightened(&points))
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (0..3)
        .map(|axis| (a[axis] - b[axis]).powi(2))
        .sum::<f64>()
        .sqrt()
}
