//! Linear blend skinning: the pose of a skinned mesh in its model file.

use super::{model_body::global_transform, model_vertex::has_floats};
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

/// For each bone, the transform of vertices from the bind pose to the pose of the file, rotated by
/// `turn`.
pub(super) fn bone_matrices(
    graph: &Graph,
    bones: &[Handle<Node>],
    turn: &Matrix4<f32>,
) -> Vec<Matrix4<f32>> {
    let matrix = |&bone: &Handle<Node>| match graph.try_get_node(bone) {
        Ok(node) => turn * global_transform(graph, bone) * node.inv_bind_pose_transform(),
        Err(_) => *turn,
    };
    bones.iter().map(matrix).collect()
}

/// The sum of the bones' matrices, weighted for one vertex. `None` if it has no weights or refers
/// to a missing bone.
pub(super) fn blend(
    bones: &[Matrix4<f32>],
    buffer: &VertexBuffer,
    view: &VertexViewRef,
) -> Option<Matrix4<f32>> {
    if !has_floats(buffer, VertexAttributeUsage::BoneWeight, 4) || !has_indices(buffer) {
        return None;
    }
    let indices = view.read_4_u8(VertexAttributeUsage::BoneIndices).ok()?;
    let weights = view.read_4_f32(VertexAttributeUsage::BoneWeight).ok()?;
    let mut blended = Matrix4::zeros();
    for (&index, &weight) in indices.iter().zip(weights.iter()) {
        if weight != 0.0 {
            blended += bones.get(index as usize)? * weight;
        }
    }
    Some(blended)
}

fn has_indices(buffer: &VertexBuffer) -> bool {
    buffer.layout().iter().any(|attribute| {
        attribute.usage == VertexAttributeUsage::BoneIndices
            && attribute.data_type == VertexAttributeDataType::U8
            && attribute.size == 4
    })
}
