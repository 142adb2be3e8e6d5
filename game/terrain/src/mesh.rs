//! Indexed triangles, and the faces of a box.

use crate::Vec3;

/// A mesh of indexed triangles.
#[derive(Default)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vec3>,
    /// Indices of the vertices, counter-clockwise from the free side.
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The corners of a triangle.
    pub(crate) fn corners(&self, triangle: [u32; 3]) -> [Vec3; 3] {
        triangle.map(|vertex| self.vertices[vertex as usize])
    }

    pub(crate) fn triangles(&self) -> Vec<[Vec3; 3]> {
        let triangles = self.triangles.iter();
        triangles.map(|triangle| self.corners(*triangle)).collect()
    }
}

/// The faces of a box around the origin, two triangles each, counter-clockwise from outside.
pub(crate) fn cuboid(half_size: Vec3) -> Vec<[Vec3; 3]> {
    let mut triangles = Vec::with_capacity(12);
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let corner = |u: f32, v: f32| {
                let mut corner = Vec3::zeros();
                corner[axis] = side;
                // Mirrored on the negative side, so that both sides are counter-clockwise.
                corner[(axis + 1) % 3] = u * side;
                corner[(axis + 2) % 3] = v;
                corner.component_mul(&half_size)
            };
            let [a, b, c, d] =
                [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(u, v)| corner(u, v));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles
}
