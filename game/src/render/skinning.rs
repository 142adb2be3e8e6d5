//! Linear blend skinning of a mesh, in the pose of its model file or of an animation.

use super::model_vertex::has_floats;
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{
        graph::Graph,
        mesh::buffer::{
            VertexAttributeDataType, VertexAttributeUsage, VertexBuffer, VertexReadTrait,
            VertexViewRef,
        },
        node::Node,
    },
};

/// For each bone, the transform of vertices from the bind pose to the current pose, rotated by
/// `turn`. `global` returns the transform from a node to the space of the model.
pub(super) fn bone_matrices(
    graph: &Graph,
    bones: &[Handle<Node>],
    turn: &Matrix4<f32>,
    global: impl Fn(Handle<Node>) -> Matrix4<f32>,
) -> Vec<Matrix4<f32>> {
    let matrix = |&bone: &Handle<Node>| match graph.try_get_node(bone) {
        Ok(node) => turn * global(bone) * node.inv_bind_pose_transform(),
        Err(_) => *turn,
    };
    bones.iter().map(matrix).collect()
}

/// The bones that move a vertex. The sum of the weights is 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    indices: [u8; 4],
    weights: [f32; 4],
}

/// True if the vertices have weights.
pub(super) fn has_influences(buffer: &VertexBuffer) -> bool {
    has_floats(buffer, VertexAttributeUsage::BoneWeight, 4) && has_indices(buffer)
}

impl Influence {
    /// Reads a vertex that [has influences](has_influences).
    pub fn read(view: &VertexViewRef) -> Option<Self> {
        let indices = view.read_4_u8(VertexAttributeUsage::BoneIndices).ok()?;
        let weights = view.read_4_f32(VertexAttributeUsage::BoneWeight).ok()?;
        Some(Self {
            indices: indices.into(),
            weights: normalized(weights.into()),
        })
    }

    /// The weighted sum of the bones' matrices.
    ///
    /// # Errors
    /// The index of a bone that does not exist.
    pub fn blend(&self, bones: &[Matrix4<f32>]) -> Result<Matrix4<f32>, u8> {
        let mut blended = Matrix4::zeros();
        for (&index, &weight) in self.indices.iter().zip(&self.weights) {
            if weight != 0.0 {
                blended += bones.get(index as usize).ok_or(index)? * weight;
            }
        }
        Ok(blended)
    }
}

/// Weights with the sum 1. Without any weight, the first bone moves the vertex.
fn normalized(weights: [f32; 4]) -> [f32; 4] {
    let sum: f32 = weights.iter().sum();
    if sum.is_finite() && sum > 1e-6 {
        weights.map(|weight| weight / sum)
    } else {
        [1.0, 0.0, 0.0, 0.0]
    }
}

fn has_indices(buffer: &VertexBuffer) -> bool {
    buffer.layout().iter().any(|attribute| {
        attribute.usage == VertexAttributeUsage::BoneIndices
            && attribute.data_type == VertexAttributeDataType::U8
            && attribute.size == 4
    })
}
