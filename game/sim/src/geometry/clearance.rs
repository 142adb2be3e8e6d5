//! Whether a place is free.

use super::{
    bvh::{Aabb, Ray},
    cross_ray_triangle::cross_ray_triangle,
    triangle::Triangle,
    Geometry, Vec3d,
};
use crate::Vec3;
use std::ops::ControlFlow;

/// Directions that are parallel to nothing that levels are built of.
const DIRECTIONS: [[f64; 3]; 3] = [
    [
        0.576_952_438_330_886,
        0.788_777_253_784_060,
        -0.212_029_073_046_412,
    ],
    [
        -0.586_460_632_639_223,
        0.216_200_933_070_691,
        0.780_590_214_455_552,
    ],
    [
        -0.568_167_337_565_409,
        -0.220_150_329_033_749,
        -0.792_918_475_727_591,
    ],
];

/// See [`Geometry::is_clear`]. What the clearances tell is asked first, if they have been measured.
pub(super) fn is_clear(geometry: &Geometry, center: Vec3, radius: f32) -> bool {
    let is_finite = center.iter().all(|x| x.is_finite()) && radius.is_finite();
    if !is_finite || radius < 0.0 {
        return false;
    }
    let known = geometry.measured_clearances();
    let is_far = known.is_some_and(|known| known.at(center.into()) > radius);
    let is_near = !is_far && is_near_surface(geometry, &center.cast(), f64::from(radius));
    let side = known.and_then(|known| known.is_inside(center));
    !is_near && !side.unwrap_or_else(|| is_inside(geometry, &center.cast()))
}

fn is_near_surface(geometry: &Geometry, center: &Vec3d, radius: f64) -> bool {
    let reach = Vec3d::repeat(radius);
    let around = Aabb::enclosing(&(center - reach), &(center + reach));
    let mut is_near = false;
    geometry.bvh.for_each(&around, |index| {
        let triangle = Triangle::relative_to(&geometry.ordered[index as usize], center);
        is_near = triangle.distance_from_origin() < radius;
        if is_near {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    is_near
}

/// By a majority of rays: one alone might pass through the slit that a dropped degenerate triangle left.
pub(super) fn is_inside(geometry: &Geometry, center: &Vec3d) -> bool {
    let [first, second, third] = DIRECTIONS.map(Vec3d::from);
    let leads_out = |ray: &Vec3d| crossings(geometry, center, ray) != 0;
    let is_inside = leads_out(&first);
    match leads_out(&second) == is_inside {
        true => is_inside,
        false => leads_out(&third),
    }
}

/// How many more triangles of closed surfaces a ray leaves through than it enters through.
fn crossings(geometry: &Geometry, origin: &Vec3d, direction: &Vec3d) -> i32 {
    let mut count = 0;
    geometry
        .bvh
        .for_each(&Ray::new(origin, direction), |index| {
            if geometry.is_closed[index as usize] {
                let vertices =
                    geometry.ordered[index as usize].map(|vertex| vertex.cast() - origin);
                count += cross_ray_triangle(direction, &vertices);
            }
            ControlFlow::Continue(())
        });
    count
}
