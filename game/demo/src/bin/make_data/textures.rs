//! All textures, and how they become PNG files.

use super::{
    caustics,
    output::Output,
    pattern::{mix, ridge, smooth_step, Pattern},
    skin,
};
use fyrox::core::algebra::{SVector, Vector3, Vector4};
use image::{
    codecs::png::{CompressionType, FilterType, PngEncoder},
    ExtendedColorType, ImageEncoder,
};
use std::error::Error;

/// A colour; each part from 0 to 1, as sRGB.
pub type Rgb = Vector3<f32>;

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

/// Writes every texture.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_sand(output)?;
    write_rock(output)?;
    skin::write(output)?;
    caustics::write(output)?;
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

/// A colour and how opaque it is; each part from 0 to 1, as sRGB.
pub type Rgba = Vector4<f32>;

/// An 8-bit picture.
pub struct Image {
    width: u32,
    height: u32,
    color: ExtendedColorType,
    bytes: Vec<u8>,
}

impl Image {
    /// Paints every pixel from its position; `u` and `v` run from 0 to 1, from the top left.
    pub fn new(width: u32, height: u32, paint: impl Fn(f32, f32) -> Rgb) -> Self {
        Self::painted(width, height, ExtendedColorType::Rgb8, paint)
    }

    /// The same, with transparency.
    pub fn transparent(width: u32, height: u32, paint: impl Fn(f32, f32) -> Rgba) -> Self {
        Self::painted(width, height, ExtendedColorType::Rgba8, paint)
    }

    fn painted<const PARTS: usize>(
        width: u32,
        height: u32,
        color: ExtendedColorType,
        paint: impl Fn(f32, f32) -> SVector<f32, PARTS>,
    ) -> Self {
        let mut bytes = Vec::with_capacity(width as usize * height as usize * PARTS);
        for y in 0..height {
            for x in 0..width {
                let (u, v) = (
                    (x as f32 + 0.5) / width as f32,
                    (y as f32 + 0.5) / height as f32,
                );
                let to_byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
                bytes.extend(paint(u, v).iter().map(|part| to_byte(*part)));
            }
        }
        Self {
            width,
            height,
            color,
            bytes,
        }
    }

    /// Writes the picture as a PNG file.
    pub fn write(&self, output: &mut Output, path: &str) -> Result<(), Box<dyn Error>> {
        let mut file = Vec::new();
        PngEncoder::new_with_quality(&mut file, CompressionType::Best, FilterType::Adaptive)
            .write_image(&self.bytes, self.width, self.height, self.color)?;
        output.write_resource(path, &file)
    }
}

/// A height map on a tile.
pub struct Heights {
    size: u32,
    heights: Vec<f32>,
}

impl Heights {
    pub fn new(size: u32, height: impl Fn(f64, f64) -> f32) -> Self {
        let at = |index: u32| (f64::from(index) + 0.5) / f64::from(size);
        let heights = (0..size * size)
            .map(|index| height(at(index % size), at(index / size)))
            .collect();
        Self { size, heights }
    }

    /// The normal map. `strength` is the slope, in pixels, of a difference of 1 in height.
    pub fn normals(&self, strength: f32) -> Image {
        let at = |x: i64, y: i64| {
            let wrap = |a: i64| a.rem_euclid(i64::from(self.size));
            self.heights[(wrap(y) * i64::from(self.size) + wrap(x)) as usize]
        };
        Image::new(self.size, self.size, |u, v| {
            let (x, y) = ((u * self.size as f32) as i64, (v * self.size as f32) as i64);
            let slope_u = (at(x + 1, y) - at(x - 1, y)) * 0.5 * strength;
            let slope_v = (at(x, y + 1) - at(x, y - 1)) * 0.5 * strength;
            Vector3::new(-slope_u, -slope_v, 1.0).normalize() * 0.5 + Vector3::repeat(0.5)
        })
    }
}
