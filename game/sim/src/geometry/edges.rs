//! Edges of triangles.

use crate::math::Vec3;
use rayon::prelude::*;
use std::collections::HashMap;

/// Edge of a triangle.
pub(super) struct Edge {
    /// Numbers of its two vertices, the smaller number first.
    pub(super) ends: [u32; 2],
    /// True if the triangle's winding runs from the first vertex to the second.
    pub(super) is_forward: bool,
    pub(super) triangle: u32,
}

/// Vertex numbers of each triangle; equal vertices share a number.
pub(super) fn numbered(triangles: &[[Vec3; 3]]) -> Vec<[u32; 3]> {
    let mut numbers = HashMap::with_capacity(triangles.len() / 2);
    let mut number = |vertex: &Vec3| {
        // Adding zero turns -0 into 0.
        let bits: [u32; 3] = vertex.map(|x| (x + 0.0).to_bits()).into();
        let next = numbers.len() as u32;
        *numbers.entry(bits).or_insert(next)
    };
    let corners = triangles.iter();
    corners
        .map(|[a, b, c]| [number(a), number(b), number(c)])
        .collect()
}

/// Edges of triangles.
pub(super) fn edges(corners: &[[u32; 3]], triangles: impl Iterator<Item = u32>) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(3 * triangles.size_hint().0);
    for triangle in triangles {
        let [a, b, c] = corners[triangle as usize];
        // An edge between equal vertices belongs to a degenerate triangle and connects nothing.
        for (from, to) in [(a, b), (b, c), (c, a)]
            .into_iter()
            .filter(|(from, to)| from != to)
        {
            edges.push(Edge {
                ends: [from.min(to), from.max(to)],
                is_forward: from < to,
                triangle,
            });
        }
    }
    edges
}

/// Number of edges that belong to an odd number of triangles.
pub(crate) fn open_edges(triangles: &[[Vec3; 3]]) -> usize {
    let corners = numbered(triangles);
    let mut edges = edges(&corners, 0..corners.len() as u32);
    edges.par_sort_unstable_by_key(|edge| edge.ends);
    let of_each = edges.chunk_by(|a, b| a.ends == b.ends);
    of_each.filter(|edge| edge.len() % 2 == 1).count()
}
