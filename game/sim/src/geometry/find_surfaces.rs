//! Detection of closed surfaces and of the side that their triangles face.

use super::{
    closed_surfaces::{ClosedSurfaces, Facing, Volumes},
    edges::{edges, numbered},
    two_sided,
};
use crate::math::{disjoint_sets::DisjointSets, Vec3};
use rayon::prelude::*;

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
