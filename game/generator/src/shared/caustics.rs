//! The light that waves focus on the ground.
//!
//! Sunlight enters through a rippled surface, and each ray is refracted by the slope of the
//! surface. Places where many rays meet are bright. The pattern wraps around on all sides.

use super::textures;
use crate::base::{
    image::{Image, Rgb},
    output::Output,
    pattern::Random,
};
use fyrox::resource::texture::TextureImportOptions;
use std::{error::Error, f32::consts::TAU};

/// Number of pixels along an edge.
const SIZE: usize = 512;
/// Number of rays for each pixel along an edge.
const RAYS: usize = 3;
/// Deflection of a ray by the steepest slope, as a fraction of the tile.
const DEPTH: f32 = 0.0075;

/// Writes the tile, and the light cookie that repeats it within a bright disc.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let light = Light::new();
    let tile = Image::new(SIZE as u32, SIZE as u32, |u, v| light.color(u, v));
    tile.write(output, textures::CAUSTICS)?;
    let cookie = Image::new(1024, 1024, |u, v| light.color(u * 5.0, v * 5.0));
    cookie.write(output, textures::CAUSTICS_COOKIE)?;
    // The light's shader projects the cookie onto everything in view. Where the projection
    // reverses, a pixel covers any number of texels; software OpenGL visits them one by one, which
    // can take minutes for a frame.
    let options = TextureImportOptions::default().with_anisotropy(1.0);
    output.write_import_options(textures::CAUSTICS_COOKIE, &options)
}

struct Wave {
    x: f32,
    y: f32,
    phase: f32,
    slope: f32,
}

/// Brightness of the ground, relative to the mean.
struct Light(Vec<f32>);

impl Light {
    fn new() -> Self {
        let waves = waves();
        let mut ground = vec![0.0; SIZE * SIZE];
        let count = SIZE * RAYS;
        for ray in 0..count * count {
            let (u, v) = (
                (ray % count) as f32 / count as f32,
                (ray / count) as f32 / count as f32,
            );
            let (mut x, mut y) = (u, v);
            for wave in &waves {
                let bend =
                    DEPTH * wave.slope * (TAU * (wave.x * u + wave.y * v) + wave.phase).cos();
                let length = wave.x.hypot(wave.y);
                x += bend * wave.x / length;
                y += bend * wave.y / length;
            }
            splat(&mut ground, x, y, 1.0 / (RAYS * RAYS) as f32);
        }
        Self(ground)
    }

    /// The colour at a place on the tile: bluish shade, warm focus.
    fn color(&self, u: f32, v: f32) -> Rgb {
        let at = |t: f32| ((t * SIZE as f32) as usize) % SIZE;
        let light = self.0[at(v) * SIZE + at(u)];
        let tone = 1.0 - (-0.5 * light.powf(1.3)).exp();
        Rgb::new(0.04, 0.07, 0.10).lerp(&Rgb::new(1.0, 0.98, 0.92), tone)
    }
}

/// Waves whose lengths divide the size of the tile.
fn waves() -> Vec<Wave> {
    let mut random = Random::new(3);
    let mut waves = Vec::new();
    while waves.len() < 36 {
        let (x, y) = (
            random.between(-9.0, 9.0).round(),
            random.between(-9.0, 9.0).round(),
        );
        let length = x.hypot(y);
        if (2.0..=9.0).contains(&length) {
            waves.push(Wave {
                x,
                y,
                phase: random.between(0.0, TAU),
                slope: 2.2 / length.sqrt(),
            });
        }
    }
    waves
}

/// Adds light at a place, distributed to the four pixels around it.
fn splat(ground: &mut [f32], x: f32, y: f32, light: f32) {
    let (x, y) = (x * SIZE as f32, y * SIZE as f32);
    let (column, row) = (x.floor(), y.floor());
    let (right, down) = (x - column, y - row);
    let index = |column: f32, row: f32| {
        let wrap = |a: f32| (a as i64).rem_euclid(SIZE as i64) as usize;
        wrap(row) * SIZE + wrap(column)
    };
    ground[index(column, row)] += light * (1.0 - right) * (1.0 - down);
    ground[index(column + 1.0, row)] += light * right * (1.0 - down);
    ground[index(column, row + 1.0)] += light * (1.0 - right) * down;
    ground[index(column + 1.0, row + 1.0)] += light * right * down;
}
