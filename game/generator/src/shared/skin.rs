//! Textures of fish, leaves and corals.

use super::textures;
use crate::base::{
    image::{Heights, Image, Rgb},
    output::Output,
    pattern::{mix, smooth_step, Pattern},
};
use std::error::Error;

/// Writes the textures.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_fish(output)?;
    write_coral(output)?;
    let fibre = Pattern::new(61);
    // From the tip, at the top, to the root; bright enough to show the material's colour.
    let leaf = Image::new(64, 128, |u, v| {
        let rib = smooth_step(0.10, 0.0, (u - 0.5).abs());
        let fibres = fibre.tile(f64::from(u), f64::from(v), 14.0, 2);
        let tone = mix(0.95, 0.35, v) + 0.10 * fibres + 0.12 * rib;
        Rgb::new(0.86, 1.0, 0.62) * tone
    });
    leaf.write(output, textures::LEAF)
}

/// The left quarter is for fins. In the rest, U runs from the tail to the nose, and V from the
/// belly to the back.
fn write_fish(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let scale = Pattern::new(51);
    let image = Image::new(256, 128, |u, v| {
        if u < 0.24 {
            let rays = 0.85 + 0.15 * (v * 70.0).sin();
            return Rgb::new(0.98, 0.72, 0.16) * rays;
        }
        let along = (u - 0.25) / 0.75;
        let belly = Rgb::new(0.93, 0.95, 0.96);
        let flank = Rgb::new(0.36, 0.66, 0.86);
        let back = Rgb::new(0.05, 0.15, 0.36);
        let mut color = belly.lerp(&flank, smooth_step(0.25, 0.5, v));
        color = color.lerp(&back, smooth_step(0.58, 0.85, v));
        let stripe = smooth_step(0.075, 0.05, (v - 0.56).abs());
        color = color.lerp(&Rgb::new(1.0, 0.80, 0.20), stripe);
        let tail = smooth_step(0.14, 0.0, along);
        color = color.lerp(&Rgb::new(0.98, 0.72, 0.16), tail);
        let scales = scale.tile(f64::from(u), f64::from(v), 34.0, 1);
        color *= 1.0 + 0.07 * scales;
        eye(along, v, color)
    });
    image.write(output, textures::FISH)
}

fn eye(along: f32, v: f32, skin: Rgb) -> Rgb {
    // The texture is stretched along the body, so a circle on the fish is an ellipse here.
    let distance = ((along - 0.87) / 0.036).hypot((v - 0.57) / 0.10);
    let iris = skin.lerp(&Rgb::new(0.96, 0.93, 0.80), smooth_step(1.1, 0.9, distance));
    iris.lerp(
        &Rgb::new(0.02, 0.02, 0.03),
        smooth_step(0.68, 0.52, distance),
    )
}

fn write_coral(output: &mut Output) -> Result<(), Box<dyn Error>> {
    const SIZE: u32 = 256;
    let (polyp, shade) = (Pattern::new(71), Pattern::new(72));
    let bump = |u: f64, v: f64| smooth_step(-0.2, 0.7, polyp.tile(u, v, 26.0, 2));
    let color = Image::new(SIZE, SIZE, |u, v| {
        let (u, v) = (f64::from(u), f64::from(v));
        let tone = 0.62 + 0.34 * bump(u, v) + 0.14 * shade.tile(u, v, 5.0, 3);
        Rgb::new(1.0, 0.98, 0.95) * tone
    });
    color.write(output, textures::CORAL)?;
    Heights::new(SIZE, bump)
        .normals(3.0)
        .write(output, textures::CORAL_NORMAL)
}
