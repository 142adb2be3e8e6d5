//! How far a sphere sees the whole geometry.

use super::{
    bvh::Segment,
    cast_sphere_triangle::{cast_sphere_triangle, Cast},
    Geometry,
};
use crate::Vec3;
use std::ops::ControlFlow;

/// Share of the radius, and of the largest coordinate, by which a sphere may come nearer without touching: as in a sweep.
const SKIN: f64 = 5e-5;
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// See [`Geometry::cast`].
#[inline(always)]
pub(super) fn cast(geometry: &Geometry, start: Vec3, way: Vec3, radius: f32) -> Option<f32> {
    let length = f64::from(way.norm());
    let rounding = ROUNDING * f64::from(start.amax().max((start + way).amax()));
    let radius = f64::from(radius).max(2.0 * rounding);
    let cast = Cast {
        start: start.cast(),
        direction: way.cast() / length,
        radius: radius * (1.0 - SKIN) - rounding,
    };
    let reach = (radius + rounding) as f32 * (1.0 + f32::EPSILON);
    let segment = Segment::new(start, way, reach);
    let mut first = None;
    geometry.bvh.for_each(&segment, |triangle| {
        let vertices = &geometry.ordered[triangle as usize];
        let latest = first.unwrap_or(length);
        if let Some(way) = cast_sphere_triangle(&cast, vertices, latest) {
            first = Some(way);
            segment.shrink((way / length) as f32);
        }
        ControlFlow::Continue(())
    });
    first.map(|way| way as f32)
}
