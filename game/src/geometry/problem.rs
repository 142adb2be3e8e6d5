//! Why something is no obstacle.

use flock_sim::Vec3;

/// Why a node is no obstacle, or only in part, and what to do about it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Problem {
    #[error("its shape, Segment, has no surface; use a Capsule")]
    NoSurface,
    #[error("its {0} is {1}; give it a number above 0")]
    Size(&'static str, f32),
    #[error("a corner of its shape is not a number; set it anew")]
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
    #[error("the chunks of its Terrain lie so far apart that they span more than 67 million heights; place them closer together")]
    LargeTerrain,
    #[error("its Polyhedron cannot be divided into convex parts; choose a Mesh that encloses a volume, or use a Trimesh")]
    NotConvex,
    #[error(
        "physics knows no 2D {0}, so nothing collides with it; use a Cuboid, Ball, Capsule or Triangle"
    )]
    NotIn2D(&'static str),
    #[error("its Tile Map has no tiles with a collider of that name; choose a Tile Map and one of its collider layers")]
    NoTiles,
    #[error(
        "no triangle of it has an area within reach; look at the scale and the place of its nodes"
    )]
    NoArea,
}

/// Refuses a size that encloses nothing.
pub(super) fn positive(name: &'static str, size: f32) -> Result<f32, Problem> {
    if size > 0.0 && size.is_finite() {
        Ok(size)
    } else {
        Err(Problem::Size(name, size))
    }
}

/// Refuses corners that are nowhere.
pub(super) fn finite<const N: usize>(corners: [Vec3; N]) -> Result<[Vec3; N], Problem> {
    if corners.iter().flatten().all(|x| x.is_finite()) {
        Ok(corners)
    } else {
        Err(Problem::Corner)
    }
}
