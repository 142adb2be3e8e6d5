//! Which triangles belong to closed surfaces: only these have an inside.

use crate::Vec3;
use rayon::prelude::*;
use std::collections::HashMap;

/// Tells of each triangle whether it belongs to a closed surface.
///
/// Triangles that share an edge belong to the same surface. It is closed if along each of its edges as many triangles run
/// one way as the other. Vertices are the same if their coordinates are.
pub(super) fn closed(triangles: &[[Vec3; 3]]) -> Vec<bool> {
    let mut edges = edges(triangles);
    edges.par_sort_unstable_by_key(|edge| edge.ends);
    let mut surfaces = Surfaces::new(triangles.len());
    for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
        for pair in edge.windows(2) {
            surfaces.join(pair[0].triangle, pair[1].triangle);
        }
    }
    let mut is_closed = vec![true; triangles.len()];
    for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
        let forward = edge.iter().filter(|edge| edge.is_forward).count();
        if 2 * forward != edge.len() {
            is_closed[surfaces.root(edge[0].triangle) as usize] = false;
        }
    }
    (0..triangles.len() as u32)
        .map(|triangle| is_closed[surfaces.root(triangle) as usize])
        .collect()
}

/// One side of a triangle.
struct Edge {
    /// The numbers of its two vertices, the smaller one first.
    ends: [u32; 2],
    /// Whether the triangle runs from the first to the second.
    is_forward: bool,
    triangle: u32,
}

fn edges(triangles: &[[Vec3; 3]]) -> Vec<Edge> {
    let mut numbers = HashMap::with_capacity(triangles.len() / 2);
    let mut number = |vertex: &Vec3| {
        // Adding zero turns -0 into 0.
        let bits: [u32; 3] = vertex.map(|x| (x + 0.0).to_bits()).into();
        let next = numbers.len() as u32;
        *numbers.entry(bits).or_insert(next)
    };
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for (triangle, vertices) in (0..).zip(triangles) {
        let [a, b, c] = [0, 1, 2].map(|i| number(&vertices[i]));
        // An edge between equal vertices, of a triangle that is a needle, joins nothing.
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

/// Disjoint sets of triangles.
struct Surfaces {
    parents: Vec<u32>,
}

impl Surfaces {
    /// Each triangle for itself.
    fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
        }
    }

    /// The triangle that stands for the surface that this one belongs to.
    fn root(&mut self, mut triangle: u32) -> u32 {
        while self.parents[triangle as usize] != triangle {
            let grandparent = self.parents[self.parents[triangle as usize] as usize];
            self.parents[triangle as usize] = grandparent;
            triangle = grandparent;
        }
        triangle
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    fn moved(triangles: &[[Vec3; 3]], by: f32) -> Vec<[Vec3; 3]> {
        triangles
            .iter()
            .map(|t| t.map(|v| v + Vec3::repeat(by)))
            .collect()
    }

    #[test]
    fn a_surface_is_closed_as_a_whole_or_not_at_all() {
        let ball = shapes::ball(1.0, 2);
        let mirrored: Vec<_> = ball.iter().map(|&[a, b, c]| [a, c, b]).collect();
        assert!(closed(&ball).into_iter().all(|x| x));
        assert!(closed(&mirrored).into_iter().all(|x| x));
        assert!(closed(&ball[1..]).into_iter().all(|x| !x));
        let mut inconsistent = ball.clone();
        inconsistent[7].swap(0, 1);
        assert!(closed(&inconsistent).into_iter().all(|x| !x));
    }

    #[test]
    fn surfaces_that_share_no_edge_are_judged_on_their_own() {
        let cuboid = shapes::cuboid(Vec3::repeat(1.0));
        // The second touches a corner of the first, the third is open, the fourth is the first once more.
        let all = [
            &cuboid[..],
            &moved(&cuboid, 2.0),
            &moved(&cuboid[..10], 0.5),
            &cuboid,
        ]
        .concat();
        let closed = closed(&all);
        assert!(closed[..24].iter().all(|&x| x));
        assert!(closed[24..34].iter().all(|&x| !x));
        assert!(closed[34..].iter().all(|&x| x));
    }

    #[test]
    fn needles_and_the_sign_of_zero_do_not_open_a_surface() {
        let mut cuboid = shapes::cuboid(Vec3::repeat(1.0));
        let [a, b, _] = cuboid[0];
        cuboid.push([a, b, b]);
        cuboid = cuboid
            .iter()
            .map(|t| t.map(|v| v - Vec3::repeat(1.0)))
            .collect();
        for vertex in cuboid[3..8].iter_mut().flatten() {
            *vertex = vertex.map(|x| if x == 0.0 { -0.0 } else { x });
        }
        assert!(closed(&cuboid).into_iter().all(|x| x));
    }
}
