//! The quay with its tracks, and what lies around the bay: a mole with a lighthouse, and hills.

use super::paint::{DARK, RED, WHITE, WOOD};
use crate::{
    base::{
        colliders::mesh_body,
        mesh::Mesh,
        nodes::{self, Place},
        output::Output,
        pattern::Pattern,
        surface::write_surface,
    },
    shared::{
        ground::{COBBLES, COBBLES_SPAN, TURF},
        materials,
    },
};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    scene::Scene,
};
use std::{
    error::Error,
    f32::consts::{PI, TAU},
};

type Vec3 = Vector3<f32>;

/// Paths below the data folder.
const QUAY: &str = "models/quay.surface";
const RAILS: &str = "models/rails.surface";
const POSTS: &str = "models/quay_posts.surface";
const CRATES: &str = "models/quay_crates.surface";
const MOLE: &str = "models/mole.surface";
const TOWER: &str = "models/lighthouse.surface";
const BANDS: &str = "models/lighthouse_bands.surface";
const HILLS: &str = "models/port_hills.surface";

/// Height of the quay above the sea, in metres.
pub const HEIGHT: f32 = 1.3;
/// The middles of the tracks of train and cart: Z, in metres.
pub const TRAIN_TRACK: f32 = 3.2;
pub const CART_TRACK: f32 = 8.2;
/// Distance between the rails of a track, in metres.
pub const GAUGE: f32 = 1.1;
/// Half the length of the quay, in metres.
const HALF: f32 = 46.0;
/// Foot of the lighthouse.
const LIGHTHOUSE: Vec3 = Vec3::new(17.0, 1.6, -62.0);

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut quay = Mesh::default();
    quay.cuboid(
        Vec3::new(-HALF, -7.0, 0.0),
        Vec3::new(HALF, HEIGHT, 40.0),
        COBBLES_SPAN,
    );
    write_surface(output, QUAY, quay)?;
    write_surface(output, RAILS, rails())?;
    write_surface(output, POSTS, posts())?;
    write_surface(output, CRATES, crates())?;
    write_surface(output, MOLE, mole())?;
    let [tower, bands] = lighthouse();
    write_surface(output, TOWER, tower)?;
    write_surface(output, BANDS, bands)?;
    write_surface(output, HILLS, hills())
}

/// Adds everything to a scene.
pub fn add(scene: &mut Scene) {
    let solids = [
        ("Quay", QUAY, COBBLES),
        ("Posts", POSTS, DARK),
        ("Crates", CRATES, WOOD),
        ("Mole", MOLE, materials::ROCK),
        ("Lighthouse", TOWER, WHITE),
    ];
    for (name, surface, material) in solids {
        let mesh = nodes::mesh(scene, &format!("{name} Mesh"), surface, material);
        mesh_body(scene, Place::at(0.0, 0.0, 0.0).base(name), mesh);
    }
    nodes::mesh(scene, "Rails", RAILS, DARK);
    nodes::mesh(scene, "Bands of the Lighthouse", BANDS, RED);
    nodes::mesh(scene, "Hills", HILLS, TURF);
}

fn rails() -> Mesh {
    let mut mesh = Mesh::default();
    for track in [TRAIN_TRACK, CART_TRACK] {
        for side in [-0.5, 0.5] {
            let z = track + side * GAUGE;
            mesh.cuboid(
                Vec3::new(-HALF, HEIGHT - 0.1, z - 0.04),
                Vec3::new(HALF, HEIGHT + 0.07, z + 0.04),
                1.0,
            );
        }
    }
    mesh
}

/// Bollards along the edge, with flat heads on which gulls stand.
fn posts() -> Mesh {
    let mut mesh = Mesh::default();
    for number in -4..=4 {
        let foot = Vec3::new(number as f32 * 6.5 - 2.0, HEIGHT - 0.1, 0.55);
        let post = |t: f32| foot + Vec3::y() * (0.75 * t);
        let radius = |t: f32, _: f32| if t > 0.7 { 0.24 } else { 0.17 };
        mesh.tube(5, 10, post, radius, Vector2::new);
    }
    mesh
}

fn crates() -> Mesh {
    let mut mesh = Mesh::default();
    for (x, z, size, level) in [
        (-12.5, 5.9, 1.1, 0.0),
        (-11.2, 6.1, 1.1, 0.0),
        (-11.9, 6.0, 1.0, 1.1),
        (-13.9, 6.2, 0.9, 0.0),
        (11.8, 5.7, 1.2, 0.0),
        (13.3, 5.9, 1.2, 0.0),
        (12.6, 5.8, 0.9, 1.2),
    ] {
        let half = Vec3::new(0.5, 0.0, 0.5) * size;
        let foot = Vec3::new(x, HEIGHT + level, z);
        mesh.cuboid(foot - half, foot + half + Vec3::y() * size, 1.2);
    }
    mesh
}

/// A wall of rock with a rough crest and slanted sides.
fn mole() -> Mesh {
    let rough = Pattern::new(821);
    let place = |u: f32, v: f32| {
        let x = 30.0 - 100.0 * v;
        let angle = PI * u;
        let rock = rough.at(Vec3::new(x * 0.35, angle * 1.6, 0.3), 3);
        let (y, z) = (angle.sin(), angle.cos());
        // A flat top at the height of the lighthouse's foot.
        let y = -3.0 + (4.7 + 0.5 * rock) * y.max(0.0).sqrt();
        Vec3::new(x, y, -62.0 + (5.0 + 0.8 * rock) * z)
    };
    let mut mesh = Mesh::default();
    mesh.patch(10, 60, place, |u, v| Vector2::new(u * 6.0, v * 50.0));
    mesh
}

/// The white tower, and the red parts on it.
fn lighthouse() -> [Mesh; 2] {
    let texture = |u: f32, v: f32| Vector2::new(u * 4.0, v * 8.0);
    let shaft =
        |from: f32, to: f32| move |t: f32| LIGHTHOUSE + Vec3::y() * (from + (to - from) * t);
    let width = |height: f32| 1.5 - 0.055 * height;
    let mut tower = Mesh::default();
    tower.tube(1, 20, shaft(-1.5, 11.0), |t, _| width(11.0 * t), texture);
    let mut bands = Mesh::default();
    for from in [2.6, 6.6] {
        let radius = |t: f32, _: f32| width(from + 1.9 * t) + 0.03;
        bands.tube(1, 20, shaft(from, from + 1.9), radius, texture);
    }
    bands.tube(1, 20, shaft(10.9, 11.15), |_, _| 1.35, texture);
    bands.tube(1, 16, shaft(12.5, 13.6), |t, _| 0.95 - 0.9 * t, texture);
    tower.tube(1, 16, shaft(11.1, 12.5), |_, _| 0.62, texture);
    [tower, bands]
}

/// The far shore, all around.
fn hills() -> Mesh {
    let noise = Pattern::new(831);
    let place = |u: f32, v: f32| {
        let angle = TAU * (1.0 - u.rem_euclid(1.0));
        let far = 170.0 + 130.0 * v;
        let (x, z) = (far * angle.cos(), -far * angle.sin());
        let high = 0.55 + noise.at(Vec3::new(x * 0.011, 0.7, z * 0.011), 4);
        let y = -2.0 + 34.0 * high.max(0.0) * (v * 1.15 - 0.05);
        Vec3::new(x, y, z)
    };
    let mut mesh = Mesh::default();
    mesh.patch(72, 6, place, |u, v| Vector2::new(u * 240.0, v * 26.0));
    mesh
}
