//! Texture and smooth shading for triangles that come without.

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
use std::collections::HashMap;

/// The bits of a position.
type Bits = [u32; 3];

/// The surface of triangles that share vertices where their corners are the same: with smooth normals, and
/// a texture that is laid on along the axis that each triangle faces most; `texture_size` is the metres
/// that it spans.
///
/// # Errors
/// If the engine cannot make buffers of so many vertices.
pub fn textured_surface(
    triangles: &[[Vector3<f32>; 3]],
    texture_size: f32,
) -> Result<SurfaceData, String> {
    let mut normals: HashMap<Bits, Vector3<f32>> = HashMap::new();
    for triangle in triangles {
        for corner in triangle {
            *normals.entry(bits(corner)).or_default() += normal(triangle);
        }
    }
    let mut vertices = Vec::new();
    let mut numbers: HashMap<(Bits, usize), u32> = HashMap::new();
    let mut definitions = Vec::with_capacity(triangles.len());
    for triangle in triangles {
        let axis = normal(triangle).iamax();
        definitions.push(TriangleDefinition(triangle.map(|corner| {
            *numbers.entry((bits(&corner), axis)).or_insert_with(|| {
                vertices.push(vertex(corner, &normals, axis, texture_size));
                vertices.len() as u32 - 1
            })
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
