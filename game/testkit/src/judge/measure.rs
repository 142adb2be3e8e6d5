//! Segments, points and solid angles against a single triangle.

pub type Point = [f64; 3];

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// Six times the signed volume of the tetrahedron a, b, c, d.
fn volume(a: Point, b: Point, c: Point, d: Point) -> f64 {
    dot(minus(b, a), cross(minus(c, a), minus(d, a)))
}

/// True if the closed segment touches the closed triangle.
pub fn crosses(&[a, b, c]: &[Point; 3], from: Point, to: Point) -> bool {
    let (before, after) = (volume(a, b, c, from), volume(a, b, c, to));
    if before * after > 0.0 {
        return false;
    }
    if before == 0.0 && after == 0.0 {
        return touches_in_plane(&[a, b, c], from, to);
    }
    // The line passes all three edges on the same side.
    let sides = [(a, b), (b, c), (c, a)].map(|(start, end)| volume(from, to, start, end));
    sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
}

/// True if a segment in the plane of the triangle touches it: in the projection along the axis
/// nearest to the normal, neither an edge nor the segment separates the two. A triangle with equal
/// corners has no plane and is no surface.
fn touches_in_plane(triangle: &[Point; 3], from: Point, to: Point) -> bool {
    let normal = cross(
        minus(triangle[1], triangle[0]),
        minus(triangle[2], triangle[0]),
    );
    if normal == [0.0; 3] {
        return false;
    }
    let along = (0..3)
        .max_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs()))
        .unwrap();
    let flat = |p: Point| [p[(along + 1) % 3], p[(along + 2) % 3]];
    let side = |[a, b]: [[f64; 2]; 2], p: [f64; 2]| {
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    };
    let corners = triangle.map(flat);
    let segment = [flat(from), flat(to)];
    let is_apart_by_edge = (0..3).any(|i| {
        let edge = [corners[i], corners[(i + 1) % 3]];
        let inner = side(edge, corners[(i + 2) % 3]);
        segment.iter().all(|&p| side(edge, p) * inner < 0.0)
    });
    let sides = corners.map(|corner| side(segment, corner));
    let is_apart_by_segment = sides.iter().all(|&x| x > 0.0) || sides.iter().all(|&x| x < 0.0);
    !is_apart_by_edge && !is_apart_by_segment
}

/// The distance from a point to a triangle.
pub fn distance(&[a, b, c]: &[Point; 3], p: Point) -> f64 {
    // The foot of the perpendicular is a + u (b - a) + v (c - a).
    let (e, f, g) = (minus(b, a), minus(c, a), minus(p, a));
    let (ee, ef, ff) = (dot(e, e), dot(e, f), dot(f, f));
    let (ge, gf) = (dot(g, e), dot(g, f));
    let determinant = ee * ff - ef * ef;
    let (u, v) = (ff * ge - ef * gf, ee * gf - ef * ge);
    if u >= 0.0 && v >= 0.0 && u + v <= determinant && determinant > 0.0 {
        let normal = cross(e, f);
        return dot(g, normal).abs() / length(normal);
    }
    let to_edges = [(a, b), (b, c), (c, a)].map(|(start, end)| distance_to_segment(start, end, p));
    to_edges.into_iter().fold(f64::INFINITY, f64::min)
}

fn distance_to_segment(start: Point, end: Point, p: Point) -> f64 {
    let (edge, from_start) = (minus(end, start), minus(p, start));
    let along = (dot(from_start, edge) / dot(edge, edge)).clamp(0.0, 1.0);
    length(std::array::from_fn(|axis| {
        from_start[axis] - along * edge[axis]
    }))
}

/// The solid angle of a triangle from a point, positive from its back (Van Oosterom and Strackee
/// 1983).
pub fn solid_angle(triangle: &[Point; 3], from: Point) -> f64 {
    let [a, b, c] = triangle.map(|vertex| minus(vertex, from));
    let [la, lb, lc] = [a, b, c].map(length);
    let numerator = dot(a, cross(b, c));
    let denominator = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    2.0 * numerator.atan2(denominator)
}
