//! Test whether a segment touches a triangle, by signed volumes of tetrahedra.

use crate::math::Vec3d;

/// Bound of the rounding of [`side`], as a share of the sum of the absolute values of its terms.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// True if the segment from the origin to `end` touches the triangle. Cases within the rounding
/// error count as touching.
///
/// The segment touches the triangle if its ends are not on the same side of the plane, and the line
/// through it does not pass two edges on different sides.
pub(super) fn cross_segment_triangle(end: &Vec3d, [a, b, c]: &[Vec3d; 3]) -> bool {
    let (ab, ac) = (b - a, c - a);
    let start_side = side(&-a, &ab, &ac);
    let end_side = side(&(end - a), &ab, &ac);
    if start_side * end_side > 0 {
        return false;
    }
    if start_side == 0 && end_side == 0 {
        return touches_in_plane(end, [a, b, c], &ab.cross(&ac));
    }
    let sides = [side(end, a, b), side(end, b, c), side(end, c, a)];
    !(sides.contains(&1) && sides.contains(&-1))
}

/// True if a segment in the plane of the triangle touches it: neither an edge nor the segment
/// separates the two (separating axis test).
fn touches_in_plane(end: &Vec3d, [a, b, c]: [&Vec3d; 3], normal: &Vec3d) -> bool {
    let corners = [a, b, c].map(|corner| side(normal, end, corner));
    let is_on_one_side = corners == [1; 3] || corners == [-1; 3];
    let is_beyond = |from: &Vec3d, to: &Vec3d| {
        let edge = to - from;
        // The inside lies to the left.
        side(normal, &edge, &-from) < 0 && side(normal, &edge, &(end - from)) < 0
    };
    !is_on_one_side && !is_beyond(a, b) && !is_beyond(b, c) && !is_beyond(c, a)
}

/// Sign of the volume that three vectors span; 0 if it is within the rounding error.
fn side(u: &Vec3d, v: &Vec3d, w: &Vec3d) -> i32 {
    let (mut volume, mut size) = (0.0, 0.0);
    for axis in 0..3 {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let (plus, minus) = (v[next] * w[last], v[last] * w[next]);
        volume += u[axis] * (plus - minus);
        size += u[axis].abs() * (plus.abs() + minus.abs());
    }
    if volume.abs() > size * ROUNDING {
        volume.signum() as i32
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if a segment touches a triangle with the corners (0, 0, 0), (4, 0, 0) and (0, 3, 0),
    /// with the axes rotated by `axes` places.
    fn touches(from: [f64; 3], to: [f64; 3], axes: usize) -> bool {
        let turned = |v: [f64; 3]| Vec3d::from_fn(|axis, _| v[(axis + axes) % 3]);
        let from = turned(from);
        let triangle = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 3.0, 0.0]].map(|v| turned(v) - from);
        let [a, b, c] = triangle;
        let found = cross_segment_triangle(&(turned(to) - from), &triangle);
        for other in [[b, c, a], [c, a, b], [a, c, b], [c, b, a]] {
            let again = cross_segment_triangle(&(turned(to) - from), &other);
            assert_eq!(
                found, again,
                "it matters where the triangle begins or how it winds"
            );
        }
        found
    }

    #[track_caller]
    fn assert_touches(from: [f64; 3], to: [f64; 3], expected: bool) {
        for axes in 0..3 {
            assert_eq!(touches(from, to, axes), expected);
            assert_eq!(touches(to, from, axes), expected, "the other way round");
        }
    }

    #[test]
    fn through_the_face_an_edge_and_a_corner() {
        assert_touches([1.0, 1.0, 1.0], [1.2, 0.9, -2.0], true);
        assert_touches([1.0, 1.0, 1.0], [1.2, 0.9, 0.1], false);
        assert_touches([5.0, 1.0, 1.0], [5.0, 1.0, -1.0], false);
        assert_touches([2.0, 0.0, 1.0], [2.0, 0.0, -1.0], true);
        assert_touches([2.0, -1e-9, 1.0], [2.0, -1e-9, -1.0], false);
        assert_touches([4.0, 0.0, 1.0], [4.0, 0.0, -1.0], true);
        assert_touches([0.0, 0.0, 1e-9], [1e-7, 0.0, -1e-9], true);
    }

    #[test]
    fn up_to_the_face_and_no_farther() {
        assert_touches([1.0, 1.0, 5.0], [1.0, 1.0, 0.0], true);
        assert_touches([1.0, 1.0, 5.0], [1.0, 1.0, 1e-9], false);
    }

    #[test]
    fn in_the_plane_of_the_triangle() {
        assert_touches([1.0, 1.0, 0.0], [1.1, 1.0, 0.0], true);
        assert_touches([-1.0, 1.0, 0.0], [9.0, 1.0, 0.0], true);
        assert_touches([-1.0, -1.0, 0.0], [9.0, -1.0, 0.0], false);
        assert_touches([5.0, 0.0, 0.0], [9.0, 0.0, 0.0], false);
        assert_touches([5.0, 0.0, 0.0], [4.0, 0.0, 0.0], true);
        assert_touches([3.0, 3.0, 0.0], [4.0, 1.0, 0.0], false);
        assert_touches([3.0, 3.0, 0.0], [1.0, 0.0, 0.0], true);
    }

    #[test]
    fn a_way_of_nothing_touches_what_it_is_on() {
        assert_touches([1.0, 1.0, 0.0], [1.0, 1.0, 0.0], true);
        assert_touches([5.0, 1.0, 0.0], [5.0, 1.0, 0.0], false);
        assert_touches([1.0, 1.0, 1.0], [1.0, 1.0, 1.0], false);
    }

    /// At a great distance the products are large and their sum is small.
    #[test]
    fn what_rounding_could_hide_counts_as_touching() {
        for far in [1e3, 1e6, 1e9] {
            for along in [0.1, 0.3, 0.7] {
                let [x, y] = [4.0 * along, 3.0 * (1.0 - along)];
                let (from, to) = (
                    [x - far, y - 0.7 * far, far],
                    [x + far, y + 0.7 * far, -far],
                );
                assert_touches(from, to, true);
            }
        }
    }
}
