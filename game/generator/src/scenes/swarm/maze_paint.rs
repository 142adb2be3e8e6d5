//! The pictures of the maze: sand, and stones from above, lit from the upper left.

use crate::base::{
    image::{Rgb, Rgba},
    pattern::{mix, smooth_step, Pattern, Random},
};
use fyrox::core::algebra::Vector2;

/// Sand at a part of its repeating pattern.
pub fn sand(broad: &Pattern, fine: &Pattern, u: f32, v: f32) -> Rgb {
    let (u, v) = (f64::from(u), f64::from(v));
    let patch = smooth_step(-0.6, 0.6, broad.tile(v, u, 5.0, 3));
    let grain = fine.tile(u, v, 150.0, 2);
    let base = Rgb::new(0.50, 0.42, 0.31).lerp(&Rgb::new(0.60, 0.51, 0.38), patch);
    base * (1.0 + 0.16 * grain)
}

/// A round stone that fills its tile, with its shadow at the lower right.
pub fn boulder(noise: &Pattern, kind: u32, u: f32, v: f32) -> Rgba {
    let mut random = Random::new(760 + u64::from(kind));
    let (bent, tone, warm) = (random.unit(), random.between(0.8, 1.1), random.unit());
    let at = Vector2::new(2.0 * u - 1.0, 1.0 - 2.0 * v);
    let away = outline(noise, bent, at);
    let shadow = 0.7
        * (1.0
            - smooth_step(
                0.85,
                1.1,
                outline(noise, bent, at - Vector2::new(0.12, -0.12)),
            ));
    let grey = Rgb::new(0.40, 0.43, 0.50).lerp(&Rgb::new(0.50, 0.46, 0.44), warm);
    let grain = noise.tile(
        f64::from(u) * 0.5 + f64::from(bent),
        f64::from(v) * 0.5,
        24.0,
        3,
    );
    let slope = (at.y - at.x) * 0.5 * smooth_step(0.25, 0.95, away);
    let edge = mix(1.0, 0.6, smooth_step(0.8, 0.97, away));
    let stone = grey * (tone * (1.0 + 0.22 * grain) * (1.0 + slope) * edge);
    let cover = 1.0 - smooth_step(0.92, 0.98, away);
    let opacity = cover + shadow * (1.0 - cover);
    let dark = Rgb::new(0.02, 0.02, 0.05);
    let mixed = stone * cover + dark * (shadow * (1.0 - cover));
    (mixed / opacity.max(1e-6)).push(opacity)
}

/// Distance from the middle of a stone as a fraction of that of its outline.
fn outline(noise: &Pattern, bent: f32, at: Vector2<f32>) -> f32 {
    let turn = 0.35 * (bent - 0.5);
    let (x, y) = (at.x + turn * at.y, at.y - turn * at.x);
    let square = (x.abs().powi(4) + y.abs().powi(4)).powf(0.25);
    let rough = noise.tile(
        f64::from(at.x) * 0.25 + f64::from(bent),
        f64::from(at.y) * 0.25,
        7.0,
        2,
    );
    square + 0.08 * rough
}
