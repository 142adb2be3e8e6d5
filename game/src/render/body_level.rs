//! A level of detail of a body: its surfaces, each with many copies in one mesh.

use super::{body_mesh::BodyMesh, body_part::BodyPart};
use fyrox::{
    material::Material,
    scene::mesh::{surface::SurfaceResource, RenderPath},
};

/// Largest number of copies of a body in one mesh, and so of boids in one draw call.
const MAX_COPIES: usize = 256;

/// Largest number of vertices of all copies in a mesh: 14 MB of GPU memory. A level with many
/// vertices gets fewer copies.
const MAX_CHUNK_VERTICES: usize = 1 << 18;

/// A mesh of copies, and a material that each renderer clones.
#[derive(Clone, Debug)]
pub(super) struct BodySurface {
    pub data: SurfaceResource,
    pub triangles_per_copy: usize,
    pub material: Material,
    pub render_path: RenderPath,
}

impl BodySurface {
    fn of(part: BodyPart, copies: usize) -> Self {
        Self {
            data: part.mesh.replicate(copies),
            triangles_per_copy: part.mesh.triangles.len(),
            material: part.material,
            render_path: part.render_path,
        }
    }

    /// The part before it was copied.
    fn part(&self, copies: usize) -> BodyPart {
        BodyPart {
            mesh: BodyMesh::of_copies(&self.data.data_ref(), copies),
            material: self.material.clone(),
            render_path: self.render_path,
        }
    }
}

/// The surfaces of a level. Clones share their meshes.
#[derive(Clone, Debug)]
pub(super) struct BodyLevel {
    pub surfaces: Vec<BodySurface>,
    /// Number of copies in a mesh: the largest number of boids in a draw call.
    pub copies: usize,
}

impl BodyLevel {
    pub fn of(parts: Vec<BodyPart>) -> Self {
        let vertices = parts.iter().map(|part| part.mesh.vertices.len()).sum();
        let copies = copies_for(vertices);
        let surfaces = parts.into_iter().map(|it| BodySurface::of(it, copies));
        Self {
            surfaces: surfaces.collect(),
            copies,
        }
    }

    /// The parts before they were copied.
    pub fn parts(&self) -> Vec<BodyPart> {
        let parts = self.surfaces.iter().map(|it| it.part(self.copies));
        parts.collect()
    }

    /// Number of vertices of one body.
    pub fn vertex_count(&self) -> usize {
        let count = |surface: &BodySurface| surface.data.data_ref().vertex_buffer.vertex_count();
        let all: usize = self.surfaces.iter().map(|it| count(it) as usize).sum();
        all / self.copies
    }

    /// Number of triangles of one body.
    pub fn triangle_count(&self) -> usize {
        let counts = self.surfaces.iter().map(|it| it.triangles_per_copy);
        counts.sum()
    }
}

fn copies_for(vertices: usize) -> usize {
    (MAX_CHUNK_VERTICES / vertices.max(1)).clamp(1, MAX_COPIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{BodyShape, DrawnBody};
    use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};

    #[test]
    fn heavy_bodies_get_fewer_copies() {
        assert_eq!(copies_for(0), 256);
        assert_eq!(copies_for(1024), 256);
        assert_eq!(copies_for(10_000), 26);
        assert_eq!(copies_for(131_072), 2);
        assert_eq!(copies_for(131_073), 1);
        assert_eq!(copies_for(10_000_000), 1);
    }

    #[test]
    fn every_triangle_of_a_copy_uses_vertices_of_that_copy() {
        let body = DrawnBody::fish();
        for level in body.levels().iter() {
            for surface in &level.surfaces {
                let data = surface.data.data_ref();
                let triangles = data.geometry_buffer.triangles_ref();
                assert_eq!(triangles.len(), surface.triangles_per_copy * level.copies);
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
    }

    #[test]
    fn parts_are_those_that_were_copied() {
        let parts = BodyShape::Crow.levels();
        let mesh = parts[0].mesh.clone();
        let again = &BodyLevel::of(parts).parts()[0].mesh;
        assert_eq!(again.triangles, mesh.triangles);
        assert_eq!(again.vertices, mesh.vertices);
    }
}
