//! Images and height maps that are painted point by point, and written as PNG files.

use super::output::Output;
use fyrox::core::algebra::{SVector, Vector3, Vector4};
use image::{
    codecs::png::{CompressionType, FilterType, PngEncoder},
    ExtendedColorType, ImageEncoder,
};
use std::error::Error;

/// A colour; each part from 0 to 1, as sRGB.
pub type Rgb = Vector3<f32>;

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

    /// Like [`new`](Self::new), with transparency.
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
        output.write_resource(path, &self.to_png()?)
    }

    /// The bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut file = Vec::new();
        PngEncoder::new_with_quality(&mut file, CompressionType::Best, FilterType::Adaptive)
            .write_image(&self.bytes, self.width, self.height, self.color)?;
        Ok(file)
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
