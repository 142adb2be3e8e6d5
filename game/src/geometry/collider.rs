//! One collider to triangles.

use flock_sim::{shapes, Vec3};
use fyrox::{
    core::{
        algebra::{Matrix4, Point3},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        collider::{Collider, ColliderShape, GeometrySource},
        graph::Graph,
        mesh::{
            buffer::{VertexAttributeUsage, VertexReadTrait},
            surface::SurfaceData,
            Mesh,
        },
        node::Node,
    },
};

/// Segments around a capsule. Its corners stand out of the true surface by less than 2% of the radius.
const CAPSULE_SEGMENTS: u32 = 24;
/// Subdivisions of the icosahedron that stands for a ball: 1,280 triangles.
const BALL_SUBDIVISIONS: u32 = 3;

#[derive(Debug, thiserror::Error)]
pub(super) enum ColliderError {
    #[error(
        "its shape, {0}, is not supported as an obstacle; use a Cuboid, Ball, Capsule or Trimesh"
    )]
    UnsupportedShape(String),
    #[error("its Trimesh has no source with triangles; choose at least one Mesh node")]
    EmptyTrimesh,
    #[error("its Trimesh source {0} is not a Mesh node; choose a Mesh node")]
    NotAMesh(String),
    #[error("a mesh of its Trimesh has no readable vertex positions")]
    UnreadableMesh,
}

/// Appends the world-space triangles of a collider. On an error `triangles` is left as it was.
pub(super) fn collider_triangles(
    graph: &Graph,
    handle: Handle<Node>,
    collider: &Collider,
    triangles: &mut Vec<[Vec3; 3]>,
) -> Result<(), ColliderError> {
    // Physics knows no scale: primitive shapes keep the size that their fields say.
    let pose = graph.isometric_global_transform(handle);
    match collider.shape() {
        ColliderShape::Cuboid(cuboid) => {
            append(triangles, &pose, shapes::cuboid(cuboid.half_extents));
        }
        ColliderShape::Ball(ball) => {
            append(
                triangles,
                &pose,
                shapes::ball(ball.radius, BALL_SUBDIVISIONS),
            );
        }
        ColliderShape::Capsule(capsule) => {
            let shape =
                shapes::capsule(capsule.begin, capsule.end, capsule.radius, CAPSULE_SEGMENTS);
            append(triangles, &pose, shape);
        }
        ColliderShape::Trimesh(trimesh) => {
            triangles.extend(trimesh_triangles(graph, &trimesh.sources)?);
        }
        other => return Err(ColliderError::UnsupportedShape(other.as_ref().to_owned())),
    }
    Ok(())
}

fn append(triangles: &mut Vec<[Vec3; 3]>, pose: &Matrix4<f32>, shape: Vec<[Vec3; 3]>) {
    triangles.extend(
        shape
            .into_iter()
            .map(|corners| corners.map(|corner| transform(pose, corner))),
    );
}

fn transform(pose: &Matrix4<f32>, point: Vec3) -> Vec3 {
    pose.transform_point(&Point3::from(point)).coords
}

/// Triangles of the sources where they are drawn. Physics cancels the collider's own pose and applies it again, which
/// comes to the same.
fn trimesh_triangles(
    graph: &Graph,
    sources: &[GeometrySource],
) -> Result<Vec<[Vec3; 3]>, ColliderError> {
    let mut triangles = Vec::new();
    for source in sources {
        let mesh = graph
            .try_get_of_type::<Mesh>(source.0)
            .map_err(|_| ColliderError::NotAMesh(source.0.to_string()))?;
        let to_world = mesh.global_transform();
        for surface in mesh.surfaces() {
            let data = surface.data();
            if data.is_ok() {
                append_surface(&mut triangles, &to_world, &data.data_ref())?;
            }
        }
    }
    if triangles.is_empty() {
        return Err(ColliderError::EmptyTrimesh);
    }
    Ok(triangles)
}

fn append_surface(
    triangles: &mut Vec<[Vec3; 3]>,
    to_world: &Matrix4<f32>,
    surface: &SurfaceData,
) -> Result<(), ColliderError> {
    let position = |index: u32| -> Result<Vec3, ColliderError> {
        let vertex = surface.vertex_buffer.get(index as usize);
        let position = vertex.and_then(|v| v.read_3_f32(VertexAttributeUsage::Position).ok());
        position
            .map(|position| transform(to_world, position))
            .ok_or(ColliderError::UnreadableMesh)
    };
    for triangle in surface.geometry_buffer.iter() {
        let [a, b, c] = triangle.0;
        triangles.push([position(a)?, position(b)?, position(c)?]);
    }
    Ok(())
}
