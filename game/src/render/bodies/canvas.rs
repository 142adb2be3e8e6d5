//! Painting of textures in code.

use fyrox::core::algebra::{Vector3, Vector4};

/// A colour; each part from 0 to 1, as sRGB.
pub(crate) type Rgb = Vector3<f32>;

/// A picture with an alpha channel.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue and alpha of each pixel, from the top left.
    pub bytes: Vec<u8>,
    /// True if alpha is the opacity of a translucent surface; false if it cuts out the outline, at
    /// a half.
    pub is_haze: bool,
}

impl Canvas {
    /// Paints every pixel from its position; `u` and `v` run from 0 to 1, from the top left.
    pub fn paint(width: u32, height: u32, color: impl Fn(f32, f32) -> Vector4<f32>) -> Self {
        let at = |index: u32, size: u32| (index as f32 + 0.5) / size as f32;
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let bytes = pixels.flat_map(|(x, y)| Self::bytes_of(color(at(x, width), at(y, height))));
        Self {
            width,
            height,
            bytes: bytes.collect(),
            is_haze: false,
        }
    }

    /// The picture at half the width and height. Colours are averages of the visible pixels.
    pub fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let pixel = |x: u32, y: u32| {
            // A line of pixels is only halved lengthwise.
            let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
            let index = 4 * (y as usize * self.width as usize + x as usize);
            [0, 1, 2, 3].map(|part| u32::from(self.bytes[index + part]))
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let bytes = pixels.flat_map(|(x, y)| {
            let four = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[i, j]| pixel(2 * x + i, 2 * y + j));
            let alpha: u32 = four.iter().map(|pixel| pixel[3]).sum();
            let part = |part: usize| {
                let weighted: u32 = four.iter().map(|pixel| pixel[part] * pixel[3]).sum();
                let plain: u32 = four.iter().map(|pixel| pixel[part]).sum();
                weighted.checked_div(alpha).unwrap_or(plain / 4) as u8
            };
            [part(0), part(1), part(2), (alpha / 4) as u8]
        });
        Self {
            width,
            height,
            bytes: bytes.collect(),
            is_haze: false,
        }
    }

    /// The picture repeated `times` times downwards.
    pub fn repeated(self, times: u32) -> Self {
        Self {
            height: self.height * times,
            bytes: self.bytes.repeat(times as usize),
            ..self
        }
    }

    /// A colour with alpha, each part from 0 to 1, as the bytes of a pixel.
    pub fn bytes_of(color: Vector4<f32>) -> [u8; 4] {
        let bytes = color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
        bytes.into()
    }

    /// The pixel at a position from 0 to 1, from the top left.
    pub fn pixel(&self, u: f32, v: f32) -> Vector4<f32> {
        let index = |at: f32, size: u32| ((at * size as f32) as usize).min(size as usize - 1);
        let pixel = index(v, self.height) * self.width as usize + index(u, self.width);
        Vector4::from_fn(|part, _| f32::from(self.bytes[4 * pixel + part]) / 255.0)
    }
}

/// A colour from its bytes, as in 0xff8800.
pub(crate) fn rgb(bytes: u32) -> Rgb {
    let part = |shift: u32| ((bytes >> shift) & 0xff) as f32 / 255.0;
    Rgb::new(part(16), part(8), part(0))
}

/// An opaque colour.
pub(crate) fn opaque(color: Rgb) -> Vector4<f32> {
    color.push(1.0)
}

/// A smooth step: 0 up to `from`, 1 from `to` on; reversed if `to` is less than `from`.
pub(crate) fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 1 within `half` of `center`, 0 from `half + soft` on.
pub(crate) fn band(center: f32, half: f32, soft: f32, x: f32) -> f32 {
    smooth(half + soft, half, (x - center).abs())
}

/// A number from 0 to 1 for a cell, the same in every run.
pub(crate) fn hash(x: i32, y: i32, seed: u32) -> f32 {
    let mut h = seed
        .wrapping_mul(0x9e37_79b9)
        .wrapping_add((x as u32).wrapping_mul(0x85eb_ca6b))
        .wrapping_add((y as u32).wrapping_mul(0xc2b2_ae35));
    h ^= h >> 16;
    h = h.wrapping_mul(0x7feb_352d);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846c_a68b);
    h ^= h >> 16;
    (h >> 8) as f32 / (1 << 24) as f32
}

/// Value noise from 0 to 1, with one feature per unit.
pub(crate) fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let (i, j) = (x.floor(), y.floor());
    let (s, t) = (smooth(0.0, 1.0, x - i), smooth(0.0, 1.0, y - j));
    let at = |a: i32, b: i32| hash(i as i32 + a, j as i32 + b, seed);
    let row = |b: i32| at(0, b) + (at(1, b) - at(0, b)) * s;
    row(0) + (row(1) - row(0)) * t
}

/// Overlapping scales: 1 in the middle of a scale, falling to 0 at its rear edge. `x` runs towards
/// the tail, with one scale per unit.
pub(crate) fn scales(x: f32, y: f32) -> f32 {
    let row = y.floor();
    let shifted = x + 0.5 * row.rem_euclid(2.0);
    let (across, along) = (y - row - 0.5, shifted - shifted.floor());
    let edge = along + 1.1 * across * across;
    smooth(1.05, 0.55, edge) * smooth(-0.2, 0.3, along)
}
