//! Balls and capsules.

use super::{push_quad, Triangle, SIGNS};
use crate::math::{orientation::shortest_turn, Vec3};
use std::f32::consts::{PI, TAU};

/// Maximum number of subdivisions of a [`ball`]: 81,920 triangles.
const MAX_SUBDIVISIONS: u32 = 6;

/// A ball around the origin, with a radius in metres: an icosahedron whose triangles are each
/// divided into four, `subdivisions` times (at most 6).
///
/// It has 20 * 4^subdivisions triangles. The corners stick out of the ball by 26%, 7.1%, 1.9%,
/// 0.46% and 0.12% of the radius for 0, 1, 2, 3 and 4 subdivisions.
pub fn ball(radius: f32, subdivisions: u32) -> Vec<Triangle> {
    let mut triangles = icosahedron();
    for _ in 0..subdivisions.min(MAX_SUBDIVISIONS) {
        triangles = triangles.iter().flat_map(divide).collect();
    }
    circumscribe(&mut triangles, radius);
    triangles
}

/// A capsule: all points within `radius` of the segment from `begin` to `end`, in metres.
///
/// It has `segments` sides around it (4 to 256, rounded up to a multiple of 4), and a quarter of
/// that number of rings on each cap. A segment of length 0 gives a ball. The corners stick out by
/// 7% of the radius for 12 segments, 3.9% for 16, 1% for 32.
pub fn capsule(begin: Vec3, end: Vec3, radius: f32, segments: u32) -> Vec<Triangle> {
    let segments = segments.clamp(4, 256).next_multiple_of(4);
    let mut caps = globe(segments);
    circumscribe(&mut caps, radius);
    let to_axis = shortest_turn(Vec3::y(), end - begin);

    let mut triangles = Vec::with_capacity(caps.len() + 2 * segments as usize);
    for cap in &caps {
        let is_upper = cap.iter().any(|vertex| vertex.y > 0.0);
        let center = if is_upper { end } else { begin };
        triangles.push(cap.map(|vertex| center + to_axis * vertex));
        // The side starts at the edges of the lower cap on the equator.
        let equator = (0..3).find(|&i| cap[i].y == 0.0 && cap[(i + 1) % 3].y == 0.0);
        if let (false, true, Some(i)) = (is_upper, begin != end, equator) {
            let [a, b] = [cap[(i + 1) % 3], cap[i]].map(|vertex| to_axis * vertex);
            push_quad(&mut triangles, [begin + a, begin + b, end + b, end + a]);
        }
    }
    triangles
}

/// Sphere of radius 1 by latitude and longitude, with its poles on the Y axis and corners on the
/// equator.
fn globe(segments: u32) -> Vec<Triangle> {
    let rings = segments / 2;
    let corner = |ring: u32, segment: u32| {
        let (height, reach) = match ring {
            0 => (-1.0, 0.0),
            _ if ring == rings => (1.0, 0.0),
            _ if 2 * ring == rings => (0.0, 1.0),
            _ => libm::sincosf(PI * (ring as f32 / rings as f32 - 0.5)),
        };
        let (sin, cos) = libm::sincosf(TAU * (segment % segments) as f32 / segments as f32);
        Vec3::new(reach * sin, height, reach * cos)
    };
    let mut triangles = Vec::new();
    for segment in 0..segments {
        for ring in 0..rings {
            let (next_ring, next_segment) = (ring + 1, segment + 1);
            let [a, b] = [corner(ring, segment), corner(ring, next_segment)];
            let [c, d] = [corner(next_ring, next_segment), corner(next_ring, segment)];
            // At the poles one side of the quad is a point.
            if ring > 0 {
                triangles.push([a, b, c]);
            }
            if next_ring < rings {
                triangles.push([a, c, d]);
            }
        }
    }
    triangles
}

fn icosahedron() -> Vec<Triangle> {
    let golden = (1.0 + 5.0_f32.sqrt()) / 2.0;
    // Corners of three golden rectangles, one in each coordinate plane.
    let corner = |axis: usize, short: f32, long: f32| {
        let mut corner = Vec3::zeros();
        corner[axis] = short;
        corner[(axis + 1) % 3] = long * golden;
        corner.normalize()
    };
    let mut triangles = Vec::with_capacity(20);
    for x in SIGNS {
        for y in SIGNS {
            // One triangle in each octant, and two triangles at the short edges of each rectangle.
            for z in SIGNS {
                triangles.push([corner(0, x, y), corner(1, y, z), corner(2, z, x)]);
            }
            for axis in 0..3 {
                let third = corner((axis + 1) % 3, x, y);
                triangles.push([corner(axis, 1.0, x), corner(axis, -1.0, x), third]);
            }
        }
    }
    triangles.into_iter().map(outward).collect()
}

/// The triangle of a convex shape around the origin, wound counter-clockwise seen from outside.
fn outward(triangle: Triangle) -> Triangle {
    let [a, b, c] = triangle;
    if normal(&triangle).dot(&a) < 0.0 {
        [a, c, b]
    } else {
        triangle
    }
}

/// Divides a triangle of the unit sphere into four.
fn divide(&[a, b, c]: &Triangle) -> [Triangle; 4] {
    let middle = |a: Vec3, b: Vec3| (a + b).normalize();
    let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}

/// Scales a convex shape around the origin so that it circumscribes a ball of this radius.
fn circumscribe(triangles: &mut [Triangle], radius: f32) {
    let inner = triangles
        .iter()
        .map(|triangle| normal(triangle).dot(&triangle[0]))
        .fold(f32::INFINITY, f32::min);
    // Enlarged, so that rounding puts no triangle inside the ball.
    let scale = radius.abs() / inner * (1.0 + 1e-6);
    for vertex in triangles.iter_mut().flatten() {
        *vertex *= scale;
    }
}

fn normal([a, b, c]: &Triangle) -> Vec3 {
    (b - a).cross(&(c - a)).normalize()
}
