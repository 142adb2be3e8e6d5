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

/// The bones that move a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    indices: [u8; 4],
    weights: [f32; 4],
}

impl Influence {
    /// `None` if the vertex has no weights.
    pub fn read(buffer: &VertexBuffer, view: &VertexViewRef) -> Option<Self> {
        if !has_floats(buffer, VertexAttributeUsage::BoneWeight, 4) || !has_indices(buffer) {
            return None;
        }
        let indices = view.read_4_u8(VertexAttributeUsage::BoneIndices).ok()?;
        let weights = view.read_4_f32(VertexAttributeUsage::BoneWeight).ok()?;
        Some(Self {
            indices: indices.into(),
            weights: weights.into(),
        })
    }

    /// The weighted sum of the bones' matrices. `None` if the vertex refers to a missing bone.
    pub fn blend(&self, bones: &[Matrix4<f32>]) -> Option<Matrix4<f32>> {
        let mut blended = Matrix4::zeros();
        for (&index, &weight) in self.indices.iter().zip(&self.weights) {
            if weight != 0.0 {
                blended += bones.get(index as usize)? * weight;
            }
        }
        Some(blended)
    }
}

fn has_indices(buffer: &VertexBuffer) -> bool {
    buffer.layout().iter().any(|attribute| {
        attribute.usage == VertexAttributeUsage::BoneIndices
            && attribute.data_type == VertexAttributeDataType::U8
            && attribute.size == 4
    })
}
