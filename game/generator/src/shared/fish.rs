//! The fish: 20 cm long, its nose towards +Z, its back towards +Y.

use crate::base::{mesh::Mesh, pattern::mix};
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::{PI, TAU};

/// Half the length from the nose to the root of the tail fin, in metres.
const HALF_BODY: f32 = 0.078;
/// Position of the tail fin's end, in metres.
const TAIL_END: f32 = -0.118;

/// The whole fish. A school draws it thousands of times, so the number of triangles matters.
pub fn mesh() -> Mesh {
    let mut fins = Mesh::default();
    tail_fin(&mut fins);
    back_fin(&mut fins);
    for side in [1.0, -1.0] {
        side_fin(&mut fins, side);
    }
    fins.make_two_sided();
    let mut mesh = Mesh::default();
    body(&mut mesh);
    mesh.append(fins);
    mesh
}

/// Height and width of the body at `t`, from 0 at the tail's root to 1 at the nose.
fn profile(t: f32) -> (f32, f32) {
    let bulge = (PI * t.powf(0.8)).sin().max(0.0).powf(0.75);
    let root = 0.010 * (1.0 - t).powi(2);
    let tip = 0.003;
    (tip + root + 0.034 * bulge, tip + 0.4 * root + 0.017 * bulge)
}

fn body(mesh: &mut Mesh) {
    let place = |u: f32, v: f32| {
        let t = v.clamp(0.0, 1.0);
        let (height, width) = profile(t);
        let angle = u.rem_euclid(1.0) * TAU;
        let z = mix(-HALF_BODY, HALF_BODY, v);
        Vector3::new(width * angle.sin(), -height * angle.cos(), z)
    };
    // V of the skin runs from the belly over both sides to the back, so that both halves are mirror
    // images.
    let skin = |u: f32, v: f32| Vector2::new(0.25 + 0.75 * v, 1.0 - (2.0 * u - 1.0).abs());
    mesh.patch(8, 9, place, skin);
}

/// A flat fin between two edges. The left quarter of the skin is for fins.
fn fin(mesh: &mut Mesh, cells: u32, edge: impl Fn(f32, f32) -> Vector3<f32>) {
    mesh.patch(cells, 1, edge, |u, v| {
        Vector2::new(0.22 - 0.2 * v, 0.1 + 0.8 * u)
    });
}

fn tail_fin(mesh: &mut Mesh) {
    fin(mesh, 4, |u, v| {
        let spread = 2.0 * u - 1.0;
        let fork = 0.022 * (1.0 - spread.abs());
        let (root, end) = (-HALF_BODY + 0.004, TAIL_END + fork);
        Vector3::new(0.0, mix(0.010, 0.046, v) * spread, mix(root, end, v))
    });
}

fn back_fin(mesh: &mut Mesh) {
    fin(mesh, 3, |u, v| {
        let t = mix(0.25, 0.72, u);
        let z = mix(-HALF_BODY, HALF_BODY, t);
        let rise = 0.020 * (PI * (0.15 + 0.8 * u)).sin() * v;
        Vector3::new(0.0, profile(t).0 - 0.003 + rise, z - 0.014 * v)
    });
}

fn side_fin(mesh: &mut Mesh, side: f32) {
    fin(mesh, 1, |u, v| {
        let root = Vector3::new(side * 0.016, -0.006 - 0.008 * u, 0.030);
        root + Vector3::new(side * 0.018, -0.010 - 0.010 * u, -0.026) * v
    });
}
