//! Texture coordinates and smooth normals for plain triangles.

use fyrox::{
    core::{
        algebra::{Vector2, Vector3, Vector4},
        math::TriangleDefinition,
    },
    scene::mesh::{
        buffer::{TriangleBuffer, VertexBuffer},
        surface::SurfaceData,
        vertex::StaticVertex,
    },
};
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// The bits of a position.
type Bits = [u32; 3];

/// The index of a vertex that does not exist yet.
const NONE: u32 = u32::MAX;

/// Default size of one repetition of a texture, in metres.
pub(super) const TEXTURE_SIZE: f32 = 2.0;

/// The nearest usable size of a texture; the default for NaN.
pub(super) fn usable_texture_size(size: f32) -> f32 {
    if size.is_nan() {
        TEXTURE_SIZE
    } else {
        size.clamp(0.01, 1000.0)
    }
}

/// A surface with the given triangles; equal corners share a vertex with a smooth normal. The
/// texture is projected along the axis that each triangle faces most. `texture_size`: the size of
/// one repetition in metres, clamped to 0.01 to 1,000; NaN is replaced by 2.
///
/// # Errors
/// If the engine cannot create buffers for the vertices.
pub fn textured_surface(
    triangles: &[[Vector3<f32>; 3]],
    texture_size: f32,
) -> Result<SurfaceData, String> {
    let texture_size = usable_texture_size(texture_size);
    let (corners, normals) = corners(triangles);
    let mut vertices = Vec::new();
    // The vertex of each corner, for each axis of projection.
    let mut numbers = vec![[NONE; 3]; normals.len()];
    let mut definitions = Vec::with_capacity(triangles.len());
    for (triangle, corners) in triangles.iter().zip(corners) {
        let axis = normal(triangle).iamax();
        definitions.push(TriangleDefinition([0, 1, 2].map(|corner| {
            let index = corners[corner] as usize;
            let number = &mut numbers[index][axis];
            if *number == NONE {
                *number = vertices.len() as u32;
                vertices.push(vertex(triangle[corner], normals[index], axis, texture_size));
            }
            *number
        })));
    }
    let vertices = VertexBuffer::new(vertices.len(), vertices)
        .map_err(|error| format!("it has no valid vertex layout: {error:?}"))?;
    let mut surface = SurfaceData::new(vertices, TriangleBuffer::new(definitions));
    surface
        .calculate_tangents()
        .map_err(|error| format!("it has no tangents: {error:?}"))?;
    Ok(surface)
}

/// For each triangle the indices of its corners, and for each distinct position the sum of the
/// normals.
fn corners(triangles: &[[Vector3<f32>; 3]]) -> (Vec<[u32; 3]>, Vec<Vector3<f32>>) {
    let mut numbers: HashMap<Bits, u32, BuildHasherDefault<BitsHasher>> = HashMap::default();
    let mut normals = Vec::new();
    let corners = triangles.iter().map(|triangle| {
        triangle.map(|corner| {
            let number = *numbers.entry(bits(&corner)).or_insert_with(|| {
                normals.push(Vector3::zeros());
                normals.len() as u32 - 1
            });
            normals[number as usize] += normal(triangle);
            number
        })
    });
    (corners.collect(), normals)
}

/// A hasher of multiplications and rotations: the standard hasher would take most of the time.
#[derive(Default)]
struct BitsHasher(u64);

impl Hasher for BitsHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..part.len()].copy_from_slice(part);
            let word = u64::from(u32::from_ne_bytes(word));
            self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

fn vertex(
    position: Vector3<f32>,
    normal: Vector3<f32>,
    axis: usize,
    texture_size: f32,
) -> StaticVertex {
    let (right, up) = match axis {
        0 => (2, 1),
        1 => (0, 2),
        _ => (0, 1),
    };
    StaticVertex {
        position,
        tex_coord: Vector2::new(position[right], -position[up]) / texture_size,
        normal: normal.try_normalize(1.0e-12).unwrap_or(Vector3::y()),
        tangent: Vector4::new(1.0, 0.0, 0.0, 1.0),
    }
}

/// A normal whose length is twice the triangle's area, so that large triangles count more.
fn normal([a, b, c]: &[Vector3<f32>; 3]) -> Vector3<f32> {
    (b - a).cross(&(c - a))
}

fn bits(position: &Vector3<f32>) -> Bits {
    position.map(f32::to_bits).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};

    #[test]
    fn a_texture_of_no_size_is_drawn_at_the_default() {
        let triangle = [Vector3::zeros(), Vector3::z(), Vector3::x()];
        let spanned = |size: f32| {
            let surface = textured_surface(&[triangle], size).unwrap();
            let vertices = surface.vertex_buffer.iter();
            let places = vertices.map(|it| it.read_2_f32(VertexAttributeUsage::TexCoord0).unwrap());
            places.collect::<Vec<_>>()
        };
        assert_eq!(spanned(f32::NAN), spanned(TEXTURE_SIZE));
        assert_eq!(spanned(f32::INFINITY), spanned(1000.0));
        assert_eq!(spanned(-1.0), spanned(0.01));
        for size in [f32::NAN, f32::INFINITY, 0.0, -1.0] {
            assert!({ spanned(size) }.iter().flatten().all(|it| it.is_finite()));
        }
    }
}
