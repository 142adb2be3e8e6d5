//! Texture and smooth shading for triangles that come without.

use super::mesh::Mesh;
use fyrox::{
    core::algebra::{Vector2, Vector3, Vector4},
    scene::mesh::vertex::StaticVertex,
};
use std::collections::HashMap;

/// The bits of a position.
type Bits = [u32; 3];

/// A mesh of triangles that share vertices where their corners are the same. The texture is laid on
/// along the axis that each triangle faces most; `texture_size` is the metres that it spans.
pub fn mesh(triangles: &[[Vector3<f32>; 3]], texture_size: f32) -> Mesh {
    let mut normals: HashMap<Bits, Vector3<f32>> = HashMap::new();
    for triangle in triangles {
        for corner in triangle {
            *normals.entry(bits(corner)).or_default() += normal(triangle);
        }
    }
    let mut mesh = Mesh::default();
    let mut numbers: HashMap<(Bits, usize), u32> = HashMap::new();
    for triangle in triangles {
        let axis = normal(triangle).iamax();
        let corners = triangle.map(|corner| {
            *numbers
                .entry((bits(&corner), axis))
                .or_insert_with(|| mesh.vertex(vertex(corner, &normals, axis, texture_size)))
        });
        mesh.triangle(corners);
    }
    mesh
}

fn vertex(
    position: Vector3<f32>,
    normals: &HashMap<Bits, Vector3<f32>>,
    axis: usize,
    texture_size: f32,
) -> StaticVertex {
    let normal = normals.get(&bits(&position)).copied().unwrap_or_default();
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

/// As long as twice the triangle's area, so that large triangles count more.
fn normal([a, b, c]: &[Vector3<f32>; 3]) -> Vector3<f32> {
    (b - a).cross(&(c - a))
}

fn bits(position: &Vector3<f32>) -> Bits {
    position.map(f32::to_bits).into()
}
