//! Whether a place is free.

use super::{
    bvh::Aabb, cross_ray_triangle::cross_ray_triangle, triangle::Triangle, Geometry, Vec3d,
};
use crate::Vec3;
use std::ops::ControlFlow;

/// Directions towards the corners of a tetrahedron, turned so that they are parallel to nothing that a level is built of.
const DIRECTIONS: [[f64; 3]; 4] = [
    [0.5769524383308864, 0.7887772537840603, -0.2120290730464128],
    [-0.586460632639223, 0.2162009330706919, 0.7805902144555521],
    [0.5776755318737458, -0.7848278578210024, 0.2243573343184519],
    [-0.568167337565409, -0.2201503290337498, -0.7929184757275911],
];

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
    DIRECTIONS
        .iter()
        .all(|&direction| crossings(geometry, center, &direction.into()) != 0)
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
