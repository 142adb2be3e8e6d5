//! The meshes of the playground.

use crate::base::{
    mesh::Mesh,
    output::Output,
    pattern::{mix, smooth_step, Pattern},
    surface::write_surface,
};
use fyrox::core::algebra::{Vector2, Vector3};
use std::{error::Error, f32::consts::TAU};

type Vec3 = Vector3<f32>;

pub const PLAZA: &str = "models/plaza.surface";
pub const LAWN: &str = "models/plaza_lawn.surface";
pub const PODIUM: &str = "models/podium.surface";
/// A slightly raised disc of radius 1.
pub const PAD: &str = "models/pad.surface";
/// A ring of radius 1 around the Y axis.
pub const RING: &str = "models/ring.surface";
pub const BALL: &str = "models/ball.surface";
/// A ring that boids fly in; see [`PEN_RADII`].
pub const PEN: &str = "models/ring_pen.surface";
pub const BANNER: &str = "models/banner.surface";
pub const POST: &str = "models/banner_post.surface";
pub const ARROW: &str = "models/guide_arrow.surface";
pub const DART: &str = "models/dart.surface";
pub const SOCK: &str = "models/wind_sock.surface";
/// The frame of a lantern that hangs from the origin.
pub const LANTERN: &str = "models/hand_lantern.surface";
/// The edges of a box with the half extents [`CAGE_HALF`].
pub const CAGE: &str = "models/cage.surface";

/// Radius of the ring pen around its middle, and of the tube, in metres.
pub const PEN_RADII: [f32; 2] = [2.1, 0.8];
/// Distance of the lantern's flame below the origin, in metres.
pub const LANTERN_MIDDLE: f32 = 0.36;
pub const CAGE_HALF: Vec3 = Vec3::new(1.4, 1.1, 1.4);
/// Length of the arrow, in metres.
pub const ARROW_LENGTH: f32 = 6.0;

/// Height of the terrace around the plaza, and its inner radius, in metres.
pub const TERRACE: f32 = 1.4;
const RAMP: [f32; 2] = [14.9, 17.0];
const EDGE: [f32; 2] = [28.5, 32.0];
/// Radii where the paving of the middle ends and the grass around it begins.
const MIDDLE: f32 = 6.6;
/// The hole in the middle of the plaza, under the monument.
pub const HOLE: f32 = 0.6;
const FAR: f32 = 230.0;

/// Size of the podium, in metres.
pub const PODIUM_HALF: f32 = 3.2;
pub const PODIUM_HEIGHT: f32 = 2.3;
const STAIRS: f32 = 4.8;

/// Size of one repetition of the textures, in metres.
const PAVING: f32 = 3.0;
const TURF: f32 = 7.0;

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, mesh) in [
        (PLAZA, plaza()),
        (LAWN, lawn()),
        (PODIUM, podium()),
        (PAD, pad()),
        (RING, torus(1.0, 0.035, [40, 6])),
        (BALL, ball()),
        (PEN, torus(PEN_RADII[0], PEN_RADII[1], [30, 12])),
        (BANNER, banner()),
        (POST, post()),
        (ARROW, arrow()),
        (DART, dart()),
        (SOCK, sock()),
        (LANTERN, lantern()),
        (CAGE, cage()),
    ] {
        write_surface(output, path, mesh)?;
    }
    Ok(())
}

/// Height of the ground at a distance from the middle.
pub fn height(radius: f32) -> f32 {
    TERRACE * smooth_step(RAMP[0], RAMP[1], radius) * smooth_step(EDGE[1], EDGE[0], radius)
}

/// A surface of revolution around the Y axis that faces up, through rings of the given radii.
fn rings(mesh: &mut Mesh, sides: u32, radii: &[f32], height: impl Fn(f32, f32) -> f32, span: f32) {
    let place = |u: f32, v: f32| {
        let (sin, cos) = (-u.rem_euclid(1.0) * TAU).sin_cos();
        let row = (v * (radii.len() - 1) as f32).clamp(0.0, radii.len() as f32 - 1.001);
        let ring = row as usize;
        let radius = mix(radii[ring], radii[ring + 1], row.fract());
        let radius = if v >= 1.0 {
            radii[radii.len() - 1]
        } else {
            radius
        };
        let (x, z) = (sin * radius, cos * radius);
        Vec3::new(x, height(x, z), z)
    };
    let texture = |u: f32, v: f32| {
        let position = place(u, v);
        Vector2::new(position.x, -position.z) / span
    };
    mesh.patch(sides, radii.len() as u32 - 1, place, texture);
}

fn plaza() -> Mesh {
    let mut mesh = Mesh::default();
    let level = |x: f32, z: f32| height(x.hypot(z));
    rings(&mut mesh, 48, &[HOLE, 3.0, MIDDLE], level, PAVING);
    let radii = [RAMP[0], 15.4, 15.95, 16.5, RAMP[1], 22.0, EDGE[0]];
    rings(&mut mesh, 64, &radii, level, PAVING);
    mesh
}

fn lawn() -> Mesh {
    let hills = Pattern::new(601);
    let rise = |x: f32, z: f32| {
        let radius = x.hypot(z);
        let rolling = hills.at(Vec3::new(x * 0.012, 0.7, z * 0.012), 3);
        let far = smooth_step(55.0, 200.0, radius);
        height(radius) + far * (8.0 + 22.0 * rolling.max(-0.3))
    };
    let mut mesh = Mesh::default();
    rings(&mut mesh, 48, &[MIDDLE, 10.0, RAMP[0]], rise, TURF);
    let radii = [
        EDGE[0], 29.7, 30.8, EDGE[1], 60.0, 90.0, 120.0, 150.0, 185.0, FAR,
    ];
    rings(&mut mesh, 48, &radii, rise, TURF);
    mesh
}

/// A block with a ramp to the north.
fn podium() -> Mesh {
    let mut mesh = Mesh::default();
    let half = PODIUM_HALF;
    mesh.cuboid(
        Vec3::new(-half, -0.3, -half),
        Vec3::new(half, PODIUM_HEIGHT, half),
        PAVING,
    );
    let ramp = half * 0.55;
    let ring = |low: f32, high: f32| {
        [
            Vec3::new(-ramp, high, -half + 0.02),
            Vec3::new(ramp, high, -half + 0.02),
            Vec3::new(ramp, low, -half - STAIRS),
            Vec3::new(-ramp, low, -half - STAIRS),
        ]
    };
    mesh.block(ring(-0.6, -0.6), ring(-0.05, PODIUM_HEIGHT), PAVING);
    mesh
}

fn pad() -> Mesh {
    let mut mesh = Mesh::default();
    let rise = |radius: f32| if radius > 0.985 { -0.2 } else { 0.0 };
    let radii = [0.01, 0.5, 0.97, 0.99];
    rings(&mut mesh, 40, &radii, |x, z| rise(x.hypot(z)), 0.6);
    mesh
}

/// A closed ring around the Y axis.
fn torus(radius: f32, thickness: f32, [sides, around]: [u32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let (sin, cos) = (u.rem_euclid(1.0) * TAU).sin_cos();
        // Exactly 0 at both ends, so that the surface is closed.
        let (up, out) = (v.rem_euclid(1.0) * TAU).sin_cos();
        let distance = radius + thickness * out;
        Vec3::new(sin * distance, thickness * up, cos * distance)
    };
    mesh.patch(sides, around, place, |u, v| Vector2::new(u * 12.0, v));
    mesh
}

fn ball() -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let (sin, cos) = (u.rem_euclid(1.0) * TAU).sin_cos();
        let (up, out) = ((v - 0.5) * TAU * 0.499).sin_cos();
        Vec3::new(sin * out, up, cos * out)
    };
    mesh.patch(20, 10, place, |u, v| Vector2::new(u * 2.0, 1.0 - v));
    mesh
}

/// A cloth that hangs from a bar, 1 m wide and 3.2 m high; its upper edge is at (0, 0, 0).
fn banner() -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let y = -3.2 * (1.0 - v);
        let swing = 0.12 * (1.0 - v) * (v * 5.0 + u * 2.5).sin();
        // A tail with two points.
        let notch = 0.5 * (1.0 - v).powi(6) * (1.0 - (2.0 * u - 1.0).abs());
        Vec3::new(u - 0.5, y + notch, swing)
    };
    mesh.patch(8, 14, place, |u, v| Vector2::new(u, 1.0 - v) * 1.2);
    mesh.make_two_sided();
    mesh
}

/// The post of a banner, with a bar to its right.
fn post() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.pole(Vec3::y() * -0.2, Vec3::y() * 6.0, [0.085, 0.06], 10);
    let bar = Vec3::y() * 5.75;
    mesh.pole(bar, bar + Vec3::x() * 1.2, [0.035, 0.03], 6);
    mesh
}

/// A shaft and a tip, along +Z, starting at the origin.
fn arrow() -> Mesh {
    let mut mesh = Mesh::default();
    let neck = Vec3::z() * (ARROW_LENGTH - 1.1);
    mesh.pole(Vec3::zeros(), neck, [0.09, 0.09], 12);
    cone(&mut mesh, neck, Vec3::z() * ARROW_LENGTH, 0.34);
    mesh
}

/// A cone with a flat base.
fn cone(mesh: &mut Mesh, from: Vec3, to: Vec3, radius: f32) {
    mesh.pole(from, to, [radius, 0.004], 16);
    mesh.pole(
        from,
        from - (to - from).normalize() * 0.02,
        [radius, 0.004],
        16,
    );
}

/// The body of a predator: two cones and three fins, along +Z.
fn dart() -> Mesh {
    let mut mesh = Mesh::default();
    let (nose, waist, tail) = (Vec3::z() * 0.7, Vec3::zeros(), Vec3::z() * -0.9);
    mesh.pole(waist, nose, [0.24, 0.004], 14);
    mesh.pole(waist, tail, [0.24, 0.05], 14);
    let mut fins = Mesh::default();
    for number in 0..3 {
        let (sin, cos) = (number as f32 * TAU / 3.0).sin_cos();
        let out = Vec3::new(sin, cos, 0.0);
        let [a, b] = [tail * 0.3 + out * 0.12, tail * 1.1 + out * 0.05];
        fins.gable([a, b, tail * 1.15 + out * 0.55], 1.0);
    }
    fins.make_two_sided();
    mesh.append(fins);
    mesh
}

/// A windsock along +X, starting at the origin.
fn sock() -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let (sin, cos) = (u.rem_euclid(1.0) * TAU).sin_cos();
        let radius = mix(0.34, 0.16, v);
        Vec3::new(v * 2.0, cos * radius - 0.25 * v * v, sin * radius)
    };
    mesh.patch(16, 8, place, |u, v| Vector2::new(v * 2.5, u));
    mesh.make_two_sided();
    mesh
}

/// A rod, a roof, a floor and four bars around the flame.
fn lantern() -> Mesh {
    let mut mesh = Mesh::default();
    let [neck, roof, floor] = [0.12, 0.22, 0.5].map(|depth| Vec3::y() * -depth);
    mesh.pole(neck, Vec3::zeros(), [0.012, 0.012], 6);
    mesh.pole(roof, neck, [0.14, 0.02], 10);
    mesh.pole(floor, floor + Vec3::y() * 0.04, [0.12, 0.12], 10);
    for number in 0..4 {
        let (sin, cos) = (number as f32 * TAU / 4.0).sin_cos();
        let side = Vec3::new(sin, 0.0, cos) * 0.105;
        mesh.pole(floor + side, roof + side, [0.012, 0.012], 5);
    }
    mesh
}

fn cage() -> Mesh {
    let mut mesh = Mesh::default();
    for axis in 0..3 {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        for (p, q) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            let mut middle = Vec3::zeros();
            (middle[b], middle[c]) = (p * CAGE_HALF[b], q * CAGE_HALF[c]);
            let mut half = Vec3::repeat(0.035);
            half[axis] += CAGE_HALF[axis];
            mesh.cuboid(middle - half, middle + half, 1.0);
        }
    }
    mesh
}
