//! A body from the user's model.

use super::{
    body_mesh::BodyMesh,
    body_part::BodyPart,
    forward_axis::ForwardAxis,
    material,
    model_vertex::{has_floats, RawVertex},
    skinning,
};
use fyrox::{
    asset::{state::ResourceState, Resource, TypedResourceData},
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        graph::Graph,
        mesh::{
            buffer::{VertexAttributeUsage, VertexBuffer},
            surface::{Surface, SurfaceData},
            Mesh,
        },
        node::Node,
    },
};
use thiserror::Error;

/// Why a model cannot be the body of a flock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// The model, or a mesh in it, is still loading. Try again later.
    #[error("the model is not loaded yet")]
    NotLoaded,
    /// The model could not be loaded. Choose a file in a format that the engine reads.
    #[error("the model {path} could not be loaded ({reason}); pick another one")]
    Broken {
        /// Path of the file; empty if the resource registry does not know it.
        path: String,
        /// The error of the loader.
        reason: String,
    },
    /// No node of the model is a visible mesh with triangles. Choose a model with a mesh.
    #[error("the model has no visible mesh with triangles")]
    Empty,
    /// The vertices do not have this attribute, or have it in an unknown format. Export the model
    /// with it.
    #[error("mesh `{mesh}` has no {attribute} for its vertices, or not as 32-bit floats; export the model with them")]
    MissingAttribute {
        /// Name of the mesh node.
        mesh: String,
        /// Name of the missing attribute.
        attribute: &'static str,
    },
    /// A coordinate, or the scale of the node or of an ancestor, is zero, infinite or NaN. Repair
    /// the model.
    #[error(
        "mesh `{mesh}` has coordinates or a scale that cannot be drawn (zero, infinite or NaN)"
    )]
    InvalidGeometry {
        /// Name of the mesh node.
        mesh: String,
    },
    /// The clips were baked from another model, from another state of the model, or with another
    /// forward axis. Bake them again.
    #[error("the baked clips are of another model; bake them again")]
    OtherClips,
    /// A model for a coarser level of detail has more vertices than the model for the finest. Choose
    /// a simpler one.
    #[error(
        "it has {coarser} vertices, more than the {finest} of the model; choose a simpler one"
    )]
    TooFine {
        /// Number of vertices of the model for the coarser level.
        coarser: usize,
        /// Number of vertices of the model for the finest level.
        finest: usize,
    },
    /// A triangle refers to a missing vertex, or a vertex to a missing bone. Export the model
    /// again.
    #[error("mesh `{mesh}` refers to a vertex or bone that does not exist")]
    InvalidIndex {
        /// Name of the mesh node.
        mesh: String,
    },
}

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

pub(super) fn refuse_broken<T: TypedResourceData>(resource: &Resource<T>) -> Result<(), BodyError> {
    match &resource.header().state {
        ResourceState::LoadError { path, error } => Err(BodyError::Broken {
            path: path.display().to_string(),
            reason: error.to_string(),
        }),
        _ => Ok(()),
    }
}

fn parts_of_graph(graph: &Graph, forward: ForwardAxis) -> Result<Vec<BodyPart>, BodyError> {
    let turn = forward.to_plus_z().to_homogeneous();
    let mut parts = Vec::new();
    for (handle, mesh, surface) in visible_surfaces(graph) {
        parts.extend(part_of_surface(graph, mesh, handle, surface, &turn)?);
    }
    if parts.is_empty() {
        return Err(BodyError::Empty);
    }
    Ok(parts)
}

/// The surfaces of the body, in the order of its parts.
pub(super) fn visible_surfaces(
    graph: &Graph,
) -> impl Iterator<Item = (Handle<Node>, &Mesh, &Surface)> {
    let meshes = graph.pair_iter().filter_map(move |(handle, node)| {
        let mesh = node.cast::<Mesh>()?;
        is_visible(graph, handle).then_some((handle, mesh))
    });
    meshes.flat_map(|(handle, mesh)| mesh.surfaces().iter().map(move |it| (handle, mesh, it)))
}

fn part_of_surface(
    graph: &Graph,
    mesh: &Mesh,
    handle: Handle<Node>,
    surface: &Surface,
    turn: &Matrix4<f32>,
) -> Result<Option<BodyPart>, BodyError> {
    refuse_broken(surface.data_ref())?;
    let state = surface.data_ref().state();
    let data = state.data_ref().ok_or(BodyError::NotLoaded)?;
    if data.geometry_buffer.is_empty() {
        return Ok(None);
    }
    let reader = SurfaceReader {
        graph,
        mesh,
        transform: turn * global_transform(graph, handle),
        turn,
        bones: surface.bones(),
    };
    let mesh_of_body = reader.read(data)?;
    let material = surface.material().state();
    let source = material.data_ref();
    Ok(Some(BodyPart {
        mesh: mesh_of_body,
        material: source.map_or_else(material::flock_material, material::convert),
        render_path: mesh.render_path(),
    }))
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

struct SurfaceReader<'a> {
    graph: &'a Graph,
    mesh: &'a Mesh,
    transform: Matrix4<f32>,
    turn: &'a Matrix4<f32>,
    bones: &'a [Handle<Node>],
}

impl SurfaceReader<'_> {
    fn read(&self, data: &SurfaceData) -> Result<BodyMesh, BodyError> {
        let buffer = &data.vertex_buffer;
        self.require(buffer, VertexAttributeUsage::Position, 3, "positions")?;
        self.require(buffer, VertexAttributeUsage::Normal, 3, "normals")?;
        let bones = skinning::bone_matrices(self.graph, self.bones, self.turn, |bone| {
            global_transform(self.graph, bone)
        });
        let vertices = buffer
            .iter()
            .map(|view| {
                let transform = match bones.as_slice() {
                    [] => self.transform,
                    bones => skinning::Influence::read(buffer, &view)
                        .and_then(|influence| influence.blend(bones))
                        .ok_or_else(|| BodyError::InvalidIndex { mesh: self.name() })?,
                };
                RawVertex::read(buffer, &view)
                    .and_then(|vertex| vertex.transformed(&transform))
                    .ok_or_else(|| BodyError::InvalidGeometry { mesh: self.name() })
            })
            .collect::<Result<Vec<_>, _>>()?;
        // A mirrored transform reverses the winding.
        let mirrored =
            bones.is_empty() && self.transform.fixed_view::<3, 3>(0, 0).determinant() < 0.0;
        let triangles = self.read_triangles(data, mirrored)?;
        Ok(BodyMesh {
            vertices,
            triangles,
        })
    }

    fn read_triangles(
        &self,
        data: &SurfaceData,
        mirrored: bool,
    ) -> Result<Vec<[u32; 3]>, BodyError> {
        let vertices = data.vertex_buffer.vertex_count();
        let triangles = data.geometry_buffer.iter().map(|triangle| {
            let [a, b, c] = triangle.0;
            if a.max(b).max(c) >= vertices {
                return Err(BodyError::InvalidIndex { mesh: self.name() });
            }
            Ok(if mirrored { [a, c, b] } else { [a, b, c] })
        });
        triangles.collect()
    }

    fn require(
        &self,
        buffer: &VertexBuffer,
        usage: VertexAttributeUsage,
        components: u8,
        attribute: &'static str,
    ) -> Result<(), BodyError> {
        if has_floats(buffer, usage, components) {
            Ok(())
        } else {
            Err(BodyError::MissingAttribute {
                mesh: self.name(),
                attribute,
            })
        }
    }

    fn name(&self) -> String {
        self.mesh.name().to_owned()
    }
}

#[cfg(test)]
#[path = "model_body_tests.rs"]
mod tests;
