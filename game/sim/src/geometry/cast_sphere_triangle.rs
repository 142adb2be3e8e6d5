//! Sphere cast against a triangle.
//!
//! The centre of the sphere meets the triangle enlarged by the radius: a ray against a rounded
//! triangle, which consists of two offset faces, three cylinders around the edges and three spheres
//! around the corners.

use super::triangle::Triangle;
use crate::math::{Vec3, Vec3d};

/// Sphere that moves along a unit direction.
pub(super) struct SphereCast {
    pub(super) start: Vec3d,
    pub(super) direction: Vec3d,
    pub(super) radius: f64,
}

/// Distance after which the sphere touches a triangle, if it is not greater than `latest`.
///
/// If the sphere overlaps the triangle at the start, it touches it at once if it approaches, and
/// never if it leaves or moves parallel: the distance from a moving point to a convex set is convex
/// in time.
#[inline(always)]
pub(super) fn cast_sphere_triangle(
    cast: &SphereCast,
    vertices: &[Vec3; 3],
    latest: f64,
) -> Option<f64> {
    let corners = vertices.map(|vertex| vertex.cast::<f64>() - cast.start);
    let [a, b, c] = corners;
    let edges = [b - a, c - b, a - c];
    let normal = edges[0].cross(&edges[1]);
    let length = normal.norm();
    // Height of the start above the plane, times the length of the normal. The side of the start is
    // positive.
    let height = -normal.dot(&a);
    let side = if height < 0.0 { -1.0 } else { 1.0 };
    let (height, descent) = (side * height, -side * normal.dot(&cast.direction));
    let gap = height - cast.radius * length;
    if gap > 0.0 {
        if gap > latest * descent {
            return None;
        }
        let distance = gap / descent;
        if is_over(&corners, &edges, &normal, &(cast.direction * distance)) {
            return Some(distance);
        }
    } else {
        let offset = Triangle::relative_to(vertices, &cast.start).offset_to(&Vec3d::zeros());
        if offset.norm_squared() < cast.radius * cast.radius {
            return (offset.dot(&cast.direction) < 0.0).then_some(0.0);
        }
    }
    let mut first = None;
    for (corner, edge) in corners.iter().zip(&edges) {
        let latest = first.unwrap_or(latest);
        first = cast_on_edge(cast, corner, edge, latest).or(first);
    }
    first
}

/// True if the projection of a point along the normal lies in the triangle.
#[inline(always)]
fn is_over(corners: &[Vec3d; 3], edges: &[Vec3d; 3], normal: &Vec3d, point: &Vec3d) -> bool {
    let mut is_over = true;
    for (corner, edge) in corners.iter().zip(edges) {
        is_over &= normal.dot(&edge.cross(&(point - corner))) >= 0.0;
    }
    is_over
}

/// Distance after which the sphere touches an edge that it does not overlap (ray against cylinder).
#[inline(always)]
fn cast_on_edge(cast: &SphereCast, corner: &Vec3d, edge: &Vec3d, latest: f64) -> Option<f64> {
    let (moment, turn) = (edge.cross(corner), edge.cross(&cast.direction));
    let squared = edge.norm_squared();
    // The distance from the line equals the radius at the roots of `a t² - 2 b t + c = 0`.
    let (a, b) = (turn.norm_squared(), turn.dot(&moment));
    let c = moment.norm_squared() - cast.radius * cast.radius * squared;
    let along = if c > 0.0 {
        let discriminant = b * b - a * c;
        if b <= 0.0 || discriminant < 0.0 {
            return None;
        }
        let distance = c / (b + discriminant.sqrt());
        if distance > latest {
            return None;
        }
        let along = (cast.direction * distance - corner).dot(edge);
        if (0.0..=squared).contains(&along) {
            return Some(distance);
        }
        along
    } else {
        -corner.dot(edge)
    };
    let end = if along > 0.0 { corner + edge } else { *corner };
    cast_on_corner(cast, &end, latest)
}

#[inline(always)]
fn cast_on_corner(cast: &SphereCast, corner: &Vec3d, latest: f64) -> Option<f64> {
    let turn = cast.direction.cross(corner);
    let b = cast.direction.dot(corner);
    let c = corner.norm_squared() - cast.radius * cast.radius;
    let discriminant = cast.radius * cast.radius - turn.norm_squared();
    if b <= 0.0 || c < 0.0 || discriminant < 0.0 {
        return None;
    }
    let distance = c / (b + discriminant.sqrt());
    (distance <= latest).then_some(distance)
}
