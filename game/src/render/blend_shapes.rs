//! The blend shapes of a mesh: offsets of its vertices, with a weight each.

use super::model_vertex::RawVertex;
use fyrox::{
    core::algebra::Vector3,
    scene::mesh::{
        surface::{BlendShape, SurfaceData},
        Mesh,
    },
};
use half::f16;

/// The engine stores weights in percent.
const PERCENT: f32 = 0.01;

/// The offsets of a position and a normal.
type Offset = (Vector3<f32>, Vector3<f32>);

/// The offsets of the vertices of a surface, for each of its blend shapes.
#[derive(Debug, Default)]
pub(super) struct ShapeOffsets(Vec<Vec<Offset>>);

impl ShapeOffsets {
    /// Reads the texture in which the engine stores the offsets as 16-bit floats: a layer for each
    /// shape, and three texels for each vertex.
    pub fn read(data: &SurfaceData) -> Self {
        let container = data.blend_shapes_container.as_ref();
        let storage = container.and_then(|it| it.blend_shape_storage.as_ref());
        let (Some(container), Some(storage)) = (container, storage) else {
            return Self::default();
        };
        let vertices = data.vertex_buffer.vertex_count() as usize;
        let state = storage.state();
        let texture = state.data_ref();
        let texels = texture.and_then(|it| it.data_of_type::<[u16; 3]>());
        let (texels, _) = texels.unwrap_or_default().as_chunks::<3>();
        let layer = texels.len() / container.blend_shapes.len().max(1);
        if layer < vertices {
            return Self::default();
        }
        let offset = |texel: &[u16; 3]| Vector3::from(texel.map(|it| f16::from_bits(it).to_f32()));
        let offsets = |layer: &[[[u16; 3]; 3]]| {
            let vertices = layer[..vertices].iter();
            vertices
                .map(|[position, normal, _]| (offset(position), offset(normal)))
                .collect()
        };
        Self(texels.chunks_exact(layer.max(1)).map(offsets).collect())
    }

    /// The weights of the shapes now.
    pub fn weights(&self, mesh: &Mesh) -> Vec<f32> {
        let weight = |shape: &BlendShape| PERCENT * shape.weight;
        let weights = mesh.blend_shapes().iter().map(weight);
        weights.take(self.0.len()).collect()
    }

    /// The vertex with this number, moved by the shapes with these weights.
    pub fn apply(&self, weights: &[f32], number: usize, vertex: &RawVertex) -> RawVertex {
        let (mut position, mut normal) = (Vector3::zeros(), Vector3::zeros());
        for (offsets, weight) in self.0.iter().zip(weights) {
            position += offsets[number].0 * *weight;
            normal += offsets[number].1 * *weight;
        }
        vertex.moved(&position, &normal)
    }
}
