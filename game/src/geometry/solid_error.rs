//! Errors of solids.

use flock_sim::{SettingsError, Vec3};

/// Why a node is not a solid, or only in part, and how to fix it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum SolidError {
    #[error("its shape, Segment, has no surface; use a Capsule")]
    NoSurface,
    #[error("its {0} is {1}; give it a number above 0")]
    Size(&'static str, f32),
    #[error("a corner of its shape is NaN or infinite; set it anew")]
    Corner,
    #[error("its Trimesh has no source with triangles; choose at least one Mesh node")]
    NoTriangles,
    #[error("its source {0} is not a Mesh node; choose a Mesh node")]
    NotAMesh(String),
    #[error("a mesh has no readable vertex positions; give every vertex a position of three 32-bit floats")]
    UnreadableMesh,
    #[error("its source {0} is not a Terrain node; choose a Terrain node")]
    NotATerrain(String),
    #[error(
        "the height map of its Terrain cannot be read; it needs 4 pixels or more each way of 32-bit floats"
    )]
    UnreadableTerrain,
    #[error(
        "its Terrain has {0} heights, with those between chunks that lie apart; up to 4194304 can be in the geometry, a \
         square of 2048: give it a smaller height map, or place its chunks closer together"
    )]
    LargeTerrain(usize),
    #[error("its Polyhedron cannot be divided into convex parts; choose a Mesh that encloses a volume, or use a Trimesh")]
    NotConvex,
    #[error("it is flat, or larger than 1,000 m, and has no hull that boids could be pushed by; use a Cuboid, Ball or Capsule for a body that moves")]
    NoHull,
    #[error("2D physics ignores the shape {0}; use a Cuboid, Ball, Capsule or Corners")]
    NotIn2D(&'static str),
    #[error("its Tile Map has no tiles with a collider of that name; choose a Tile Map and one of its collider layers")]
    NoTiles,
    #[error("{0}; use a mesh with fewer or smaller triangles, or a Polyhedron")]
    Mesh(SettingsError),
    #[error("none of its triangles has an area, or they are too far out; check the scale and the position of its nodes")]
    NoArea,
}

/// Returns an error unless the size is finite and above 0.
pub(super) fn positive(name: &'static str, size: f32) -> Result<f32, SolidError> {
    if size > 0.0 && size.is_finite() {
        Ok(size)
    } else {
        Err(SolidError::Size(name, size))
    }
}

/// Returns an error if a coordinate is infinite or NaN.
pub(super) fn finite<const N: usize>(corners: [Vec3; N]) -> Result<[Vec3; N], SolidError> {
    if corners.iter().flatten().all(|x| x.is_finite()) {
        Ok(corners)
    } else {
        Err(SolidError::Corner)
    }
}
