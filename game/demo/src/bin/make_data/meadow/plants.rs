//! Grass, flowers, reeds and a tree of the meadow. All are thin and seen from both sides; their normals
//! point up or outward, so that light falls softly on them.

use super::super::{
    mesh::Mesh,
    pattern::{mix, Random},
};
use fyrox::{
    core::algebra::{Unit, UnitQuaternion, Vector2, Vector3},
    scene::mesh::vertex::StaticVertex,
};
use std::f32::consts::TAU;

type Vec3 = Vector3<f32>;

/// Half the edge of a patch of grass, in metres.
pub const PATCH_HALF: f32 = 2.0;
/// Height of the tree's stem, in metres.
pub const STEM: f32 = 3.2;

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

/// A tuft of reeds, as high as a man.
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

/// A blade that bends over to some side, as a strip of two cells and a tip.
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

fn leaf(position: Vec3, normal: Vec3, tex_coord: Vector2<f32>) -> StaticVertex {
    StaticVertex {
        position,
        tex_coord,
        normal,
        tangent: Vec3::x().push(1.0),
    }
}

/// A few stems with flowers: the petals, which take a colour of their own.
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

/// Calls with the head of each flower of a tuft, its size, and the turn from +Y to where it faces.
fn for_each_flower(mut add: impl FnMut(Vec3, f32, UnitQuaternion<f32>)) {
    let mut random = Random::new(71);
    for _ in 0..16 {
        let (sin, cos) = random.between(0.0, TAU).sin_cos();
        let distance = 0.75 * random.unit().sqrt();
        let head = Vec3::new(cos * distance, random.between(0.28, 0.55), sin * distance);
        let size = random.between(0.04, 0.07);
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), random.between(0.0, TAU));
        // Seen from the side, a flower that faces the sky is a line.
        let (sin, cos) = random.between(0.0, TAU).sin_cos();
        let axis = Unit::new_normalize(Vec3::new(cos, 0.0, sin));
        let tilt = UnitQuaternion::from_axis_angle(&axis, random.between(0.4, 1.1));
        add(head, size, tilt * turn);
    }
}

/// The stem and the boughs of a tree.
pub fn trunk() -> Mesh {
    let mut mesh = Mesh::default();
    let top = Vec3::new(0.1, STEM, 0.05);
    mesh.pole(-Vec3::y() * 0.4, top, [0.34, 0.22], 9);
    for bough in 0..6 {
        let (sin, cos) = (bough as f32 * 1.1).sin_cos();
        let way = Vec3::new(cos, 0.8, sin) * 1.9;
        mesh.pole(
            top - Vec3::y() * (0.2 * bough as f32),
            top + way,
            [0.14, 0.05],
            5,
        );
    }
    mesh
}

/// Balls of leaves that make a tree's crown: centre and radius, in metres.
const CROWN: [(Vec3, f32); 7] = [
    (Vec3::new(0.0, 5.6, 0.0), 1.9),
    (Vec3::new(1.5, 4.8, 0.4), 1.4),
    (Vec3::new(-1.4, 4.9, 0.6), 1.5),
    (Vec3::new(0.3, 4.7, 1.5), 1.4),
    (Vec3::new(-0.2, 4.6, -1.5), 1.5),
    (Vec3::new(0.7, 6.7, -0.3), 1.3),
    (Vec3::new(-0.8, 6.3, -0.6), 1.2),
];

/// Height of the middle of the crown, and radius of a ball that holds most of it, in metres.
pub const CROWN_HEIGHT: f32 = 5.3;
pub const CROWN_RADIUS: f32 = 2.9;

/// The leaves of the tree.
pub fn leaves() -> Mesh {
    let mut random = Random::new(79);
    let mut mesh = Mesh::default();
    for (center, radius) in CROWN {
        let count = (radius * radius * 150.0) as u32;
        for _ in 0..count {
            let out = random.direction();
            let place = center + out * (radius * random.between(0.82, 1.05));
            let normal = (place - Vec3::y() * 4.6).normalize();
            let across = (random.direction().cross(&out)).normalize() * 0.11;
            let along = out.cross(&across).normalize() * 0.19 + out * 0.08 - Vec3::y() * 0.06;
            let shade = random.unit();
            let mut push = |position, across: f32, v: f32| {
                let u = 0.1 + 0.8 * shade + 0.05 * across;
                mesh.vertex(leaf(position, normal, Vector2::new(u, v)))
            };
            let a = push(place - along, 0.0, 0.9);
            let b = push(place + across, 1.0, 0.5);
            let c = push(place + along, 0.0, 0.1);
            let d = push(place - across, -1.0, 0.5);
            mesh.triangle([a, b, c]);
            mesh.triangle([a, c, d]);
        }
    }
    mesh
}
