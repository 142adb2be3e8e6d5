//! Test whether a position is free for a sphere.

use super::{
    bvh::Aabb,
    surfaces::{is_inside, Weight},
    triangle::Triangle,
    triangle_mesh::TriangleMesh,
    DistanceField,
};
use crate::math::{is_finite, Vec3, Vec3d};
use std::ops::ControlFlow;

/// See [`Geometry::is_clear`](crate::Geometry::is_clear).
///
/// `known` is the distance field, if it has been computed, and for each of its regions whether it
/// is inside a solid with the given weights. The triangles are tested only where the field does not
/// decide.
pub(super) fn is_clear(
    mesh: &TriangleMesh,
    weights: &[Weight],
    known: Option<(&DistanceField, &[bool])>,
    center: Vec3,
    radius: f32,
) -> bool {
    if !is_finite(&center) || !radius.is_finite() || radius < 0.0 {
        return false;
    }
    let is_far = known.is_some_and(|(field, _)| field.at(center.into()) > radius);
    let is_near = !is_far && is_near_surface(mesh, &center.cast(), f64::from(radius));
    let side = || known.and_then(|(field, inside)| field.find_inside(center, inside));
    !is_near && !side().unwrap_or_else(|| is_inside(mesh, weights, &center.cast()))
}

fn is_near_surface(mesh: &TriangleMesh, center: &Vec3d, radius: f64) -> bool {
    let reach = Vec3d::repeat(radius);
    let around = Aabb::enclosing(&(center - reach), &(center + reach));
    let mut is_near = false;
    mesh.bvh.for_each(&around, |index| {
        let triangle = Triangle::relative_to(&mesh.ordered[index as usize], center);
        is_near = triangle.distance_from_origin() < radius;
        if is_near {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    is_near
}
