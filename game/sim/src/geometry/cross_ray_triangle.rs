//! Side from which a ray crosses a triangle.

use crate::math::Vec3d;

/// Crossing of a ray that starts at the origin with a triangle: 1 if the ray leaves through the
/// front (the side from which the corners run counter-clockwise), -1 if it enters through it, 0 if
/// it misses. `vertices` are relative to the ray's origin.
///
/// A ray that meets the edge between two triangles crosses exactly one of them, or both or none if
/// they lie on the same side of it. The test of an edge gives exactly opposite numbers for its two
/// directions, and a zero is decided by an order of the vertices that both triangles share
/// (simulation of simplicity). So a closed mesh is watertight.
pub(super) fn cross_ray_triangle(direction: &Vec3d, vertices: &[Vec3d; 3]) -> i32 {
    let [a, b, c] = vertices;
    let side = is_left(direction, a, b);
    if is_left(direction, b, c) != side || is_left(direction, c, a) != side {
        return 0;
    }
    let normal = (b - a).cross(&(c - a));
    let ahead = normal.dot(a) > 0.0;
    match (side, ahead) {
        (true, true) => 1,
        (false, false) => -1,
        _ => 0,
    }
}

/// True if the line along `direction` through the origin passes the edge from `a` to `b` on its
/// left, seen from `a` to `b`.
fn is_left(direction: &Vec3d, a: &Vec3d, b: &Vec3d) -> bool {
    let volume = direction.dot(&a.cross(b));
    if volume == 0.0 {
        a.as_slice() < b.as_slice()
    } else {
        volume > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(triangle: [[f64; 3]; 3], by: [f64; 3]) -> [Vec3d; 3] {
        triangle.map(|vertex| Vec3d::from(vertex) + Vec3d::from(by))
    }

    const FRONT_UP: [[f64; 3]; 3] = [[-1.0, -1.0, 0.0], [2.0, -1.0, 0.0], [-1.0, 2.0, 0.0]];

    #[test]
    fn a_ray_leaves_by_the_front_and_enters_by_the_back_of_what_it_sees() {
        let up = Vec3d::new(0.1, 0.2, 1.0);
        assert_eq!(
            cross_ray_triangle(&up, &moved(FRONT_UP, [0.0, 0.0, 1.0])),
            1
        );
        assert_eq!(
            cross_ray_triangle(&-up, &moved(FRONT_UP, [0.0, 0.0, -1.0])),
            -1
        );
        assert_eq!(
            cross_ray_triangle(&up, &moved(FRONT_UP, [0.0, 0.0, -1.0])),
            0,
            "behind"
        );
        assert_eq!(
            cross_ray_triangle(&up, &moved(FRONT_UP, [3.0, 0.0, 1.0])),
            0,
            "beside"
        );
    }

    /// Square of two triangles around the Z axis. The choice of the diagonal and the first corner
    /// of each triangle must not matter to rays through the shared edge or its ends.
    #[test]
    fn a_ray_through_a_shared_edge_crosses_one_triangle() {
        let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| Vec3d::new(x, y, 1.0));
        for [first, second] in [
            [[a, b, c], [a, c, d]],
            [[b, c, a], [c, d, a]],
            [[c, a, b], [d, a, c]],
        ] {
            for along in [-0.9, -0.5, 0.0, 0.3, 0.7] {
                let direction = Vec3d::new(along, along, 1.0);
                let count = cross_ray_triangle(&direction, &first)
                    + cross_ray_triangle(&direction, &second);
                assert_eq!(count, 1, "{along}");
            }
        }
    }
}
