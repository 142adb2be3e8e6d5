//! Subdivision of large triangles by bisection of the longest edge.
//!
//! In single precision the error of a distance is proportional to the size of the triangle that it
//! is computed from. Small pieces reduce it.

use crate::math::{Vec3, Vec3d};

/// Maximum number of pieces that the subdivision adds.
const MAX_PIECES: usize = 1 << 18;

/// Subdivides the triangles with a side longer than `longest_side`, in metres.
///
/// Returns all pieces, and for each piece the index of its triangle; `None` if all triangles are
/// small enough. The limit is doubled until the number of pieces is within bounds.
pub(super) fn subdivide(
    triangles: &[[Vec3; 3]],
    longest_side: f32,
) -> Option<(Vec<[Vec3; 3]>, Vec<u32>)> {
    let mut longest = f64::from(longest_side);
    let is_large = |triangle: &[Vec3; 3]| longest_edge(&triangle.map(|v| v.cast())).1 > longest;
    if !triangles.iter().any(is_large) {
        return None;
    }
    loop {
        if let Some(pieces) = subdivide_to(triangles, longest) {
            return Some(pieces);
        }
        longest *= 2.0;
    }
}

/// Pieces for one limit; `None` if there are too many.
fn subdivide_to(triangles: &[[Vec3; 3]], longest: f64) -> Option<(Vec<[Vec3; 3]>, Vec<u32>)> {
    let most = triangles.len() + MAX_PIECES;
    let (mut pieces, mut parents) = (Vec::new(), Vec::new());
    let mut stack: Vec<[Vec3d; 3]> = Vec::new();
    for (index, triangle) in (0..).zip(triangles) {
        stack.push(triangle.map(|corner| corner.cast()));
        while let Some(triangle) = stack.pop() {
            let (first, length) = longest_edge(&triangle);
            if length <= longest {
                pieces.push(triangle.map(|corner| corner.cast()));
                parents.push(index);
            } else {
                stack.extend(bisect(&triangle, first));
            }
            if pieces.len() + stack.len() > most {
                return None;
            }
        }
    }
    Some((pieces, parents))
}

/// Index of the corner where the longest edge starts, and the length of this edge.
fn longest_edge(triangle: &[Vec3d; 3]) -> (usize, f64) {
    let length = |first: usize| (triangle[(first + 1) % 3] - triangle[first]).norm();
    let edges = [0, 1, 2].map(|first| (first, length(first)));
    let longer = |a: (usize, f64), b: (usize, f64)| if b.1 > a.1 { b } else { a };
    longer(longer(edges[0], edges[1]), edges[2])
}

/// The two halves of a triangle, split at the middle of an edge, with the same winding.
fn bisect(triangle: &[Vec3d; 3], first: usize) -> [[Vec3d; 3]; 2] {
    let [a, b, c] = [0, 1, 2].map(|turn| triangle[(first + turn) % 3]);
    let middle = (a + b) * 0.5;
    [[a, middle, c], [middle, b, c]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area([a, b, c]: &[Vec3; 3]) -> Vec3d {
        (b - a).cast::<f64>().cross(&(c - a).cast()) * 0.5
    }

    #[test]
    fn pieces_are_small_and_together_the_whole() {
        let corners = [[0.0, 0.0, 0.0], [100.0, 0.0, 3.0], [40.0, 55.0, -20.0]];
        let large = corners.map(Vec3::from);
        let small = large.map(|corner| corner * 0.05);
        let (pieces, parents) = subdivide(&[small, large, small], 8.0).unwrap();
        assert_eq!((pieces[0], parents[0]), (small, 0));
        assert_eq!((pieces.last(), parents.last()), (Some(&small), Some(&2)));
        let of_large = &pieces[1..pieces.len() - 1];
        assert!(of_large.len() > 50 && of_large.len() < 1000);
        let mut sum = Vec3d::zeros();
        for piece in of_large {
            assert!(longest_edge(&piece.map(|v| v.cast())).1 <= 8.001);
            let (its, all) = (area(piece), area(&large));
            assert!(its.normalize().dot(&all.normalize()) > 1.0 - 1e-6);
            sum += its;
        }
        assert!((sum - area(&large)).norm() < 0.05);
        assert!(subdivide(&[small, small], 8.0).is_none());
        assert!(subdivide(&[], 8.0).is_none());
    }

    #[test]
    fn what_would_be_too_many_pieces_is_cut_into_larger_ones() {
        let far = 1e9;
        let huge = [[-far, 0.0, -far], [far, 0.0, -far], [0.0, 0.0, far]].map(Vec3::from);
        let (pieces, parents) = subdivide(&[huge], 32.0).unwrap();
        assert_eq!(pieces.len(), parents.len());
        assert!(pieces.len() <= MAX_PIECES + 1 && pieces.len() > MAX_PIECES / 16);
    }
}
