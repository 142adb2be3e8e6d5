//! Sphere cast against the whole geometry.

use super::{
    bvh::SegmentQuery,
    candidates::Candidates,
    cast_sphere_triangle::{cast_sphere_triangle, SphereCast},
    impact_bound::SpherePath,
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
    let mut test = |number: u32| {
        let latest = first.unwrap_or(length);
        let vertices = &geometry.ordered[number as usize];
        first = cast_sphere_triangle(&cast, vertices, latest).or(first);
        let fraction = first.map_or(1.0, |distance| distance / length);
        segment.shrink(fraction as f32);
        fraction
    };
    let path = SpherePath::new(start, displacement, reach);
    let mut candidates = Candidates::new(path, &geometry.ordered);
    let mut latest = 1.0;
    geometry.bvh.for_each_along(&segment, |number| {
        if candidates.add(number) {
            latest = candidates.test(latest, &mut test);
        }
        ControlFlow::Continue(())
    });
    candidates.test(latest, &mut test);
    first.map(|distance| distance as f32)
}
