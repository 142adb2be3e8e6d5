//! The frames of the animals of the garden, seen from above. Fronts point to the right.

use super::names::{BAT_PICTURE, FIREFLY_PICTURE};
use crate::base::{
    image::{Image, Rgb, Rgba},
    output::Output,
    pattern::{mix, smooth_step},
};
use fyrox::core::algebra::Vector2;
use std::{error::Error, f32::consts::TAU};

/// Number of frames of a bat and of a firefly.
pub const BAT_FRAMES: u32 = 6;
pub const FIREFLY_FRAMES: u32 = 12;

/// Edge of a frame, in pixels.
const BAT_EDGE: u32 = 64;
const FIREFLY_EDGE: u32 = 20;

/// Samples of a pixel along each axis.
const SAMPLES: u32 = 4;

/// Writes all pictures.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    atlas(BAT_EDGE, BAT_FRAMES, |frame, at| {
        bat(spread(frame, BAT_FRAMES, 0.5), at)
    })
    .write(output, BAT_PICTURE)?;
    atlas(FIREFLY_EDGE, FIREFLY_FRAMES, |frame, at| {
        let phase = frame as f32 / FIREFLY_FRAMES as f32;
        // A flash and a long afterglow.
        let light = smooth_step(0.0, 0.2, phase) * (1.0 - smooth_step(0.25, 0.8, phase));
        glow(at, mix(0.12, 1.0, light), Rgb::new(0.80, 1.0, 0.38))
    })
    .write(output, FIREFLY_PICTURE)
}

/// Frames side by side; `paint` gets positions from -1 to 1, with positive values up.
pub fn atlas(edge: u32, frames: u32, paint: impl Fn(u32, Vector2<f32>) -> Rgba) -> Image {
    let size = [edge * frames, edge];
    Image::transparent(size[0], size[1], |u, v| {
        let (x, y) = (u * frames as f32, v);
        let pixel = 2.0 / edge as f32;
        let mut sum = Rgba::zeros();
        for sample in 0..SAMPLES * SAMPLES {
            let shift = |number: u32| ((number as f32 + 0.5) / SAMPLES as f32 - 0.5) * pixel;
            let at = Vector2::new(
                2.0 * x.fract() - 1.0 + shift(sample % SAMPLES),
                1.0 - 2.0 * y.fract() + shift(sample / SAMPLES),
            );
            let color = paint(x as u32, at);
            sum += (color.xyz() * color.w).push(color.w);
        }
        let opacity = sum.w.max(1e-6);
        (sum.xyz() / opacity).push(sum.w / (SAMPLES * SAMPLES) as f32)
    })
}

/// How far the wings are spread in a frame, from `least` to 1.
fn spread(frame: u32, frames: u32, least: f32) -> f32 {
    let phase = TAU * frame as f32 / frames as f32;
    mix(least, 1.0, 0.5 + 0.5 * phase.cos())
}

/// Position of a point relative to an ellipse: below 1 is inside. `turn` is in radians.
pub fn ellipse(at: Vector2<f32>, middle: [f32; 2], radii: [f32; 2], turn: f32) -> f32 {
    let (sin, cos) = turn.sin_cos();
    let offset = at - Vector2::from(middle);
    let along = offset.x * cos + offset.y * sin;
    let across = offset.y * cos - offset.x * sin;
    (along / radii[0]).hypot(across / radii[1])
}

fn bat(spread: f32, at: Vector2<f32>) -> Rgba {
    let fur = Rgb::new(0.72, 0.55, 0.40);
    let skin = Rgb::new(0.44, 0.31, 0.25);
    let body = ellipse(at, [0.02, 0.0], [0.30, 0.12], 0.0);
    let head = ellipse(at, [0.33, 0.0], [0.12, 0.11], 0.0);
    let ear = ellipse(
        Vector2::new(at.x, at.y.abs()),
        [0.38, 0.11],
        [0.11, 0.05],
        0.7,
    );
    if body.min(head).min(ear) < 1.0 {
        return (fur * mix(1.25, 0.8, body.min(head).min(1.0))).push(1.0);
    }
    let side = (at.y.abs() / spread).min(2.0);
    // The leading edge bends at the wrist; the trailing edge hangs between the fingers.
    let lead = if side < 0.42 {
        mix(0.10, 0.26, side / 0.42)
    } else {
        mix(0.26, -0.16, (side - 0.42) / 0.54)
    };
    let scallop = ((side * 3.1).fract() - 0.5).abs() * 2.0;
    let trail = mix(-0.30, -0.14, side) + 0.11 * (1.0 - scallop * scallop);
    if side < 0.96 && at.x < lead && at.x > trail {
        let finger = 1.0
            - smooth_step(
                0.0,
                0.10,
                (side * 3.1).fract().min(1.0 - (side * 3.1).fract()),
            );
        let arm = 1.0 - smooth_step(0.0, 0.06, lead - at.x);
        let color = skin.lerp(&fur, (0.6 * finger).max(arm)) * mix(0.75, 1.1, spread);
        return color.push(1.0);
    }
    Rgba::zeros()
}

/// Light that fades towards the edge.
pub fn glow(at: Vector2<f32>, strength: f32, color: Rgb) -> Rgba {
    let away = at.norm().min(1.0);
    let halo = (1.0 - away).powi(2);
    let core = 1.0 - smooth_step(0.0, 0.32, away);
    let white = color.lerp(&Rgb::repeat(1.0), 0.65 * core);
    white.push(strength * (0.45 * halo + 0.75 * core).min(1.0))
}
