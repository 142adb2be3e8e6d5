//! Grass, flowers and reeds of the meadow. All are thin and visible from both sides; their normals
//! point up or outward for soft shading.

use crate::{
    base::{
        mesh::Mesh,
        pattern::{mix, Random},
    },
    shared::trees::leaf,
};
use fyrox::core::algebra::{Unit, UnitQuaternion, Vector2, Vector3};
use std::f32::consts::TAU;

type Vec3 = Vector3<f32>;

/// Half the edge of a patch of grass, in metres.
pub const PATCH_HALF: f32 = 2.0;
/// A square of grass.
pub fn grass() -> Mesh {
    let mut random = Random::new(61);
    let mut mesh = Mesh::default();
    for _ in 0..800 {
        let root = Vec3::new(
            random.between(-PATCH_HALF, PATCH_HALF),
            -0.06,
            random.between(-PATCH_HALF, PATCH_HALF),
        );
        let height = random.between(0.18, 0.5);
        blade(&mut mesh, &mut random, root, height, 0.016);
    }
    mesh
}

/// A tuft of reeds, as high as a person.
pub fn reeds() -> Mesh {
    let mut random = Random::new(67);
    let mut mesh = Mesh::default();
    for _ in 0..60 {
        let (sin, cos) = random.between(0.0, TAU).sin_cos();
        let distance = 0.55 * random.unit().sqrt();
        let root = Vec3::new(cos * distance, -0.3, sin * distance);
        let height = random.between(1.0, 1.9);
        blade(&mut mesh, &mut random, root, height, 0.022);
    }
    mesh
}

/// A blade that bends to one side, as a strip of two cells and a tip.
fn blade(mesh: &mut Mesh, random: &mut Random, root: Vec3, height: f32, width: f32) {
    let (sin, cos) = random.between(0.0, TAU).sin_cos();
    let bend = Vec3::new(cos, -0.25, sin) * (height * random.between(0.12, 0.5));
    let (sin, cos) = random.between(0.0, TAU).sin_cos();
    let side = Vec3::new(cos, 0.0, sin) * width;
    let at = |t: f32| root + Vec3::y() * (height * t) + bend * (t * t);
    let shade = random.unit();
    let mut push = |position: Vec3, across: f32, t: f32| {
        // From the root, at the bottom of the picture, to the tip.
        let tex_coord = Vector2::new(0.1 + 0.8 * shade + 0.03 * across, 1.0 - mix(0.05, 0.95, t));
        mesh.vertex(leaf(
            position,
            (Vec3::y() + bend * 0.4).normalize(),
            tex_coord,
        ))
    };
    let a = push(at(0.0) - side, -1.0, 0.0);
    let b = push(at(0.0) + side, 1.0, 0.0);
    let c = push(at(0.55) - side * 0.8, -1.0, 0.55);
    let d = push(at(0.55) + side * 0.8, 1.0, 0.55);
    let e = push(at(1.0), 0.0, 1.0);
    mesh.triangle([a, b, d]);
    mesh.triangle([a, d, c]);
    mesh.triangle([c, d, e]);
}

/// The petals of a few flowers; the material sets their colour.
pub fn petals() -> Mesh {
    let mut mesh = Mesh::default();
    for_each_flower(|head, size, facing| {
        for petal in 0..7 {
            let (sin, cos) = (petal as f32 / 7.0 * TAU).sin_cos();
            let out = facing * Vec3::new(cos, 0.25, sin) * size;
            let side = facing * Vec3::new(-sin, 0.0, cos) * (size * 0.36);
            let normal = (facing * Vec3::new(cos, 2.0, sin) + Vec3::y()).normalize();
            let mut push =
                |position, u: f32, v: f32| mesh.vertex(leaf(position, normal, Vector2::new(u, v)));
            let a = push(head, 0.5, 0.9);
            let b = push(head + out * 0.6 + side, 0.8, 0.4);
            let c = push(head + out, 0.5, 0.1);
            let d = push(head + out * 0.6 - side, 0.2, 0.4);
            mesh.triangle([a, b, c]);
            mesh.triangle([a, c, d]);
        }
    });
    mesh
}

/// The stems of the same flowers.
pub fn stems() -> Mesh {
    let mut random = Random::new(73);
    let mut mesh = Mesh::default();
    for_each_flower(|head, _, _| {
        let foot = Vec3::new(head.x * 0.8, -0.05, head.z * 0.8);
        mesh.pole(foot, head, [0.006, 0.004], 3);
        for _ in 0..3 {
            blade(&mut mesh, &mut random, foot, 0.2, 0.02);
        }
    });
    mesh
}

/// Calls `add` for each flower of a tuft with the position of its head, its size, and the rotation
/// from +Y to its direction.
fn for_each_flower(mut add: impl FnMut(Vec3, f32, UnitQuaternion<f32>)) {
    let mut random = Random::new(71);
    for _ in 0..16 {
        let (sin, cos) = random.between(0.0, TAU).sin_cos();
        let distance = 0.75 * random.unit().sqrt();
        let head = Vec3::new(cos * distance, random.between(0.28, 0.55), sin * distance);
        let size = random.between(0.04, 0.07);
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), random.between(0.0, TAU));
        // A flower that faces the sky would be a line from the side.
        let (sin, cos) = random.between(0.0, TAU).sin_cos();
        let axis = Unit::new_normalize(Vec3::new(cos, 0.0, sin));
        let tilt = UnitQuaternion::from_axis_angle(&axis, random.between(0.4, 1.1));
        add(head, size, tilt * turn);
    }
}
