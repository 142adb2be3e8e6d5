//! Shapes with a flat base: cylinders, cones, and outlines extruded along Z.

use super::{push_quad, Triangle};
use crate::math::Vec3;
use std::f32::consts::{PI, TAU};

/// A point of a flat outline, in metres.
type Point = [f32; 2];

/// Enlargement of circumscribed polygons that covers rounding, as a share of the radius.
const ROUNDING: f32 = 1e-6;

/// A cylinder around the Y axis from `-half_height` to `half_height`, in metres, with `segments`
/// sides (3 to 256). The signs of the sizes do not matter.
///
/// The corners stick out by 3.5% of the radius for 12 segments, 1.9% for 16, 0.5% for 32.
pub fn cylinder(half_height: f32, radius: f32, segments: u32) -> Vec<Triangle> {
    let half = half_height.abs();
    let outline = capsule_outline([0.0; 2], [0.0; 2], radius, segments);
    // The permutation Z, X, Y keeps the handedness.
    let upright = |corner: Vec3| Vec3::new(corner.y, corner.z, corner.x);
    let along_z = prism(&outline, [-half, half]);
    along_z.into_iter().map(|it| it.map(upright)).collect()
}

/// A cone around the Y axis with its base at `-half_height` and its tip at `half_height`, in
/// metres, with `segments` sides (3 to 256). The signs of the sizes do not matter.
///
/// The corners of the base stick out by 3.5% of the radius for 12 segments, 1.9% for 16, 0.5% for
/// 32.
pub fn cone(half_height: f32, radius: f32, segments: u32) -> Vec<Triangle> {
    let half = half_height.abs();
    let outline = capsule_outline([0.0; 2], [0.0; 2], radius, segments);
    let base: Vec<_> = outline
        .iter()
        .map(|&[z, x]| Vec3::new(x, -half, z))
        .collect();
    let tip = Vec3::new(0.0, half, 0.0);
    let mut triangles = Vec::with_capacity(2 * base.len());
    for (from, to) in sides(&base) {
        triangles.push([from, to, tip]);
    }
    push_fan(&mut triangles, base.iter().rev());
    triangles
}

/// A solid with a convex outline in the XY plane that is extruded along Z between two heights, in
/// metres.
///
/// The heights may have either order. The corners of the outline run counter-clockwise seen from
/// +Z. Fewer than three corners give no triangles.
pub fn prism(outline: &[[f32; 2]], heights: [f32; 2]) -> Vec<Triangle> {
    if outline.len() < 3 {
        return Vec::new();
    }
    let [low, high] = [heights[0].min(heights[1]), heights[0].max(heights[1])];
    let at = |height: f32| -> Vec<_> {
        let corners = outline.iter();
        corners.map(|&[x, y]| Vec3::new(x, y, height)).collect()
    };
    let (base, top) = (at(low), at(high));
    let mut triangles = Vec::with_capacity(4 * outline.len());
    for ((a, b), (d, c)) in sides(&base).zip(sides(&top)) {
        push_quad(&mut triangles, [a, b, c, d]);
    }
    push_fan(&mut triangles, base.iter().rev());
    push_fan(&mut triangles, top.iter());
    triangles
}

/// Outline of a flat capsule: all points of a plane within `radius` of the segment from `begin` to
/// `end`, in metres.
///
/// The outline is counter-clockwise. Its round ends together have about `segments` sides (3 to
/// 256). A segment of length 0 gives a regular polygon around a disc. The sign of `radius` does not
/// matter.
pub fn capsule_outline(begin: Point, end: Point, radius: f32, segments: u32) -> Vec<Point> {
    let segments = segments.clamp(3, 256);
    let axis = [end[0] - begin[0], end[1] - begin[1]];
    let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
    if length == 0.0 {
        let step = TAU / segments as f32;
        return arc(begin, [1.0, 0.0], radius, 0.0, step, segments);
    }
    let along = axis.map(|x| x / length);
    let half = segments.div_ceil(2);
    // Half a circle, from the tangent on the right of the axis to the tangent on its left.
    let cap = |center, along| arc(center, along, radius, -PI / 2.0, PI / half as f32, half);
    [cap(end, along), cap(begin, along.map(|x| -x))].concat()
}

/// Corners of sides that touch a circle. The first side's tangent point is at the angle `start`,
/// the next ones follow at the distance `step`. Angles are in radians, measured from `along`.
fn arc(center: Point, along: Point, radius: f32, start: f32, step: f32, count: u32) -> Vec<Point> {
    let reach = radius.abs() / libm::cosf(step / 2.0) * (1.0 + ROUNDING);
    let corner = |index: u32| {
        let (sin, cos) = libm::sincosf(start + step * (index as f32 + 0.5));
        [
            center[0] + reach * (cos * along[0] - sin * along[1]),
            center[1] + reach * (cos * along[1] + sin * along[0]),
        ]
    };
    (0..count).map(corner).collect()
}

/// Pairs of each corner of a closed line and the next corner.
fn sides(corners: &[Vec3]) -> impl Iterator<Item = (Vec3, Vec3)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}

/// Adds a flat convex face as a triangle fan.
fn push_fan<'a>(triangles: &mut Vec<Triangle>, mut corners: impl Iterator<Item = &'a Vec3>) {
    let (Some(&first), Some(&second)) = (corners.next(), corners.next()) else {
        return;
    };
    let mut before = second;
    for &corner in corners {
        triangles.push([first, before, corner]);
        before = corner;
    }
}
