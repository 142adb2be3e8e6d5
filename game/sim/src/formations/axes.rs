//! The axes of a formation in each plane of motion.

use crate::{math::Vec3, settings::Plane};

/// A point of a flat formation, from its coordinates to the side and ahead. In three dimensions
/// flat formations are horizontal.
pub(super) fn flat(plane: Plane, aside: f64, ahead: f64) -> Vec3 {
    let [aside, ahead] = [aside as f32, ahead as f32];
    match plane {
        Plane::All | Plane::Xz => Vec3::new(aside, 0.0, ahead),
        Plane::Xy => Vec3::new(aside, ahead, 0.0),
        Plane::Yz => Vec3::new(0.0, aside, ahead),
    }
}

/// The unit vector ahead.
pub(super) fn ahead(plane: Plane) -> Vec3 {
    flat(plane, 0.0, 1.0)
}

/// A point, moved along the normal of the plane into the plane through the origin.
pub(super) fn projected(plane: Plane, mut point: Vec3) -> Vec3 {
    if let Some(axis) = plane.flat_axis() {
        point[axis] = 0.0;
    }
    point
}
