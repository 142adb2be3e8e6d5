//! How far a sphere sees a triangle.

use super::{triangle::Triangle, Vec3d};
use crate::Vec3;

/// A sphere that moves along a unit direction.
pub(super) struct Cast {
    pub(super) start: Vec3d,
    pub(super) direction: Vec3d,
    pub(super) radius: f64,
}

/// The way after which the sphere touches a triangle, if that is not longer than `latest`.
///
/// A sphere that overlaps the triangle from the start touches it at once if it comes nearer, and never if it leaves or goes
/// along: the distance from a moving point to a convex set shrinks and then grows.
#[inline(always)]
pub(super) fn cast_sphere_triangle(cast: &Cast, vertices: &[Vec3; 3], latest: f64) -> Option<f64> {
    let corners = vertices.map(|vertex| vertex.cast::<f64>() - cast.start);
    let [a, b, c] = corners;
    let edges = [b - a, c - b, a - c];
    let normal = edges[0].cross(&edges[1]);
    let length = normal.norm();
    // Seen from the side where the sphere starts.
    let height = -normal.dot(&a);
    let side = if height < 0.0 { -1.0 } else { 1.0 };
    let (height, descent) = (side * height, -side * normal.dot(&cast.direction));
    let gap = height - cast.radius * length;
    if gap > 0.0 {
        if gap > latest * descent {
            return None;
        }
        let way = gap / descent;
        if is_over(&corners, &edges, &normal, &(cast.direction * way)) {
            return Some(way);
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

/// Whether a point lies over the triangle, seen along its normal.
#[inline(always)]
fn is_over(corners: &[Vec3d; 3], edges: &[Vec3d; 3], normal: &Vec3d, point: &Vec3d) -> bool {
    let mut is_over = true;
    for (corner, edge) in corners.iter().zip(edges) {
        is_over &= normal.dot(&edge.cross(&(point - corner))) >= 0.0;
    }
    is_over
}

/// The way after which the sphere, which does not overlap an edge, touches it.
#[inline(always)]
fn cast_on_edge(cast: &Cast, corner: &Vec3d, edge: &Vec3d, latest: f64) -> Option<f64> {
    let (moment, turn) = (edge.cross(corner), edge.cross(&cast.direction));
    let squared = edge.norm_squared();
    // The distance from the line is the radius where `a t² - 2 b t + c = 0`.
    let (a, b) = (turn.norm_squared(), turn.dot(&moment));
    let c = moment.norm_squared() - cast.radius * cast.radius * squared;
    let along = if c > 0.0 {
        let discriminant = b * b - a * c;
        if b <= 0.0 || discriminant < 0.0 {
            return None;
        }
        let way = c / (b + discriminant.sqrt());
        if way > latest {
            return None;
        }
        let along = (cast.direction * way - corner).dot(edge);
        if (0.0..=squared).contains(&along) {
            return Some(way);
        }
        along
    } else {
        -corner.dot(edge)
    };
    let end = if along > 0.0 { corner + edge } else { *corner };
    cast_on_corner(cast, &end, latest)
}

#[inline(always)]
fn cast_on_corner(cast: &Cast, corner: &Vec3d, latest: f64) -> Option<f64> {
    let turn = cast.direction.cross(corner);
    let b = cast.direction.dot(corner);
    let c = corner.norm_squared() - cast.radius * cast.radius;
    let discriminant = cast.radius * cast.radius - turn.norm_squared();
    if b <= 0.0 || c < 0.0 || discriminant < 0.0 {
        return None;
    }
    let way = c / (b + discriminant.sqrt());
    (way <= latest).then_some(way)
}
