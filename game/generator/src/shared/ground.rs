//! Turf, cobbles and plaster.

use crate::base::{
    image::{Heights, Image, Rgb},
    material::{standard, write_material},
    output::Output,
    pattern::{mix, ridge, smooth_step, Pattern},
};
use fyrox::core::{algebra::Vector3, color::Color};
use std::error::Error;

/// Size of one repetition of the cobbles texture, in metres.
pub const COBBLES_SPAN: f32 = 2.5;

/// Paths below the data folder.
pub const COBBLES: &str = "materials/cobbles.material";
pub const TURF: &str = "materials/turf.material";
pub const PLASTER: &str = "textures/plaster.png";
pub const COBBLES_NORMAL: &str = "textures/cobbles_normal.png";
const COBBLES_COLOR: &str = "textures/cobbles.png";
const TURF_COLOR: &str = "textures/turf.png";

/// Writes the textures and materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_plaster(output)?;
    write_cobbles(output)?;
    write_turf(output)?;
    let cobbles = standard(
        &[COBBLES_COLOR, COBBLES_NORMAL],
        Color::opaque(208, 200, 192),
    );
    write_material(output, COBBLES, cobbles)?;
    write_material(output, TURF, standard(&[TURF_COLOR], Color::WHITE))
}

fn write_plaster(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let (stain, grain) = (Pattern::new(201), Pattern::new(202));
    let image = Image::new(128, 128, |u, v| {
        let (u, v) = (f64::from(u), f64::from(v));
        let tone = 0.90 + 0.12 * stain.tile(u, v, 3.0, 4) + 0.08 * grain.tile(u, v, 40.0, 2);
        Rgb::new(1.0, 0.985, 0.96) * tone
    });
    image.write(output, PLASTER)
}

/// Rows of stones with round corners.
fn write_cobbles(output: &mut Output) -> Result<(), Box<dyn Error>> {
    const SIZE: u32 = 256;
    const ROWS: f32 = 12.0;
    let (shade, warp) = (Pattern::new(221), Pattern::new(222));
    let stone = |u: f32, v: f32| {
        let shift = 0.25 * warp.tile(f64::from(u), f64::from(v), 5.0, 2);
        let y = v * ROWS + shift;
        let row = y.floor();
        let x = u * ROWS + 0.37 * row.rem_euclid(3.0) + shift;
        let inside = |t: f32| 1.0 - ((t - t.floor()) * 2.0 - 1.0).abs().powi(4);
        (
            inside(x) * inside(y),
            x.floor().rem_euclid(ROWS),
            row.rem_euclid(ROWS),
        )
    };
    let heights = Heights::new(SIZE, |u, v| stone(u as f32, v as f32).0);
    let color = Image::new(SIZE, SIZE, |u, v| {
        let (height, column, row) = stone(u, v);
        let own = shade.at(Vector3::new(column * 4.1, row * 2.9, 1.5), 2);
        let base = Rgb::new(0.56, 0.54, 0.52) * (1.0 + 0.35 * own);
        base * mix(0.35, 1.0, smooth_step(0.1, 0.6, height))
    });
    color.write(output, COBBLES_COLOR)?;
    heights.normals(2.4).write(output, COBBLES_NORMAL)
}

fn write_turf(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let (patch, blade) = (Pattern::new(231), Pattern::new(232));
    let image = Image::new(256, 256, |u, v| {
        let (u, v) = (f64::from(u), f64::from(v));
        let dry = smooth_step(-0.3, 0.6, patch.tile(u, v, 3.0, 4));
        let fine = ridge(blade.tile(u, v, 46.0, 2) * 1.6);
        let base = Rgb::new(0.26, 0.36, 0.13).lerp(&Rgb::new(0.46, 0.44, 0.20), 0.35 * dry);
        base * mix(0.78, 1.14, fine)
    });
    image.write(output, TURF_COLOR)
}
