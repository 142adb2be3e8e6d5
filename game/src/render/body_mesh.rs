//! The triangles of a body, and the mesh with many copies of it that is drawn.

use fyrox::{
    core::{
        algebra::{Vector2, Vector3, Vector4},
        math::TriangleDefinition,
    },
    scene::mesh::{
        buffer::{
            TriangleBuffer, VertexAttributeDataType, VertexAttributeDescriptor,
            VertexAttributeUsage, VertexBuffer, VertexTrait,
        },
        surface::{SurfaceData, SurfaceResource},
    },
};

/// A vertex in the layout of the flock shader.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct BodyVertex {
    pub position: Vector3<f32>,
    pub tex_coord: Vector2<f32>,
    pub normal: Vector3<f32>,
    pub tangent: Vector4<f32>,
    /// Index of the copy that the vertex belongs to.
    pub copy: f32,
    /// The part of the body, see [`shape`](super::bodies::shape).
    pub part: f32,
}

const fn floats(
    usage: VertexAttributeUsage,
    size: u8,
    shader_location: u8,
) -> VertexAttributeDescriptor {
    VertexAttributeDescriptor {
        usage,
        data_type: VertexAttributeDataType::F32,
        size,
        divisor: 0,
        shader_location,
        normalized: false,
    }
}

impl VertexTrait for BodyVertex {
    fn layout() -> &'static [VertexAttributeDescriptor] {
        static LAYOUT: [VertexAttributeDescriptor; 6] = [
            floats(VertexAttributeUsage::Position, 3, 0),
            floats(VertexAttributeUsage::TexCoord0, 2, 1),
            floats(VertexAttributeUsage::Normal, 3, 2),
            floats(VertexAttributeUsage::Tangent, 4, 3),
            floats(VertexAttributeUsage::Custom0, 1, 4),
            floats(VertexAttributeUsage::Custom1, 1, 5),
        ];
        &LAYOUT
    }
}

/// The triangles of one body, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyMesh {
    pub vertices: Vec<BodyVertex>,
    pub triangles: Vec<[u32; 3]>,
}

impl BodyMesh {
    /// The mesh of some of the triangles, with only the vertices that they use.
    pub fn with_triangles(&self, triangles: &[[u32; 3]]) -> Self {
        let mut kept = Self::default();
        let mut numbers = vec![None; self.vertices.len()];
        for triangle in triangles {
            kept.triangles.push(triangle.map(|index| {
                *numbers[index as usize].get_or_insert_with(|| {
                    kept.vertices.push(self.vertices[index as usize]);
                    kept.vertices.len() as u32 - 1
                })
            }));
        }
        kept
    }

    /// The mesh that [`replicate`](Self::replicate) copied this number of times.
    pub fn of_copies(surface: &SurfaceData, copies: usize) -> Self {
        let (buffer, triangles) = (&surface.vertex_buffer, &surface.geometry_buffer);
        let vertices: &[BodyVertex] = buffer.cast_data_ref().unwrap_or_default();
        let triangles = triangles.triangles_ref();
        let first = &triangles[..triangles.len() / copies];
        Self {
            vertices: vertices[..vertices.len() / copies].to_vec(),
            triangles: first.iter().map(|triangle| triangle.0).collect(),
        }
    }

    /// A surface with `copies` copies of the mesh.
    pub fn replicate(&self, copies: usize) -> SurfaceResource {
        let mut vertices = Vec::with_capacity(self.vertices.len() * copies);
        let mut triangles = Vec::with_capacity(self.triangles.len() * copies);
        for copy in 0..copies {
            let first = vertices.len() as u32;
            vertices.extend(self.vertices.iter().map(|&vertex| BodyVertex {
                copy: copy as f32,
                ..vertex
            }));
            triangles.extend(
                self.triangles
                    .iter()
                    .map(|triangle| TriangleDefinition(triangle.map(|index| first + index))),
            );
        }
        let vertices = VertexBuffer::new(vertices.len(), vertices)
            .expect("the layout describes the vertex it belongs to");
        SurfaceResource::new_embedded(SurfaceData::new(vertices, TriangleBuffer::new(triangles)))
    }
}
