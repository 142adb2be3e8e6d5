//! The blend shapes of a mesh: offsets of its vertices, with a weight each.

use super::model_vertex::RawVertex;
use fyrox::{
    core::algebra::Vector3,
    scene::mesh::{
        surface::{BlendShape, SurfaceData},
        Mesh,
    },
};

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
        let offset = |texel: &[u16; 3]| Vector3::from(texel.map(from_half));
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

/// The value of a 16-bit float.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2.0_f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2.0_f32.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_their_values() {
        for (bits, value) in [
            (0x0000, 0.0),
            (0x8000, -0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7BFF, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0xFC00, f32::NEG_INFINITY),
        ] {
            assert_eq!(from_half(bits), value, "{bits:#x}");
        }
        assert!(from_half(0x7E00).is_nan());
    }
}
