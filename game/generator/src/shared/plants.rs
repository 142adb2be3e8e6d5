//! Sea grass and kelp. They are decoration without colliders.

use crate::base::{
    mesh::Mesh,
    pattern::{mix, Random},
};
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::TAU;

/// A tuft of sea grass, about half a metre high.
pub fn grass() -> Mesh {
    let mut random = Random::new(5);
    let mut mesh = Mesh::default();
    for _ in 0..34 {
        let (sin, cos) = random.between(0.0, TAU).sin_cos();
        let distance = 0.22 * random.unit().sqrt();
        let root = Vector3::new(cos * distance, -0.04, sin * distance);
        let out = Vector3::new(cos, 0.0, sin);
        let bend = out * random.between(0.06, 0.26);
        let height = random.between(0.28, 0.62);
        let side = Vector3::new(-sin, 0.0, cos) * random.between(0.010, 0.017);
        blade(&mut mesh, 5, side, |t| {
            root + Vector3::y() * (height * t) + bend * (t * t)
        });
    }
    mesh.make_two_sided();
    mesh
}

/// A kelp plant, 3 m high: a stem with leaves on all sides.
pub fn kelp() -> Mesh {
    const HEIGHT: f32 = 3.0;
    let mut random = Random::new(9);
    let mut mesh = Mesh::default();
    let stem = |t: f32| {
        let sway = (t * 5.2).sin() * 0.12 * t;
        Vector3::new(sway, HEIGHT * t - 0.05, 0.10 * t * (t * 4.0).cos())
    };
    for side in [Vector3::x(), Vector3::z()] {
        blade(&mut mesh, 16, side * 0.012, stem);
    }
    for leaf in 0..52 {
        let at = (leaf as f32 + 2.0) / 54.0;
        let (sin, cos) = (leaf as f32 * 2.4 + random.between(-0.3, 0.3)).sin_cos();
        let length = random.between(0.40, 0.62) * mix(1.0, 0.55, at);
        let (out, side) = (Vector3::new(cos, 0.0, sin), Vector3::new(-sin, 0.0, cos));
        blade(&mut mesh, 5, side * 0.075, |t| {
            stem(at) + out * (length * t) + Vector3::y() * (length * (0.75 * t - 0.55 * t * t))
        });
    }
    mesh.make_two_sided();
    mesh
}

/// A strip along `path` that tapers towards both ends.
fn blade(mesh: &mut Mesh, cells: u32, side: Vector3<f32>, path: impl Fn(f32) -> Vector3<f32>) {
    let place = |u: f32, v: f32| {
        let width = 0.16 + 0.84 * (v * (1.0 - v) * 4.0).max(0.0).sqrt() * (1.0 - 0.5 * v);
        path(v) + side * ((2.0 * u - 1.0) * width)
    };
    mesh.patch(1, cells, place, |u, v| Vector2::new(u, 1.0 - v));
}
