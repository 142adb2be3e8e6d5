//! Which side of a triangle a ray crosses it from.

use super::Vec3d;

/// 1 if the ray leaves through the triangle's front (the side from which its corners run counter-clockwise), -1 if it
/// enters through it, 0 if it misses. The ray starts at the origin; `vertices` are relative to it.
///
/// A ray that meets the edge between two triangles crosses exactly one of them, or both or none if they lie on the same side
/// of it: the test for an edge gives exactly opposite numbers for its two directions, and a zero is broken by an order
/// of the vertices that both triangles share. So a closed mesh leaks nowhere.
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

/// Whether the line along `direction` through the origin passes the edge from `a` to `b` on its left, looking along it.
fn is_left(direction: &Vec3d, a: &Vec3d, b: &Vec3d) -> bool {
    let volume = direction.dot(&a.cross(b));
    if volume == 0.0 {
        a.as_slice() < b.as_slice()
    } else {
        volume > 0.0
    }
}
