//! Triangles that share their vertices.

use crate::Vec3;

/// Triangles that share their vertices.
#[derive(Default)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vec3>,
    /// Indices of the vertices, counter-clockwise from the free side.
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The corners of a triangle.
    pub(super) fn corners(&self, triangle: [u32; 3]) -> [Vec3; 3] {
        triangle.map(|vertex| self.vertices[vertex as usize])
    }

    pub(super) fn triangles(&self) -> Vec<[Vec3; 3]> {
        let triangles = self.triangles.iter();
        triangles.map(|triangle| self.corners(*triangle)).collect()
    }
}
