//! The vertices of a surface of a model, in any pose of its nodes.

use super::{
    blend_shapes::ShapeOffsets,
    body_error::{refuse_broken, BodyError},
    model_vertex::{has_floats, RawVertex, FARTHEST},
    skinning::{bone_matrices, has_influences, Influence},
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{
        graph::Graph,
        mesh::{
            buffer::VertexAttributeUsage,
            surface::{Surface, SurfaceData},
            Mesh,
        },
        node::Node,
    },
};

/// The vertices of a surface, and the nodes that move them.
#[derive(Debug)]
pub(super) struct ModelSurface {
    node: Handle<Node>,
    mesh: String,
    /// Empty for a surface that moves with its node.
    bones: Vec<Handle<Node>>,
    vertices: Vec<(RawVertex, Option<Influence>)>,
    shapes: ShapeOffsets,
}

/// The transforms of nodes to the space of the body.
pub(super) struct Pose<'a, F> {
    pub graph: &'a Graph,
    /// The rotation that turns the model's nose to +Z.
    pub turn: &'a Matrix4<f32>,
    /// The transform from a node to the space of the model.
    pub global: F,
}

impl ModelSurface {
    /// `data` is that of the surface.
    pub fn read(
        node: Handle<Node>,
        mesh: &Mesh,
        surface: &Surface,
        data: &SurfaceData,
    ) -> Result<Self, BodyError> {
        let buffer = &data.vertex_buffer;
        let mesh = mesh.name().to_owned();
        if !has_floats(buffer, VertexAttributeUsage::Position, 3) {
            return Err(BodyError::NoPositions { mesh });
        }
        let is_skinned = !surface.bones().is_empty() && has_influences(buffer);
        let influence = |view| is_skinned.then(|| Influence::read(&view)).flatten();
        let vertices = RawVertex::read_all(data).into_iter();
        Ok(Self {
            node,
            mesh,
            bones: if is_skinned {
                surface.bones().to_vec()
            } else {
                Vec::new()
            },
            vertices: vertices.zip(buffer.iter().map(influence)).collect(),
            shapes: ShapeOffsets::read(data),
        })
    }

    pub fn bones(&self) -> &[Handle<Node>] {
        &self.bones
    }

    /// Name of the mesh node.
    pub fn mesh(&self) -> String {
        self.mesh.clone()
    }

    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Calls `draw` with each vertex and its transform.
    ///
    /// # Errors
    /// If a vertex refers to a missing bone, or if `draw` returns `None`.
    pub fn pose<T, F: Fn(Handle<Node>) -> Matrix4<f32>>(
        &self,
        pose: &Pose<F>,
        draw: impl Fn(&RawVertex, &Matrix4<f32>) -> Option<T>,
    ) -> Result<Vec<T>, BodyError> {
        let Pose {
            graph,
            turn,
            global,
        } = pose;
        let own = *turn * global(self.node);
        let bones = bone_matrices(graph, &self.bones, turn, global);
        let mesh = graph.try_get_node(self.node).ok();
        let weights = mesh.and_then(|node| node.cast::<Mesh>());
        let weights = weights.map_or_else(Vec::new, |mesh| self.shapes.weights(mesh));
        let posed = self
            .vertices
            .iter()
            .enumerate()
            .map(|(number, (vertex, influence))| {
                let transform = match influence {
                    Some(influence) => {
                        let missing = |bone| self.no_bone(number, bone);
                        influence.blend(&bones).map_err(missing)?
                    }
                    None => own,
                };
                let shaped = self.shapes.apply(&weights, number, vertex);
                draw(&shaped, &transform).ok_or_else(|| self.invalid(number, &shaped))
            });
        posed.collect()
    }

    fn no_bone(&self, vertex: usize, bone: u8) -> BodyError {
        let bones = self.bones.len();
        BodyError::InvalidIndex {
            mesh: self.mesh(),
            reason: format!("vertex {vertex} refers to bone {bone} of {bones}"),
        }
    }

    fn invalid(&self, number: usize, vertex: &RawVertex) -> BodyError {
        let at = vertex.position();
        let is_placed = at.iter().all(|value| value.abs() <= FARTHEST);
        BodyError::InvalidGeometry {
            mesh: self.mesh(),
            reason: if is_placed {
                "the scale of the node, or of a node above it, is zero, infinite or NaN".into()
            } else {
                format!("vertex {number} is at ({}, {}, {})", at.x, at.y, at.z)
            },
        }
    }
}

/// The data of a surface. `None` if it has no triangles.
pub(super) fn with_triangles<T>(
    surface: &Surface,
    read: impl FnOnce(&SurfaceData) -> Result<T, BodyError>,
) -> Result<Option<T>, BodyError> {
    refuse_broken(surface.data_ref())?;
    let state = surface.data_ref().state();
    let data = state.data_ref().ok_or(BodyError::NotLoaded)?;
    if data.geometry_buffer.is_empty() {
        return Ok(None);
    }
    read(data).map(Some)
}
