//! Boulders.

use crate::base::{
    mesh::Mesh,
    pattern::{ridge, Pattern, Random},
};
use fyrox::core::algebra::{Vector2, Vector3};

/// Cells along an edge of each of the six faces. A power of two makes the edges of the faces match
/// exactly.
const CELLS: u32 = 16;
/// Size of one repetition of the texture, in metres.
const TEXTURE_SIZE: f32 = 0.9;

/// The shape of a boulder: a ball, cut by planes, roughened by noise, then stretched.
pub struct Rock {
    pub seed: u32,
    /// Half extents, in metres.
    pub size: Vector3<f32>,
    /// Number of flat faces that are cut off.
    pub cuts: u32,
    /// Strength of the roughness relative to the radius.
    pub roughness: f32,
}

impl Rock {
    /// The closed mesh, around the origin.
    pub fn mesh(&self) -> Mesh {
        let pattern = Pattern::new(self.seed);
        let planes = self.planes();
        let mut mesh = Mesh::default();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let place = |u: f32, v: f32| {
                    let (a, b) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
                    self.point(&pattern, &planes, cube_point(axis, sign, a, b))
                };
                let size = self.size * (2.0 / TEXTURE_SIZE);
                let texture = |u: f32, v: f32| {
                    Vector2::new(u * size[(axis + 1) % 3], v * size[(axis + 2) % 3])
                };
                mesh.patch(CELLS, CELLS, place, texture);
            }
        }
        mesh
    }

    fn planes(&self) -> Vec<(Vector3<f32>, f32)> {
        let mut random = Random::new(u64::from(self.seed));
        (0..self.cuts)
            .map(|_| (random.direction(), random.between(0.62, 0.9)))
            .collect()
    }

    fn point(
        &self,
        pattern: &Pattern,
        planes: &[(Vector3<f32>, f32)],
        cube: Vector3<f32>,
    ) -> Vector3<f32> {
        let direction = cube.normalize();
        let mut radius = 1.0_f32;
        for (normal, distance) in planes {
            let facing = direction.dot(normal);
            if facing > 0.0 {
                radius = radius.min(distance / facing);
            }
        }
        let rough = pattern.at(direction * 1.7, 4) + 0.5 * ridge(pattern.at(direction * 3.1, 3));
        direction.component_mul(&self.size) * radius * (1.0 + self.roughness * (rough - 0.3))
    }
}

/// A point on the cube's face with the normal `axis`; `a` and `b` run from -1 to 1, seen from
/// outside.
fn cube_point(axis: usize, sign: f32, a: f32, b: f32) -> Vector3<f32> {
    // Cells near the middle of a face would become larger on the ball. This evens them out and
    // keeps the edges.
    let even = |x: f32| x * (0.75 + 0.25 * x * x);
    let mut point = Vector3::zeros();
    point[axis] = sign;
    point[(axis + 1) % 3] = even(a * sign);
    point[(axis + 2) % 3] = even(b);
    point
}
