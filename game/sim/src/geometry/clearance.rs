//! Whether a place is free.

use super::{
    bvh::Aabb, cross_ray_triangle::cross_ray_triangle, triangle::Triangle, Geometry, Vec3d,
};
use crate::Vec3;
use std::{f64::consts::PI, ops::ControlFlow};

/// Rays that must all find the place inside. So many leave no gap of more than 28 degrees around an axis, which is 6% of the
/// view; fewer would overlook the open top of a deep tank.
const RAYS: u32 = 32;

/// Shares no factor with the number of rays. Rays that are cast in turn point far apart, so that a place outside is
/// recognised by one of the first.
const STRIDE: u32 = 13;

/// See [`Geometry::is_clear`].
pub(super) fn is_clear(geometry: &Geometry, center: Vec3, radius: f32) -> bool {
    let is_finite = center.iter().all(|x| x.is_finite()) && radius.is_finite();
    is_finite
        && radius >= 0.0
        && !is_near_surface(geometry, &center.cast(), f64::from(radius))
        && !is_inside(geometry, &center.cast())
}

fn is_near_surface(geometry: &Geometry, center: &Vec3d, radius: f64) -> bool {
    let reach = Vec3d::repeat(radius);
    let around = Aabb::enclosing(&(center - reach), &(center + reach));
    let mut is_near = false;
    let touches = |bounds: &Aabb| bounds.touches(&around);
    geometry.bvh.for_each(touches, |index| {
        let triangle = Triangle::relative_to(&geometry.triangles[index as usize], center);
        is_near = triangle.offset_to(&Vec3d::zeros()).norm() < radius;
        if is_near {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    is_near
}

fn is_inside(geometry: &Geometry, center: &Vec3d) -> bool {
    (0..RAYS).all(|ray| crossings(geometry, center, &direction(ray * STRIDE % RAYS)) != 0)
}

/// One of many directions that are evenly spread by the golden spiral. It is turned so that none is parallel to an axis or
/// a plane of two, as much of what levels are built of is.
fn direction(index: u32) -> Vec3d {
    let golden_angle = PI * (3.0 - 5.0_f64.sqrt());
    let height = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(RAYS);
    let reach = (1.0 - height * height).sqrt();
    let (sin, cos) = (golden_angle * f64::from(index) + 0.3).sin_cos();
    Vec3d::new(reach * cos, height, reach * sin)
}

/// How many more triangles a ray leaves through than it enters through.
fn crossings(geometry: &Geometry, origin: &Vec3d, direction: &Vec3d) -> i32 {
    let inverse = direction.map(|x| 1.0 / x);
    let mut count = 0;
    let touches = |bounds: &Aabb| bounds.touches_ray(origin, &inverse);
    geometry.bvh.for_each(touches, |index| {
        let vertices = geometry.triangles[index as usize].map(|vertex| vertex.cast() - origin);
        count += cross_ray_triangle(direction, &vertices);
        ControlFlow::Continue(())
    });
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_of_unit_length_and_parallel_to_no_plane_of_the_axes() {
        for direction in (0..RAYS).map(direction) {
            assert!((direction.norm() - 1.0).abs() < 1e-12);
            assert!(direction.iter().all(|x| x.abs() > 1e-3), "{direction}");
        }
    }

    #[test]
    fn every_direction_is_used_once() {
        let mut used: Vec<_> = (0..RAYS).map(|ray| ray * STRIDE % RAYS).collect();
        used.sort();
        assert!(used.into_iter().eq(0..RAYS));
    }
}
