//! The ground of the meadow, with the pond.

use crate::base::{
    mesh::Mesh,
    pattern::{smooth_step, Pattern},
};
use fyrox::core::algebra::{Vector2, Vector3};

type Vec3 = Vector3<f32>;

/// The middle of the pond, and its radius, in metres.
pub const POND_AT: [f32; 2] = [4.0, -10.0];
pub const POND_RADIUS: f32 = 6.5;
/// Height of the water.
const WATER_HEIGHT: f32 = -0.35;
/// Half the edge of the ground, in metres.
const HALF: f32 = 200.0;

/// Height of the ground, in metres.
pub fn height(x: f32, z: f32) -> f32 {
    thread_local!(static HILLS: Pattern = Pattern::new(411));
    let distance = (x - POND_AT[0]).hypot(z - POND_AT[1]);
    let basin = smooth_step(POND_RADIUS + 2.5, POND_RADIUS - 2.5, distance);
    let far = smooth_step(25.0, 170.0, x.hypot(z));
    let (small, large) = HILLS.with(|hills| {
        (
            hills.at(Vec3::new(x * 0.12, 0.4, z * 0.12), 2),
            hills.at(Vec3::new(x * 0.013, 1.7, z * 0.013), 3),
        )
    });
    0.16 * small * (1.0 - basin) - 0.9 * basin + far * (6.0 + 20.0 * large.max(-0.25))
}

/// The mesh of the ground.
pub fn mesh() -> Mesh {
    let place = |u: f32, v: f32| {
        let even = |t: f32| (2.0 * t - 1.0) * (0.12 + 0.88 * (2.0 * t - 1.0).powi(2));
        let (x, z) = (even(u) * HALF, -even(v) * HALF);
        Vec3::new(x, height(x, z), z)
    };
    let mut mesh = Mesh::default();
    mesh.patch(72, 72, place, |u, v| {
        let position = place(u, v);
        Vector2::new(position.x, -position.z) / 3.0
    });
    mesh
}

/// The water of the pond.
pub fn pond() -> Mesh {
    let mut mesh = Mesh::default();
    let [x, z] = POND_AT;
    // The shore cuts out its outline.
    let half = POND_RADIUS + 1.0;
    let place = |u: f32, v: f32| {
        Vec3::new(
            x + (2.0 * u - 1.0) * half,
            WATER_HEIGHT,
            z + (1.0 - 2.0 * v) * half,
        )
    };
    // The colour of the sky, darker towards the viewer.
    mesh.patch(8, 8, place, |_, v| {
        Vector2::new(0.5, 0.03 + 0.30 * (1.0 - v))
    });
    mesh
}
