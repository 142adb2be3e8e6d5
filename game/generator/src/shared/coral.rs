//! Corals and sponges.

use crate::base::{
    mesh::Mesh,
    pattern::{mix, Pattern, Random},
};
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::TAU;

/// Radius of the ball around a brain coral, in metres.
pub const BRAIN_RADIUS: f32 = 0.34;
/// Height of the tallest tube of a sponge, in metres.
pub const SPONGE_HEIGHT: f32 = 0.95;
/// Radius of a cylinder around all tubes of a sponge, in metres.
pub const SPONGE_RADIUS: f32 = 0.30;

/// Radius of the balls around a branch coral, in metres.
pub const BRANCHES_RADIUS: f32 = 0.34;

/// A coral of slender branches, about half a metre high.
pub fn branches() -> Mesh {
    let mut random = Random::new(23);
    let mut mesh = Mesh::default();
    for arm in 0..7 {
        let (sin, cos) = (arm as f32 / 7.0 * TAU + random.between(-0.3, 0.3)).sin_cos();
        let out = Vector3::new(cos, 0.0, sin) * random.between(0.10, 0.30);
        let height = random.between(0.34, 0.52);
        let path = move |t: f32| out * t + Vector3::y() * (height * t.powf(0.8) - 0.05);
        branch(&mut mesh, 0.040, path);
        for twig in 0..3 {
            let from = path(random.between(0.45, 0.8));
            let (sin, cos) = (twig as f32 * 2.1 + random.between(0.0, 1.0)).sin_cos();
            let reach = Vector3::new(cos * 0.09, random.between(0.12, 0.2), sin * 0.09);
            branch(&mut mesh, 0.026, move |t| from + reach * t);
        }
    }
    mesh
}

fn branch(mesh: &mut Mesh, thickness: f32, path: impl Fn(f32) -> Vector3<f32>) {
    let round_tip = |t: f32| (1.0 - (t.clamp(0.0, 1.0) * 0.98).powi(8)).sqrt();
    mesh.tube(
        6,
        7,
        |t| path(t.max(0.0)) + Vector3::y() * t.min(0.0),
        |t, _| thickness * mix(1.0, 0.6, t) * round_tip(t),
        |u, t| Vector2::new(u, t * 2.0),
    );
}

/// A dome with winding grooves.
pub fn brain() -> Mesh {
    let pattern = Pattern::new(31);
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let (sin, cos) = (u.rem_euclid(1.0) * TAU).sin_cos();
        let tilt = mix(-0.3, std::f32::consts::FRAC_PI_2, v);
        let direction = Vector3::new(tilt.cos() * sin, tilt.sin(), tilt.cos() * cos);
        let groove = pattern.at(direction * 4.5, 1).abs().min(0.22);
        direction * (BRAIN_RADIUS * (0.90 + 0.45 * groove))
    };
    mesh.patch(56, 24, place, |u, v| Vector2::new(u * 4.0, v * 2.0));
    mesh
}

/// A cluster of open tubes.
pub fn sponge() -> Mesh {
    let mut random = Random::new(77);
    let mut mesh = Mesh::default();
    for tube in 0..6 {
        let (sin, cos) = (tube as f32 * 2.4).sin_cos();
        let out = Vector3::new(cos, 0.0, sin) * (0.05 + 0.026 * tube as f32);
        let height = SPONGE_HEIGHT * (1.0 - 0.13 * tube as f32);
        let width = random.between(0.065, 0.085);
        mesh.tube(
            10,
            12,
            |t| out * (1.0 + 0.25 * t) + Vector3::y() * (height * (t - 0.05)),
            |t, _| width * (0.75 + 0.3 * t + 0.05 * (t * 19.0).sin()),
            |u, t| Vector2::new(u * 2.0, t * 4.0),
        );
        // The dark inside of the opening.
        mesh.tube(
            2,
            12,
            |t| out * 1.25 + Vector3::y() * (height * 0.95 + 0.004 - 0.002 * t),
            |_, _| width * 0.72,
            |_, _| Vector2::new(0.02, 0.02),
        );
    }
    mesh
}
