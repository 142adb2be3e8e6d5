//! Two-sided surfaces: closed surfaces with triangles in both windings, or with inconsistent
//! winding.

use super::{
    closed_surfaces::{ClosedSurfaces, Facing, Volumes},
    edges::edges,
};
use crate::math::{disjoint_sets::DisjointSets, Vec3};

/// Adds the surfaces that are closed once their winding has been made consistent.
///
/// Of back-to-back triangles only the first one counts. `doubtful` are the triangles to examine, in
/// ascending order; they share no edges with other triangles.
pub(super) fn add(
    found: &mut ClosedSurfaces,
    triangles: &[[Vec3; 3]],
    corners: &[[u32; 3]],
    doubtful: &[u32],
) {
    let members = distinct(corners, doubtful);
    let mut edges = edges(corners, members.iter().copied());
    edges.sort_unstable_by_key(|edge| edge.ends);
    let mut sets = DisjointSets::new(triangles.len());
    let mut is_open = vec![false; triangles.len()];
    let mut disagreeing = Vec::new();
    // At an edge of more than two triangles, pairs would be ambiguous.
    for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
        if let [a, b] = edge {
            if !sets.join_turned(a.triangle, b.triangle, a.is_forward == b.is_forward) {
                disagreeing.push(a.triangle);
            }
        }
    }
    for triangle in disagreeing {
        is_open[sets.root(triangle).0 as usize] = true;
    }
    for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
        let mut windings: Vec<(u32, i32)> = Vec::with_capacity(edge.len());
        for side in edge {
            let (root, is_turned) = sets.root(side.triangle);
            windings.push((root, if side.is_forward != is_turned { 1 } else { -1 }));
        }
        windings.sort_unstable();
        for of_one in windings.chunk_by(|a, b| a.0 == b.0) {
            let sum: i32 = of_one.iter().map(|(_, winding)| winding).sum();
            is_open[of_one[0].0 as usize] |= sum != 0;
        }
    }
    add_closed(found, triangles, &members, &mut sets, &is_open);
}

/// Adds the closed surfaces, wound so that they face outward.
fn add_closed(
    found: &mut ClosedSurfaces,
    triangles: &[[Vec3; 3]],
    members: &[u32],
    sets: &mut DisjointSets,
    is_open: &[bool],
) {
    let oriented: Vec<[Vec3; 3]> = members
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangles[*triangle as usize];
            match sets.root(*triangle) {
                (_, true) => [a, c, b],
                (_, false) => [a, b, c],
            }
        })
        .collect();
    // Indices into `members`; the members of a set come after its root.
    let place = |triangle: u32| members.binary_search(&triangle).unwrap_or(0) as u32;
    let roots: Vec<u32> = members
        .iter()
        .map(|triangle| place(sets.root(*triangle).0))
        .collect();
    let volumes = Volumes::new(&oriented, &roots, |_| true);
    let mut numbers = vec![0; members.len()];
    for (index, triangle) in members.iter().enumerate() {
        let (root, is_turned) = sets.root(*triangle);
        let sign = volumes.sign(roots[index]);
        if is_open[root as usize] || sign == 0 {
            continue;
        }
        if root == *triangle {
            numbers[index] = found.add(Facing::TwoSided);
        }
        found.of_triangle[*triangle as usize] = numbers[roots[index] as usize];
        found.is_reversed[*triangle as usize] = is_turned != (sign < 0);
    }
}

/// The triangles with three different corners, in ascending order, without triangles that lie back
/// to back with an earlier one.
fn distinct(corners: &[[u32; 3]], triangles: &[u32]) -> Vec<u32> {
    let key = |triangle: u32| {
        let mut key = corners[triangle as usize];
        key.sort_unstable();
        key
    };
    let mut keys: Vec<_> = triangles.iter().map(|it| (key(*it), *it)).collect();
    keys.retain(|([a, b, c], _)| a != b && b != c);
    keys.sort_unstable();
    keys.dedup_by_key(|(key, _)| *key);
    let mut members: Vec<u32> = keys.into_iter().map(|(_, triangle)| triangle).collect();
    members.sort_unstable();
    members
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    fn facing(triangles: &[[Vec3; 3]]) -> Vec<Facing> {
        ClosedSurfaces::new(triangles).facing
    }

    /// Asserts that there is one two-sided surface with `count` triangles, and that it faces
    /// outward after its marked triangles are reversed.
    #[track_caller]
    fn assert_two_sided(triangles: &[[Vec3; 3]], count: usize, volume: f64) {
        let found = ClosedSurfaces::new(triangles);
        assert_eq!(found.facing, [Facing::Open, Facing::TwoSided]);
        let (mut members, mut sum) = (0, 0.0);
        for (index, [a, b, c]) in triangles.iter().enumerate() {
            let part = a.cast::<f64>().dot(&b.cast().cross(&c.cast())) / 6.0;
            members += found.of_triangle[index] as usize;
            if found.of_triangle[index] == 1 {
                sum += if found.is_reversed[index] {
                    -part
                } else {
                    part
                };
            }
        }
        assert_eq!(members, count);
        assert!((sum - volume).abs() < 1e-6, "{sum}");
    }

    #[test]
    fn a_closed_surface_that_is_there_both_ways_round_is_two_sided() {
        let cuboid = shapes::cuboid(Vec3::repeat(1.0));
        let turned: Vec<_> = cuboid.iter().map(|&[a, b, c]| [b, a, c]).collect();
        assert_two_sided(&[&cuboid[..], &turned].concat(), 12, 8.0);
        assert_two_sided(&[&turned[..], &cuboid].concat(), 12, 8.0);
        // Only some triangles are present in both windings.
        assert_two_sided(&[&turned[..5], &cuboid[3..]].concat(), 12, 8.0);
    }

    #[test]
    fn a_closed_surface_whose_triangles_do_not_agree_is_two_sided() {
        let mut ball = shapes::ball(1.0, 2);
        let volume: f64 = ball
            .iter()
            .map(|[a, b, c]| a.cast::<f64>().dot(&b.cast().cross(&c.cast())) / 6.0)
            .sum();
        ball[7].swap(0, 1);
        assert_two_sided(&ball, ball.len(), volume);
        for triangle in ball.iter_mut().step_by(3) {
            triangle.swap(1, 2);
        }
        assert_two_sided(&ball, ball.len(), volume);
    }

    #[test]
    fn what_is_open_or_flat_is_not_two_sided() {
        let cuboid = shapes::cuboid(Vec3::repeat(1.0));
        let turned: Vec<_> = cuboid.iter().map(|&[a, b, c]| [b, a, c]).collect();
        assert_eq!(
            facing(&[&cuboid[1..], &turned[1..]].concat()),
            [Facing::Open]
        );
        let mut open = cuboid[1..].to_vec();
        open[4].swap(0, 1);
        assert_eq!(facing(&open), [Facing::Open]);
        let [a, b, c] = cuboid[0];
        assert_eq!(facing(&[[a, b, c], [a, c, b]]), [Facing::Open]);
    }

    /// A Möbius strip with a disc over its only border.
    #[test]
    fn what_cannot_be_wound_alike_has_no_inside() {
        // A projective plane with six vertices.
        const TRIANGLES: [[usize; 3]; 10] = [
            [0, 1, 2],
            [0, 2, 3],
            [0, 3, 4],
            [0, 4, 5],
            [0, 5, 1],
            [1, 2, 4],
            [2, 3, 5],
            [3, 4, 1],
            [4, 5, 2],
            [5, 1, 3],
        ];
        let corner = |n: usize| {
            let n = n as f32;
            Vec3::new(n.sin(), (2.0 * n).cos(), 0.3 * n * n)
        };
        let plane = TRIANGLES.map(|triangle| triangle.map(corner));
        assert_eq!(facing(&plane), [Facing::Open]);
    }

    #[test]
    fn two_that_meet_along_an_edge_are_two() {
        let cuboid = shapes::cuboid(Vec3::repeat(1.0));
        let beside = cuboid
            .iter()
            .map(|t| t.map(|v| v + Vec3::new(2.0, 2.0, 0.0)));
        let mut both: Vec<_> = cuboid.iter().copied().chain(beside).collect();
        both[3].swap(0, 1);
        both[15].swap(0, 1);
        assert_eq!(
            facing(&both),
            [Facing::Open, Facing::TwoSided, Facing::TwoSided]
        );
    }
}
