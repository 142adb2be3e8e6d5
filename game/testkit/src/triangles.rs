//! Triangles in places, and the geometry of them.

use flock_sim::{geometry::shapes, Geometry, Vec3};
use std::sync::Arc;

pub fn moved(triangles: &[[Vec3; 3]], by: impl Into<Vec3>) -> Vec<[Vec3; 3]> {
    let by = by.into();
    let triangles = triangles.iter();
    triangles.map(|it| it.map(|corner| corner + by)).collect()
}

/// The same triangles facing the other way: what was a block is a room.
pub fn turned(triangles: &[[Vec3; 3]]) -> Vec<[Vec3; 3]> {
    triangles.iter().map(|&[a, b, c]| [a, c, b]).collect()
}

/// A cuboid with these half extents around a center.
pub fn cuboid(half_extents: impl Into<Vec3>, center: impl Into<Vec3>) -> Vec<[Vec3; 3]> {
    moved(&shapes::cuboid(half_extents.into()), center)
}

pub fn geometry(triangles: &[[Vec3; 3]]) -> Arc<Geometry> {
    Arc::new(Geometry::new(triangles).0)
}
