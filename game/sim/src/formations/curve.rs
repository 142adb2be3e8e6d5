//! Places along a curve.

use super::axes::projected;
use crate::{
    math::{spline, Vec3},
    settings::Plane,
};

/// Places along a curve, with the same distance along the curve between neighbours. Empty for fewer
/// than two points.
pub(super) fn along(count: usize, points: &[Vec3], is_loop: bool, plane: Plane) -> Vec<Vec3> {
    if points.len() < 2 {
        return Vec::new();
    }
    let mut points: Vec<Vec3> = points.iter().map(|it| projected(plane, *it)).collect();
    // In a plane, points may coincide.
    points.dedup();
    if is_loop && points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    if let [only] = points[..] {
        return vec![only; count];
    }
    let mut corners = Vec::new();
    spline::sample(&points, is_loop, &mut corners);
    let length = corners.last().map_or(0.0, |corner| f64::from(corner[3]));
    let share = |index: usize| match count {
        _ if is_loop => index as f64 / count as f64,
        1 => 0.5,
        _ => index as f64 / (count - 1) as f64,
    };
    let place = |index: usize| at(&corners, (length * share(index)) as f32);
    (0..count).map(place).collect()
}

/// The point at a distance along a polyline.
fn at(corners: &[[f32; 4]], along: f32) -> Vec3 {
    let next = corners.partition_point(|corner| corner[3] < along);
    let next = next.clamp(1, corners.len() - 1);
    let [from, to] = [corners[next - 1], corners[next]];
    let piece = to[3] - from[3];
    let share = if piece > 0.0 {
        ((along - from[3]) / piece).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let [start, end] = [from, to].map(|[x, y, z, _]| Vec3::new(x, y, z));
    start + (end - start) * share
}
