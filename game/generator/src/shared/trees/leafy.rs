//! A tree in leaf. Its leaves are thin and visible from both sides; their normals point outward for
//! soft shading.

use crate::base::{mesh::Mesh, pattern::Random};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    scene::mesh::vertex::StaticVertex,
};

type Vec3 = Vector3<f32>;

/// Height of the trunk, in metres.
pub const STEM: f32 = 3.2;

/// A corner of a leaf or a blade.
pub fn leaf(position: Vec3, normal: Vec3, tex_coord: Vector2<f32>) -> StaticVertex {
    StaticVertex {
        position,
        tex_coord,
        normal,
        tangent: Vec3::x().push(1.0),
    }
}

/// The trunk and the boughs of a tree.
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

/// Balls of leaves that form a tree's crown: centre and radius, in metres.
const CROWN: [(Vec3, f32); 7] = [
    (Vec3::new(0.0, 5.6, 0.0), 1.9),
    (Vec3::new(1.5, 4.8, 0.4), 1.4),
    (Vec3::new(-1.4, 4.9, 0.6), 1.5),
    (Vec3::new(0.3, 4.7, 1.5), 1.4),
    (Vec3::new(-0.2, 4.6, -1.5), 1.5),
    (Vec3::new(0.7, 6.7, -0.3), 1.3),
    (Vec3::new(-0.8, 6.3, -0.6), 1.2),
];

/// Height of the middle of the crown, and radius of a ball around most of it, in metres.
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
