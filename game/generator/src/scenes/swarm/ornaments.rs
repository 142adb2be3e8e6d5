//! Pictures of the objects in the garden, seen from above: lanterns, bushes and columns.

use super::{
    insects::{atlas, glow},
    names::{BUSH_PICTURE, COLUMN_PICTURE, GLOW_PICTURE, LAMP_PICTURE},
};
use crate::base::{
    image::{Rgb, Rgba},
    output::Output,
    pattern::{mix, smooth_step, Pattern},
};
use fyrox::core::algebra::Vector2;
use std::error::Error;

/// Writes all pictures.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let noise = Pattern::new(733);
    atlas(96, 1, |_, at| glow(at, 0.5, Rgb::new(1.0, 0.72, 0.38))).write(output, GLOW_PICTURE)?;
    atlas(48, 1, |_, at| lamp(at)).write(output, LAMP_PICTURE)?;
    atlas(96, 1, |_, at| bush(&noise, at)).write(output, BUSH_PICTURE)?;
    atlas(64, 1, |_, at| column(at)).write(output, COLUMN_PICTURE)
}

/// A lantern from above: a ring of iron around the light.
fn lamp(at: Vector2<f32>) -> Rgba {
    let away = at.norm();
    let ring = smooth_step(0.52, 0.58, away) * (1.0 - smooth_step(0.80, 0.86, away));
    let bars = smooth_step(0.90, 0.96, (2.0 * at.y.atan2(at.x)).cos().abs());
    let iron = ring.max(bars * (1.0 - smooth_step(0.6, 0.7, away)));
    let light =
        Rgb::new(1.0, 0.86, 0.55).lerp(&Rgb::repeat(1.0), 1.0 - smooth_step(0.0, 0.4, away));
    let color = light.lerp(&Rgb::new(0.13, 0.11, 0.10), iron);
    color.push(1.0 - smooth_step(0.80, 0.86, away))
}

/// Adds the shadow of a round object, to its lower right, below a colour.
fn with_shadow(color: Rgba, at: Vector2<f32>, radius: f32) -> Rgba {
    let away = (at - Vector2::new(0.14, -0.14)).norm();
    let shadow = 0.62 * (1.0 - smooth_step(0.8 * radius, 1.2 * radius, away));
    let opacity = color.w + shadow * (1.0 - color.w);
    let dark = Rgb::new(0.01, 0.02, 0.06);
    let mixed = color.xyz() * color.w + dark * (shadow * (1.0 - color.w));
    (mixed / opacity.max(1e-6)).push(opacity)
}

fn bush(noise: &Pattern, at: Vector2<f32>) -> Rgba {
    let leaf = |at: Vector2<f32>| {
        let (u, v) = (f64::from(at.x) * 0.5, f64::from(at.y) * 0.5);
        noise.tile(u, v, 23.0, 3)
    };
    let away = at.norm() + 0.13 * leaf(at);
    let light = leaf(at + Vector2::new(-0.04, 0.04)) - leaf(at - Vector2::new(-0.04, 0.04));
    let side = (at.y - at.x) * 0.35;
    let dome = 1.0 - smooth_step(0.0, 0.75, away);
    let base = Rgb::new(0.07, 0.17, 0.11).lerp(&Rgb::new(0.27, 0.42, 0.20), dome);
    let color = base * (1.0 + 0.6 * light + side).max(0.2);
    with_shadow(color.push(1.0 - smooth_step(0.70, 0.76, away)), at, 0.72)
}

fn column(at: Vector2<f32>) -> Rgba {
    let away = at.norm();
    let stone = Rgb::new(0.62, 0.60, 0.58);
    let side = (at.y - at.x) * 0.45;
    let groove = smooth_step(0.02, 0.06, (away - 0.42).abs());
    let top = mix(0.75, 1.0, groove) * (1.0 + side * smooth_step(0.2, 0.7, away));
    with_shadow(
        (stone * top).push(1.0 - smooth_step(0.66, 0.70, away)),
        at,
        0.7,
    )
}
