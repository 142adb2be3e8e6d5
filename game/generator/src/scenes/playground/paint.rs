//! Materials of the playground.

use super::stations::STATIONS;
use crate::{
    base::{
        image::{Heights, Image, Rgb},
        material::{self, standard, write_material},
        output::Output,
        pattern::{smooth_step, Pattern},
    },
    shared::{ground, materials, textures, trees},
};
use fyrox::core::{
    algebra::{Vector2, Vector3},
    color::Color,
};
use std::error::Error;

const WHITE: &str = "textures/white.png";
pub const PAVING: &str = "materials/paving.material";
pub const LAWN: &str = ground::TURF;
pub const IRON: &str = "materials/iron.material";
pub const LAMP: &str = "materials/lamp_glow.material";
pub const GLASS: &str = materials::GLASS;
pub const STONE: &str = "materials/throwing_stone.material";
pub const BARK: &str = trees::BARK;

const SLABS: &str = "textures/slabs.png";
const SLABS_NORMAL: &str = "textures/slabs_normal.png";

/// The material of a station's colour.
pub fn of_station(number: usize) -> String {
    format!("materials/station_{}.material", number + 1)
}

/// Writes the materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    Image::new(4, 4, |_, _| Rgb::repeat(1.0)).write(output, WHITE)?;
    write_paving(output)?;
    let rock = [textures::ROCK, textures::ROCK_NORMAL];
    for (path, images, color) in [
        (PAVING, &[SLABS, SLABS_NORMAL][..], Color::WHITE),
        (STONE, &rock, Color::opaque(190, 186, 180)),
        (IRON, &[], Color::opaque(52, 56, 64)),
    ] {
        write_material(output, path, standard(images, color))?;
    }
    for (number, station) in STATIONS.iter().enumerate() {
        let [r, g, b] = station.color;
        let mut material = standard(
            &[ground::PLASTER, ground::COBBLES_NORMAL],
            Color::opaque(r, g, b),
        );
        material.set_property("texCoordScale", Vector2::repeat(0.5));
        write_material(output, &of_station(number), material)?;
    }
    let mut lamp = standard(&[], Color::opaque(255, 236, 190));
    lamp.bind("emissionTexture", material::texture(WHITE));
    lamp.set_property("emissionStrength", Vector3::new(3.2, 2.5, 1.3));
    write_material(output, LAMP, lamp)
}

/// Slabs of pale stone in rows that are shifted against each other.
fn write_paving(output: &mut Output) -> Result<(), Box<dyn Error>> {
    const SIZE: u32 = 256;
    const ROWS: f32 = 4.0;
    const COLUMNS: f32 = 3.0;
    let (stone, grain) = (Pattern::new(611), Pattern::new(612));
    // Row and column of the slab, and the distance to its joint, in units of a slab's height.
    let slab = |u: f32, v: f32| {
        let row = (v * ROWS).floor();
        let across = u * COLUMNS + 0.5 * row.rem_euclid(2.0);
        let (x, y) = (across.fract(), (v * ROWS).fract());
        let joint = (x.min(1.0 - x) * ROWS / COLUMNS).min(y.min(1.0 - y));
        ([across.floor().rem_euclid(COLUMNS), row], joint)
    };
    let color = Image::new(SIZE, SIZE, |u, v| {
        let ([column, row], joint) = slab(u, v);
        let shade = 0.5 + 0.5 * stone.at(Vector3::new(column * 7.3 + 0.4, row * 5.1 + 0.7, 0.5), 1);
        let tone = Rgb::new(0.70, 0.66, 0.58).lerp(&Rgb::new(0.84, 0.78, 0.67), shade);
        let grained = tone * (1.0 + 0.05 * grain.tile(u.into(), v.into(), 40.0, 2));
        grained.lerp(
            &Rgb::new(0.42, 0.39, 0.33),
            smooth_step(0.045, 0.015, joint),
        )
    });
    color.write(output, SLABS)?;
    let height = Heights::new(SIZE, |u, v| {
        let (_, joint) = slab(u as f32, v as f32);
        smooth_step(0.01, 0.07, joint) + 0.05 * grain.tile(u, v, 30.0, 2)
    });
    height.normals(2.0).write(output, SLABS_NORMAL)
}
