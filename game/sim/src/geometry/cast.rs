//! Sphere cast against the whole geometry.

use super::{
    bvh::SegmentQuery,
    cast_sphere_triangle::{cast_sphere_triangle, SphereCast},
    Geometry,
};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// Permitted approach without a contact, as a share of the radius and of the largest coordinate;
/// the same as in a sweep.
pub(crate) const SKIN: f64 = 5e-5;
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// See [`Geometry::cast`].
#[inline(always)]
pub(super) fn cast(
    geometry: &Geometry,
    start: Vec3,
    displacement: Vec3,
    radius: f32,
) -> Option<f32> {
    let length = f64::from(displacement.norm());
    let rounding = ROUNDING * f64::from(start.amax().max((start + displacement).amax()));
    let radius = f64::from(radius).max(2.0 * rounding);
    let cast = SphereCast {
        start: start.cast(),
        direction: displacement.cast() / length,
        radius: radius * (1.0 - SKIN) - rounding,
    };
    let reach = (radius + rounding) as f32 * (1.0 + f32::EPSILON);
    let segment = SegmentQuery::new(start, displacement, reach);
    let mut first = None;
    geometry.bvh.for_each_along(&segment, |triangle| {
        let vertices = &geometry.ordered[triangle as usize];
        let latest = first.unwrap_or(length);
        if let Some(distance) = cast_sphere_triangle(&cast, vertices, latest) {
            first = Some(distance);
            segment.shrink((distance / length) as f32);
        }
        ControlFlow::Continue(())
    });
    first.map(|distance| distance as f32)
}
