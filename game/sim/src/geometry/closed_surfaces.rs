//! Detection of closed surfaces and of the side that their triangles face.

use super::two_sided;
use crate::math::{disjoint_sets::DisjointSets, Vec3, Vec3d};
use rayon::prelude::*;
use std::collections::HashMap;

/// Smallest volume that counts as a volume, as a share of the sum of the absolute values of its
/// parts.
const NO_VOLUME: f64 = 1e-9;

/// The side that the triangles of a surface face: their corners run counter-clockwise seen from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// Open: the surface encloses nothing.
    Open,
    /// Solid: all triangles face outward.
    Outward,
    /// Room: all triangles face inward.
    Inward,
    /// Closed, but with triangles in both windings or with inconsistent winding.
    TwoSided,
}

/// Closed surfaces of a set of triangles.
pub(super) struct ClosedSurfaces {
    /// Number of the surface of each triangle; 0 if it belongs to no closed surface. In a two-sided
    /// surface, the second of two back-to-back triangles belongs to no surface.
    pub(super) of_triangle: Vec<u32>,
    /// True for each triangle of a two-sided surface whose winding must be reversed for the whole
    /// surface to face outward.
    pub(super) is_reversed: Vec<bool>,
    /// Facing of each surface by its number; the first one stands for all open triangles.
    pub(super) facing: Vec<Facing>,
}

impl ClosedSurfaces {
    /// Finds the closed surfaces.
    ///
    /// Triangles that share an edge belong to the same surface; vertices with equal coordinates are
    /// the same. A surface is closed if, along each of its edges, equal numbers of triangles run in
    /// either direction; the sign of its volume gives its facing. A surface without this property
    /// is closed and two-sided if it has the property after some triangles have been reversed, with
    /// two back-to-back triangles counted once.
    pub(super) fn new(triangles: &[[Vec3; 3]]) -> Self {
        let corners = numbered(triangles);
        let mut edges = edges(&corners, 0..corners.len() as u32);
        edges.par_sort_unstable_by_key(|edge| edge.ends);
        let mut sets = DisjointSets::new(triangles.len());
        for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
            for pair in edge.windows(2) {
                sets.join(pair[0].triangle, pair[1].triangle);
            }
        }
        let mut is_balanced = vec![true; triangles.len()];
        let mut has_border = vec![false; triangles.len()];
        for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
            let forward = edge.iter().filter(|edge| edge.is_forward).count();
            if 2 * forward != edge.len() {
                let (root, _) = sets.root(edge[0].triangle);
                is_balanced[root as usize] = false;
                has_border[root as usize] |= edge.len() == 1;
            }
        }
        drop(edges);
        let mut found = Self {
            of_triangle: vec![0; triangles.len()],
            is_reversed: vec![false; triangles.len()],
            facing: vec![Facing::Open],
        };
        let roots: Vec<u32> = (0..triangles.len() as u32)
            .map(|triangle| sets.root(triangle).0)
            .collect();
        let volumes = Volumes::new(triangles, &roots, |triangle| {
            is_balanced[roots[triangle as usize] as usize]
        });
        let mut numbers = vec![0; triangles.len()];
        let mut doubtful = Vec::new();
        for (triangle, root) in (0..).zip(&roots) {
            let root = *root as usize;
            if has_border[root] {
                continue;
            }
            if triangle == root as u32 && is_balanced[root] {
                numbers[root] = match volumes.sign(root as u32) {
                    0 => 0,
                    1 => found.add(Facing::Outward),
                    _ => found.add(Facing::Inward),
                };
            }
            match numbers[root] {
                0 => doubtful.push(triangle),
                number => found.of_triangle[triangle as usize] = number,
            }
        }
        if !doubtful.is_empty() {
            two_sided::add(&mut found, triangles, &corners, &doubtful);
        }
        found
    }

    /// Adds a surface and returns its number.
    pub(super) fn add(&mut self, facing: Facing) -> u32 {
        self.facing.push(facing);
        self.facing.len() as u32 - 1
    }
}

/// Volumes, in m³, enclosed by sets of triangles, by the root of the set.
pub(super) struct Volumes(Vec<Volume>);

#[derive(Clone, Copy, Default)]
struct Volume {
    sum: f64,
    /// Sum of the absolute values of the parts.
    parts: f64,
}

impl Volumes {
    /// Volumes of the sets; each root is itself a triangle.
    pub(super) fn new(
        triangles: &[[Vec3; 3]],
        roots: &[u32],
        counts: impl Fn(u32) -> bool,
    ) -> Self {
        let mut volumes = vec![Volume::default(); triangles.len()];
        for (triangle, root) in (0..).zip(roots) {
            if counts(triangle) {
                // An origin near the surface keeps rounding small.
                let origin: Vec3d = triangles[*root as usize][0].cast();
                let [a, b, c] = triangles[triangle as usize].map(|v| v.cast::<f64>() - origin);
                let part = a.dot(&b.cross(&c)) / 6.0;
                let volume = &mut volumes[*root as usize];
                volume.sum += part;
                volume.parts += part.abs();
            }
        }
        Self(volumes)
    }

    /// 1 if the triangles face outward, -1 if they face inward, 0 if they enclose nothing.
    pub(super) fn sign(&self, root: u32) -> i32 {
        let Volume { sum, parts } = self.0[root as usize];
        // The comparison is false for NaN.
        if sum.abs() > NO_VOLUME * parts {
            sum.signum() as i32
        } else {
            0
        }
    }
}

/// Edge of a triangle.
pub(super) struct Edge {
    /// Numbers of its two vertices, the smaller number first.
    pub(super) ends: [u32; 2],
    /// True if the triangle's winding runs from the first vertex to the second.
    pub(super) is_forward: bool,
    pub(super) triangle: u32,
}

/// Vertex numbers of each triangle; equal vertices share a number.
fn numbered(triangles: &[[Vec3; 3]]) -> Vec<[u32; 3]> {
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
pub(super) fn open_edges(triangles: &[[Vec3; 3]]) -> usize {
    let corners = numbered(triangles);
    let mut edges = edges(&corners, 0..corners.len() as u32);
    edges.par_sort_unstable_by_key(|edge| edge.ends);
    let of_each = edges.chunk_by(|a, b| a.ends == b.ends);
    of_each.filter(|edge| edge.len() % 2 == 1).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    fn moved(triangles: &[[Vec3; 3]], by: f32) -> Vec<[Vec3; 3]> {
        triangles
            .iter()
            .map(|t| t.map(|v| v + Vec3::repeat(by)))
            .collect()
    }

    fn turned(triangles: &[[Vec3; 3]]) -> Vec<[Vec3; 3]> {
        triangles.iter().map(|&[a, b, c]| [a, c, b]).collect()
    }

    /// Facing of the surface of each triangle, in order.
    fn facing(triangles: &[[Vec3; 3]]) -> Vec<Facing> {
        let found = ClosedSurfaces::new(triangles);
        let facing = |number: &u32| found.facing[*number as usize];
        found.of_triangle.iter().map(facing).collect()
    }

    #[track_caller]
    fn assert_all(triangles: &[[Vec3; 3]], expected: Facing) {
        let facing = facing(triangles);
        assert!(facing.iter().all(|x| *x == expected), "{facing:?}");
    }

    #[test]
    fn a_surface_is_closed_as_a_whole_or_not_at_all() {
        let ball = shapes::ball(1.0, 2);
        assert_all(&ball, Facing::Outward);
        assert_all(&turned(&ball), Facing::Inward);
        assert_all(&moved(&turned(&ball), 9000.0), Facing::Inward);
        assert_all(&ball[1..], Facing::Open);
        assert_all(&[], Facing::Open);
    }

    #[test]
    fn surfaces_that_share_no_edge_are_judged_on_their_own() {
        let cuboid = shapes::cuboid(Vec3::repeat(1.0));
        // The second touches a corner of the first, the third is open, the fourth faces inward.
        let all = [
            &cuboid[..],
            &moved(&cuboid, 2.0),
            &moved(&cuboid[..10], 0.5),
            &moved(&turned(&cuboid), 0.25),
        ]
        .concat();
        let facing = facing(&all);
        assert!(facing[..24].iter().all(|x| *x == Facing::Outward));
        assert!(facing[24..34].iter().all(|x| *x == Facing::Open));
        assert!(facing[34..].iter().all(|x| *x == Facing::Inward));
        assert_eq!(ClosedSurfaces::new(&all).facing.len(), 4);
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
        assert_all(&cuboid, Facing::Outward);
    }

    #[test]
    fn a_sheet_that_is_there_both_ways_round_does_not_open_the_solid_that_it_hangs_on() {
        let mut cuboid = shapes::cuboid(Vec3::repeat(1.0));
        let [a, b, _] = cuboid[0];
        let flag = [[a, b, a * 3.0], [b, a, a * 3.0]];
        cuboid.extend(flag);
        assert_all(&cuboid, Facing::Outward);
        assert_all(&flag, Facing::Open);
    }
}
