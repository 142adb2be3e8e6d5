//! The rock arch that the fish swim through.

use super::{
    mesh::Mesh,
    pattern::{mix, ridge, Pattern},
};
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::PI;

/// Half the distance between the feet's axes, in metres.
const HALF_WIDTH: f32 = 1.05;
/// Height of the axis at the top, in metres.
const HEIGHT: f32 = 1.62;

/// The closed mesh: feet on both sides of the origin along X, standing on the plane y = 0.
pub fn mesh() -> Mesh {
    let pattern = Pattern::new(41);
    let mut mesh = Mesh::default();
    mesh.tube(
        56,
        20,
        center,
        |t, angle| radius(&pattern, t, angle),
        |u, t| Vector2::new(u * 1.6, t * 4.0),
    );
    mesh
}

fn center(t: f32) -> Vector3<f32> {
    let angle = mix(-0.06, 1.06, t) * PI;
    Vector3::new(
        HALF_WIDTH * angle.cos() + 0.16 * (t - 0.35),
        HEIGHT * angle.sin(),
        0.18 * (t * 5.0).sin(),
    )
}

fn radius(pattern: &Pattern, t: f32, angle: f32) -> f32 {
    let foot = (2.0 * t - 1.0).abs().powi(3);
    let around = Vector3::new(angle.cos(), angle.sin(), t * 6.0);
    let rough = pattern.at(around * 0.9, 4) + 0.5 * ridge(pattern.at(around * 1.8, 2));
    (0.24 + 0.24 * foot) * (1.0 + 0.42 * (rough - 0.2))
}
