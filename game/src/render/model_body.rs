//! A body from the user's model.

use super::{
    body_error::{refuse_broken, BodyError},
    body_mesh::{BodyMesh, BodyVertex},
    body_part::BodyPart,
    forward_axis::ForwardAxis,
    material,
    model_surface::{with_triangles, ModelSurface, Pose},
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        graph::Graph,
        mesh::{
            surface::{Surface, SurfaceData},
            Mesh,
        },
        node::Node,
    },
};

/// All visible surfaces of the model, rotated so that `forward` is +Z.
pub(super) fn collect_parts(
    model: &ModelResource,
    forward: ForwardAxis,
) -> Result<Vec<BodyPart>, BodyError> {
    refuse_broken(model)?;
    let state = model.state();
    let graph = &state
        .data_ref()
        .ok_or(BodyError::NotLoaded)?
        .get_scene()
        .graph;
    parts_of_graph(graph, forward)
}

fn parts_of_graph(graph: &Graph, forward: ForwardAxis) -> Result<Vec<BodyPart>, BodyError> {
    let turn = forward.to_plus_z().to_homogeneous();
    let mut parts = Vec::new();
    for (handle, mesh, surface) in visible_surfaces(graph) {
        parts.extend(part_of_surface(graph, mesh, handle, surface, &turn)?);
    }
    match meshes_without_surfaces(graph).next() {
        _ if !parts.is_empty() => Ok(parts),
        Some(mesh) => Err(BodyError::NoSurface {
            mesh: mesh.name().into(),
        }),
        None => Err(BodyError::Empty),
    }
}

fn visible_meshes(graph: &Graph) -> impl Iterator<Item = (Handle<Node>, &Mesh)> {
    graph.pair_iter().filter_map(move |(handle, node)| {
        let mesh = node.cast::<Mesh>()?;
        is_visible(graph, handle).then_some((handle, mesh))
    })
}

/// The visible meshes that nothing is drawn of.
pub(super) fn meshes_without_surfaces(graph: &Graph) -> impl Iterator<Item = &Mesh> {
    let meshes = visible_meshes(graph).map(|(_, mesh)| mesh);
    meshes.filter(|mesh| mesh.surfaces().is_empty())
}

/// The surfaces of the body, in the order of its parts.
pub(super) fn visible_surfaces(
    graph: &Graph,
) -> impl Iterator<Item = (Handle<Node>, &Mesh, &Surface)> {
    let meshes = visible_meshes(graph);
    meshes.flat_map(|(handle, mesh)| mesh.surfaces().iter().map(move |it| (handle, mesh, it)))
}

fn part_of_surface(
    graph: &Graph,
    mesh: &Mesh,
    handle: Handle<Node>,
    surface: &Surface,
    turn: &Matrix4<f32>,
) -> Result<Option<BodyPart>, BodyError> {
    let read = |data: &SurfaceData| {
        let model = ModelSurface::read(handle, mesh, surface, data)?;
        let global = |node| global_transform(graph, node);
        let vertices = model.pose(
            &Pose {
                graph,
                turn,
                global,
            },
            |vertex, transform| Some((vertex.transformed(transform)?, is_mirrored(transform))),
        )?;
        let triangles = triangles_of(data, &vertices, mesh)?;
        let vertices = vertices.into_iter().map(|(vertex, _)| vertex).collect();
        Ok(BodyMesh {
            vertices,
            triangles,
        })
    };
    let Some(mesh_of_body) = with_triangles(surface, read)? else {
        return Ok(None);
    };
    let material = surface.material().state();
    let source = material.data_ref();
    Ok(Some(BodyPart {
        mesh: mesh_of_body,
        material: source.map_or_else(material::flock_material, material::convert),
        render_path: mesh.render_path(),
    }))
}

fn is_mirrored(transform: &Matrix4<f32>) -> bool {
    transform.fixed_view::<3, 3>(0, 0).determinant() < 0.0
}

/// The triangles of a surface with these vertices. A mirrored transform reverses the winding.
fn triangles_of(
    data: &SurfaceData,
    vertices: &[(BodyVertex, bool)],
    mesh: &Mesh,
) -> Result<Vec<[u32; 3]>, BodyError> {
    let count = vertices.len();
    let triangles = data.geometry_buffer.iter().map(|triangle| {
        let [a, b, c] = triangle.0;
        let last = a.max(b).max(c);
        if last as usize >= count {
            return Err(BodyError::InvalidIndex {
                mesh: mesh.name().into(),
                reason: format!("a triangle refers to vertex {last} of {count}"),
            });
        }
        let (_, mirrored) = vertices[a as usize];
        Ok(if mirrored { [a, c, b] } else { [a, b, c] })
    });
    triangles.collect()
}

/// The product of all local transforms up to the root: the engine does not compute the global
/// transforms of a model.
fn global_transform(graph: &Graph, handle: Handle<Node>) -> Matrix4<f32> {
    let mut transform = Matrix4::identity();
    let mut current = handle;
    while let Ok(node) = graph.try_get_node(current) {
        transform = node.local_transform().matrix() * transform;
        current = node.parent();
    }
    transform
}

fn is_visible(graph: &Graph, handle: Handle<Node>) -> bool {
    let mut current = handle;
    while let Ok(node) = graph.try_get_node(current) {
        if !node.visibility() || !node.is_enabled() {
            return false;
        }
        current = node.parent();
    }
    true
}

#[cfg(test)]
#[path = "model_body_tests.rs"]
pub(super) mod tests;
