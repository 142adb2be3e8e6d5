//! The textures of sand, rock and the backdrop, and the paths of all shared textures.

use crate::base::{
    image::{Heights, Image, Rgb},
    output::Output,
    pattern::{mix, ridge, smooth_step, Pattern},
};
use std::error::Error;

/// Paths below the data folder.
pub const SAND: &str = "textures/sand.png";
pub const SAND_NORMAL: &str = "textures/sand_normal.png";
pub const ROCK: &str = "textures/rock.png";
pub const ROCK_NORMAL: &str = "textures/rock_normal.png";
pub const ROCK_ROUGHNESS: &str = "textures/rock_roughness.png";
pub const CORAL: &str = "textures/coral.png";
pub const CORAL_NORMAL: &str = "textures/coral_normal.png";
pub const LEAF: &str = "textures/leaf.png";
pub const FISH: &str = "textures/fish.png";
pub const CAUSTICS: &str = "textures/caustics.png";
pub const CAUSTICS_COOKIE: &str = "textures/caustics_cookie.png";
pub const BACKDROP: &str = "textures/backdrop.png";

/// Writes the textures of sand, rock and the backdrop.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_sand(output)?;
    write_rock(output)?;
    let backdrop = Image::new(8, 256, |_, v| {
        let (top, bottom) = (Rgb::new(0.16, 0.55, 0.66), Rgb::new(0.015, 0.10, 0.19));
        top.lerp(&bottom, v.powf(0.7))
    });
    backdrop.write(output, BACKDROP)
}

fn write_sand(output: &mut Output) -> Result<(), Box<dyn Error>> {
    const SIZE: u32 = 512;
    let (shape, grain) = (Pattern::new(11), Pattern::new(12));
    let height = Heights::new(SIZE, |u, v| {
        let warp = f64::from(shape.tile(u, v, 3.0, 2)) * 0.09;
        let ripple = ((v + warp) * 10.0 * std::f64::consts::TAU).sin() as f32;
        0.6 * ripple + 0.35 * grain.tile(u, v, 70.0, 3)
    });
    let color = Image::new(SIZE, SIZE, |u, v| {
        let (u64, v64) = (f64::from(u), f64::from(v));
        let patch = smooth_step(-0.5, 0.6, shape.tile(u64, v64, 4.0, 3));
        let speck = smooth_step(0.35, 0.7, grain.tile(u64, v64, 90.0, 2));
        let base = Rgb::new(0.66, 0.54, 0.37).lerp(&Rgb::new(0.79, 0.69, 0.51), patch);
        let grained = base * (1.0 + 0.10 * grain.tile(u64, v64, 120.0, 1));
        grained.lerp(&Rgb::new(0.42, 0.34, 0.25), 0.5 * speck)
    });
    color.write(output, SAND)?;
    height.normals(2.4).write(output, SAND_NORMAL)
}

fn write_rock(output: &mut Output) -> Result<(), Box<dyn Error>> {
    const SIZE: u32 = 512;
    let (shape, crack, moss) = (Pattern::new(21), Pattern::new(22), Pattern::new(23));
    let cracks = |u: f64, v: f64| ridge(crack.tile(u, v, 5.0, 3) * 3.0).powi(8);
    let relief = |u: f64, v: f64| {
        0.5 * shape.tile(u, v, 6.0, 2) + 0.5 * shape.tile(u, v, 26.0, 4) - 0.6 * cracks(u, v)
    };
    let moss_at = |u: f64, v: f64| smooth_step(0.0, 0.9, moss.tile(u, v, 3.0, 4));
    let height = Heights::new(SIZE, relief);
    let color = Image::new(SIZE, SIZE, |u, v| {
        let (u, v) = (f64::from(u), f64::from(v));
        let light = smooth_step(-0.9, 0.8, relief(u, v));
        let stone = Rgb::new(0.28, 0.25, 0.24).lerp(&Rgb::new(0.62, 0.55, 0.48), light);
        let rust = smooth_step(0.0, 0.9, moss.tile(v, u, 4.0, 3));
        let stone = stone.lerp(&Rgb::new(0.60, 0.36, 0.30), 0.5 * rust);
        let algae = Rgb::new(0.33, 0.40, 0.18) * mix(0.7, 1.15, light);
        stone.lerp(&algae, 0.55 * moss_at(u, v)) * (1.0 - 0.3 * cracks(u, v))
    });
    let roughness = Image::new(SIZE, SIZE, |u, v| {
        let wet = moss_at(f64::from(u), f64::from(v));
        Rgb::repeat(mix(0.82, 0.62, wet))
    });
    color.write(output, ROCK)?;
    height.normals(2.6).write(output, ROCK_NORMAL)?;
    roughness.write(output, ROCK_ROUGHNESS)
}
