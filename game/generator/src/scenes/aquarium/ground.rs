//! The sand floor.

use super::tank;
use crate::base::{
    mesh::Mesh,
    pattern::{smooth_step, Pattern},
};
use fyrox::core::algebra::{Vector2, Vector3};

/// Size of one repetition of the sand texture, in metres.
const TEXTURE_SIZE: f32 = 1.6;

/// The dunes of the sand.
pub struct Ground(Pattern);

impl Ground {
    pub fn new() -> Self {
        Self(Pattern::new(7))
    }

    /// Height of the sand above the tank's bottom, in metres.
    pub fn height(&self, x: f32, z: f32) -> f32 {
        let dunes = self.0.at(Vector3::new(x * 0.32, 0.0, z * 0.5), 2);
        // Sand piles up towards the back and around the rocks.
        let back = smooth_step(1.0, -2.5, z) * 0.22;
        let left = pile(x + 2.6, z + 0.9, 1.7) * 0.18;
        let right = pile(x - 2.9, z + 1.2, 1.7) * 0.16;
        0.14 + 0.10 * dunes + back + left + right
    }

    /// The sand's surface over the whole tank.
    pub fn mesh(&self) -> Mesh {
        let half = tank::HALF_SIZE;
        let place = |u: f32, v: f32| {
            // Rows run from the front to the back, so that the surface faces up.
            let (x, z) = ((2.0 * u - 1.0) * half.x, (1.0 - 2.0 * v) * half.z);
            Vector3::new(x, self.height(x, z), z)
        };
        let texture = |u: f32, v: f32| {
            let size = half * (2.0 / TEXTURE_SIZE);
            Vector2::new(u * size.x, v * size.z)
        };
        let mut mesh = Mesh::default();
        mesh.patch(64, 40, place, texture);
        mesh
    }
}

fn pile(x: f32, z: f32, radius: f32) -> f32 {
    smooth_step(radius, 0.0, (x * x + z * z).sqrt())
}
