//! The body that is drawn for each boid.

use super::{
    body_mesh::BodyMesh,
    fish_body,
    forward_axis::ForwardAxis,
    model_body::{self, BodyError},
};
use fyrox::{
    core::algebra::Vector3,
    material::Material,
    resource::model::ModelResource,
    scene::mesh::{surface::SurfaceResource, RenderPath},
};
use std::sync::LazyLock;

/// Largest number of copies of a body in one mesh, and so of boids in one draw call.
const MAX_COPIES: usize = 256;

/// Largest number of vertices of all copies together: 14 MB of GPU memory. Bodies with many
/// vertices get fewer copies.
const MAX_CHUNK_VERTICES: usize = 1 << 18;

/// The body that all boids of a flock share: one or more surfaces, each with its material. The nose
/// points to +Z, the back to +Y.
///
/// Clones share their meshes, so several flocks with the same body hold it in memory once.
#[derive(Clone, Debug)]
pub struct DrawnBody {
    surfaces: Vec<BodySurface>,
    copies: usize,
    radius: f32,
    nose: f32,
    length: f32,
}

/// A mesh of copies, and the material that each renderer copies for itself.
#[derive(Clone, Debug)]
pub(super) struct BodySurface {
    pub data: SurfaceResource,
    pub triangles_per_copy: usize,
    pub material: Material,
    pub render_path: RenderPath,
}

/// A part of a body before it is copied.
#[derive(Debug)]
pub(super) struct BodyPart {
    pub mesh: BodyMesh,
    pub material: Material,
    pub render_path: RenderPath,
}

impl DrawnBody {
    /// The built-in fish, 0.2 m long. Its mesh and texture are computed once.
    pub fn fish() -> Self {
        static FISH: LazyLock<DrawnBody> =
            LazyLock::new(|| DrawnBody::from_parts(vec![fish_body::part()]));
        FISH.clone()
    }

    /// All visible meshes of a model as one body, with their own textures, colours and scale,
    /// `forward` turned to +Z. The model's origin becomes the centre of the boid. Skinned meshes
    /// keep the pose of the model file. Textures and colours are taken over by their names in the
    /// engine's standard materials; the alpha channel counts in meshes with the forward render
    /// path. Parallax and light maps, blend shapes and other shaders are not supported.
    ///
    /// # Errors
    ///
    /// If the model is not loaded or cannot be drawn, see [`BodyError`]. [`DrawnBody::fish`] can
    /// serve instead.
    pub fn from_model(model: &ModelResource, forward: ForwardAxis) -> Result<Self, BodyError> {
        Ok(Self::from_parts(model_body::collect_parts(model, forward)?))
    }

    pub(super) fn from_parts(parts: Vec<BodyPart>) -> Self {
        let vertices = parts.iter().map(|part| part.mesh.vertices.len()).sum();
        let copies = copies_for(vertices);
        let (mut radius, mut nose, mut tail) = (0.0f32, f32::MIN, f32::MAX);
        for vertex in parts.iter().flat_map(|part| &part.mesh.vertices) {
            radius = radius.max(vertex.position.norm());
            nose = nose.max(vertex.position.z);
            tail = tail.min(vertex.position.z);
        }
        let surfaces = parts.into_iter().map(|part| BodySurface {
            data: part.mesh.replicate(copies),
            triangles_per_copy: part.mesh.triangles.len(),
            material: part.material,
            render_path: part.render_path,
        });
        Self {
            surfaces: surfaces.collect(),
            copies,
            radius,
            nose,
            // The shader divides by the length, which is zero for a flat body that faces along Z.
            length: (nose - tail).max(1e-6),
        }
    }

    /// Number of boids in one draw call: 256, less for a body of more than 1,024 vertices.
    pub fn boids_per_draw(&self) -> usize {
        self.copies
    }

    /// Radius, in metres, of the ball around the boid's position that contains the unbent body at
    /// size 1.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Length from nose to tail, in metres, at size 1.
    pub fn length(&self) -> f32 {
        self.length
    }

    /// The foremost point of the body, on the axis of the boid, at size 1.
    pub fn nose(&self) -> Vector3<f32> {
        Vector3::new(0.0, 0.0, self.nose)
    }

    /// Number of triangles of one body.
    pub fn triangle_count(&self) -> usize {
        let counts = self
            .surfaces
            .iter()
            .map(|surface| surface.triangles_per_copy);
        counts.sum()
    }

    pub(super) fn surfaces(&self) -> &[BodySurface] {
        &self.surfaces
    }
}

fn copies_for(vertices: usize) -> usize {
    (MAX_CHUNK_VERTICES / vertices.max(1)).clamp(1, MAX_COPIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};

    #[test]
    fn heavy_bodies_get_fewer_copies() {
        assert_eq!(copies_for(0), 256);
        assert_eq!(copies_for(1024), 256);
        assert_eq!(copies_for(10_000), 26);
        assert_eq!(copies_for(10_000_000), 1);
    }

    #[test]
    fn every_triangle_of_a_copy_uses_vertices_of_that_copy() {
        let body = DrawnBody::fish();
        for surface in body.surfaces() {
            let data = surface.data.data_ref();
            let triangles = data.geometry_buffer.triangles_ref();
            assert_eq!(
                triangles.len(),
                surface.triangles_per_copy * body.boids_per_draw()
            );
            let copies = data
                .vertex_buffer
                .attribute_view::<f32>(VertexAttributeUsage::Custom0)
                .unwrap();
            for (number, triangle) in triangles.iter().enumerate() {
                let copy = (number / surface.triangles_per_copy) as f32;
                for index in triangle.0 {
                    assert_eq!(copies.get(index as usize), Some(&copy));
                }
            }
            let last = data.vertex_buffer.vertex_count() as usize - 1;
            let view = data.vertex_buffer.get(last).unwrap();
            assert!(view.read_3_f32(VertexAttributeUsage::Normal).is_ok());
        }
    }

    #[test]
    fn clones_share_their_meshes() {
        let (first, second) = (DrawnBody::fish(), DrawnBody::fish());
        assert_eq!(first.surfaces[0].data, second.surfaces[0].data);
    }
}
