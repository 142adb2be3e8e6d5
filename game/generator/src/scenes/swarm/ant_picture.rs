//! The pictures of an ant and of the fruit it looks for, seen from above.

use super::{
    insects::{atlas, ellipse},
    names::{ANT_PICTURE, FRUIT_PICTURE},
};
use crate::base::{
    image::{Rgb, Rgba},
    output::Output,
    pattern::{mix, smooth_step},
};
use fyrox::core::algebra::Vector2;
use std::{error::Error, f32::consts::TAU};

/// Number of frames of a walking ant.
pub const FRAMES: u32 = 8;

/// Edges of the pictures, in pixels.
const ANT_EDGE: u32 = 48;
const FRUIT_EDGE: u32 = 96;

/// Where the legs of a side begin and end while the ant stands, front legs first.
const LEGS: [[[f32; 2]; 2]; 3] = [
    [[0.16, 0.08], [0.52, 0.62]],
    [[0.04, 0.10], [0.02, 0.76]],
    [[-0.08, 0.08], [-0.56, 0.70]],
];

/// How far the feet swing along the body.
const STRIDE: f32 = 0.20;

/// Writes both pictures.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    atlas(ANT_EDGE, FRAMES, |frame, at| {
        ant(TAU * frame as f32 / FRAMES as f32, at)
    })
    .write(output, ANT_PICTURE)?;
    atlas(FRUIT_EDGE, 1, |_, at| with_shadow(at)).write(output, FRUIT_PICTURE)
}

/// An ant at a phase of its walk, in radians.
fn ant(phase: f32, at: Vector2<f32>) -> Rgba {
    let horn = Rgb::new(0.34, 0.11, 0.06);
    let abdomen = ellipse(at, [-0.52, 0.0], [0.36, 0.25], 0.0);
    let waist = ellipse(at, [-0.12, 0.0], [0.12, 0.07], 0.0);
    let thorax = ellipse(at, [0.10, 0.0], [0.22, 0.14], 0.0);
    let head = ellipse(at, [0.50, 0.0], [0.22, 0.19], 0.0);
    let part = abdomen.min(waist).min(thorax).min(head);
    if part < 1.0 {
        let stripes = f32::from(u8::from(abdomen < 1.0)) * (0.5 + 0.5 * (at.x * 24.0).cos());
        let shine = 1.0 - smooth_step(0.0, 0.7, (part * part + 0.3 * at.y).max(0.0));
        return (horn * mix(0.6, 1.5, shine) * (1.0 - 0.35 * stripes)).push(1.0);
    }
    let is_limb = legs(phase, at) < 0.045 || feeler(phase, at) < 0.035;
    if is_limb {
        return (horn * 0.6).push(1.0);
    }
    Rgba::zeros()
}

/// Distance to the nearest leg. Three legs, the outer ones of a side and the middle one of the
/// other side, swing together.
fn legs(phase: f32, at: Vector2<f32>) -> f32 {
    let upper = at.y >= 0.0;
    let side = Vector2::new(at.x, at.y.abs());
    let distances = LEGS.iter().enumerate().map(|(number, [hip, foot])| {
        let is_first = (number % 2 == 0) == upper;
        let swing = if is_first { phase.sin() } else { -phase.sin() };
        let [hip, foot] = [hip, foot].map(|at| Vector2::from(*at));
        let foot = foot + Vector2::x() * (STRIDE * swing);
        // The knee stands out.
        let knee =
            hip.lerp(&foot, 0.5) + Vector2::new(0.10 * (hip.x + 0.3 * foot.x).signum(), 0.06);
        to_segment(side, hip, knee).min(to_segment(side, knee, foot))
    });
    distances.fold(f32::MAX, f32::min)
}

/// Distance to the nearest feeler.
fn feeler(phase: f32, at: Vector2<f32>) -> f32 {
    let sway = 0.05
        * if at.y >= 0.0 {
            phase.cos()
        } else {
            -phase.cos()
        };
    let side = Vector2::new(at.x, at.y.abs());
    let elbow = Vector2::new(0.74, 0.26);
    let tip = Vector2::new(0.96, 0.22 + sway);
    to_segment(side, Vector2::new(0.62, 0.10), elbow).min(to_segment(side, elbow, tip))
}

/// Distance from a point to a segment.
fn to_segment(at: Vector2<f32>, from: Vector2<f32>, to: Vector2<f32>) -> f32 {
    let along = to - from;
    let part = (at - from).dot(&along) / along.norm_squared().max(1e-9);
    (at - from - along * part.clamp(0.0, 1.0)).norm()
}

/// A slice of melon: half a disc of red flesh with seeds, in a green rind.
fn melon(at: Vector2<f32>) -> Rgba {
    const RADIUS: f32 = 0.86;
    let (sin, cos) = 0.4_f32.sin_cos();
    let at =
        Vector2::new(at.x * cos + at.y * sin, at.y * cos - at.x * sin) + Vector2::new(0.0, 0.36);
    let away = at.norm() / RADIUS;
    let cut = smooth_step(-0.01, 0.02, at.y);
    let flesh = Rgb::new(0.96, 0.20, 0.22) * mix(1.1, 0.9, away);
    let pale = Rgb::new(0.92, 0.94, 0.74);
    let rind = Rgb::new(0.12, 0.48, 0.18);
    let color = flesh.lerp(&pale, smooth_step(0.76, 0.82, away));
    let color = color.lerp(&rind, smooth_step(0.85, 0.89, away));
    let color = color.lerp(&Rgb::new(0.10, 0.04, 0.04), seeds(at / RADIUS));
    color.push(cut * (1.0 - smooth_step(0.97, 1.0, away)))
}

/// How much of a point is seed.
fn seeds(at: Vector2<f32>) -> f32 {
    let rings = [(0.58, 6.0), (0.30, 3.0)];
    let near = rings.map(|(ring, count): (f32, f32)| {
        let step = TAU / 2.0 / count;
        let angle = ((at.y.atan2(at.x) / step).floor() + 0.5) * step;
        let middle = [ring * angle.cos(), ring * angle.sin()];
        ellipse(at, middle, [0.085, 0.045], angle)
    });
    1.0 - smooth_step(0.8, 1.1, near[0].min(near[1]))
}

/// The slice above its shadow, to its lower right.
fn with_shadow(at: Vector2<f32>) -> Rgba {
    let color = melon(at);
    let shadow = 0.55 * melon(at - Vector2::new(0.08, -0.08)).w;
    let opacity = color.w + shadow * (1.0 - color.w);
    let dark = Rgb::new(0.02, 0.02, 0.05);
    let mixed = color.xyz() * color.w + dark * (shadow * (1.0 - color.w));
    (mixed / opacity.max(1e-6)).push(opacity)
}
