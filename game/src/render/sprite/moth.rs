//! The default picture of sprites: a moth from above, in three patterns.

use super::super::bodies::{paint_texture, smooth, Canvas, Rgb};
use fyrox::{
    core::algebra::{Vector2, Vector4},
    resource::texture::TextureResource,
};
use std::{f32::consts::TAU, sync::LazyLock};

/// Number of frames, and of patterns.
pub(super) const FRAMES: u32 = 6;
pub(super) const PATTERNS: u32 = COATS.len() as u32;

/// Edge of a frame in pixels, and samples of a pixel along each axis.
const EDGE: u32 = 48;
const SAMPLES: u32 = 3;

type Point = Vector2<f32>;
type Rgba = Vector4<f32>;

/// The frames side by side, and the patterns below one another. Painted once.
pub(super) fn texture() -> TextureResource {
    static TEXTURE: LazyLock<TextureResource> = LazyLock::new(|| paint_texture(&paint()));
    TEXTURE.clone()
}

fn paint() -> Canvas {
    Canvas::paint(EDGE * FRAMES, EDGE * PATTERNS, |u, v| {
        let (x, y) = (u * FRAMES as f32, v * PATTERNS as f32);
        let phase = TAU * x.floor() / FRAMES as f32;
        let spread = mix(0.28, 1.0, 0.5 + 0.5 * phase.cos());
        let coat = &COATS[y as usize];
        let pixel = 2.0 / EDGE as f32;
        let mut sum = Rgba::zeros();
        for sample in 0..SAMPLES * SAMPLES {
            let shift = |number: u32| ((number as f32 + 0.5) / SAMPLES as f32 - 0.5) * pixel;
            let at = Point::new(
                2.0 * x.fract() - 1.0 + shift(sample % SAMPLES),
                1.0 - 2.0 * y.fract() + shift(sample / SAMPLES),
            );
            let color = moth(coat, spread, at);
            sum += (color.xyz() * color.w).push(color.w);
        }
        (sum.xyz() / sum.w.max(1e-6)).push(sum.w / (SAMPLES * SAMPLES) as f32)
    })
}

fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// The colours of a moth: fore wings, hind wings, marks, body.
struct Coat {
    fore: Rgb,
    hind: Rgb,
    marks: Rgb,
    body: Rgb,
}

const COATS: [Coat; 3] = [
    Coat {
        fore: Rgb::new(0.93, 0.87, 0.72),
        hind: Rgb::new(0.98, 0.95, 0.86),
        marks: Rgb::new(0.52, 0.38, 0.24),
        body: Rgb::new(0.80, 0.70, 0.52),
    },
    Coat {
        fore: Rgb::new(0.72, 0.40, 0.22),
        hind: Rgb::new(0.95, 0.56, 0.30),
        marks: Rgb::new(0.26, 0.12, 0.12),
        body: Rgb::new(0.50, 0.27, 0.18),
    },
    Coat {
        fore: Rgb::new(0.62, 0.86, 0.66),
        hind: Rgb::new(0.74, 0.93, 0.74),
        marks: Rgb::new(0.48, 0.34, 0.52),
        body: Rgb::new(0.92, 0.94, 0.88),
    },
];

/// Position of a point relative to an ellipse: below 1 is inside. `turn` is in radians.
fn ellipse(at: Point, middle: [f32; 2], radii: [f32; 2], turn: f32) -> f32 {
    let (sin, cos) = turn.sin_cos();
    let offset = at - Point::from(middle);
    let along = offset.x * cos + offset.y * sin;
    let across = offset.y * cos - offset.x * sin;
    (along / radii[0]).hypot(across / radii[1])
}

/// The colour at a position from -1 to 1 along each axis, with the front at +X.
fn moth(coat: &Coat, spread: f32, at: Point) -> Rgba {
    let body = ellipse(at, [-0.02, 0.0], [0.50, 0.13], 0.0);
    if body < 1.0 {
        let stripes = 0.5 + 0.5 * (at.x * 26.0).sin();
        let color = coat
            .body
            .lerp(&coat.marks, 0.4 * stripes * f32::from(u8::from(at.x < 0.1)));
        return (color * mix(1.1, 0.75, body * body)).push(1.0);
    }
    // Both sides are alike; a raised wing looks narrower from above.
    let side = Point::new(at.x, at.y.abs() / spread);
    let shaded = mix(0.72, 1.0, spread);
    let fore = ellipse(side, [0.10, 0.46], [0.34, 0.52], -0.35);
    if fore < 1.0 {
        let band = smooth(0.60, 0.66, fore) - smooth(0.74, 0.80, fore);
        let eye = ellipse(side, [0.13, 0.52], [0.09, 0.10], 0.0);
        let mark = (0.75 * band).max(1.0 - smooth(0.8, 1.1, eye));
        let veins = 1.0 - 0.10 * (0.5 + 0.5 * (side.y.atan2(side.x + 0.2) * 30.0).sin());
        return (coat.fore.lerp(&coat.marks, mark) * (shaded * veins)).push(1.0);
    }
    let hind = ellipse(side, [-0.26, 0.34], [0.30, 0.36], 0.45);
    if hind < 1.0 {
        let band = smooth(0.72, 0.80, hind);
        return (coat.hind.lerp(&coat.marks, 0.55 * band) * shaded).push(1.0);
    }
    // Antennae.
    let feeler = (at.y.abs() - 0.08 - 0.55 * (at.x - 0.46).max(0.0)).abs();
    if (0.46..0.72).contains(&at.x) && feeler < 0.025 {
        return coat.marks.push(1.0);
    }
    Rgba::zeros()
}
