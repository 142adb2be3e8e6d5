//! The skin of the built-in fish, painted in code: a side view with the nose at the left.

use super::{
    canvas::{smooth, Canvas, Rgb},
    plain_fish::{outline_at, HALF_HEIGHT, HALF_LENGTH},
};
use fyrox::core::algebra::Vector2;

const WIDTH: u32 = 256;
const HEIGHT: u32 = 256;

const BACK: Rgb = Rgb::new(0.2, 0.33, 0.5);
const FLANK: Rgb = Rgb::new(0.76, 0.79, 0.8);
const BELLY: Rgb = Rgb::new(0.97, 0.96, 0.92);
const STRIPE: Rgb = Rgb::new(0.13, 0.19, 0.3);
const FIN: Rgb = Rgb::new(0.97, 0.74, 0.33);
const DARK: Rgb = Rgb::new(0.03, 0.04, 0.06);
const IRIS: Rgb = Rgb::new(0.88, 0.82, 0.6);

/// Centre of the eye as z and y, in metres.
const EYE: Vector2<f32> = Vector2::new(0.08, 0.006);

/// Paints the skin.
pub(super) fn skin() -> Canvas {
    Canvas::paint(WIDTH, HEIGHT, |u, v| {
        let (z, y) = position(u, v);
        color_at(z, y).push(1.0)
    })
}

/// A place of the texture: its height on the trunk, from 0 at the belly to 1 at the back, and 1 on a
/// fin.
pub(super) fn place(u: f32, v: f32) -> (f32, f32) {
    let (z, y) = position(u, v);
    let height = height(z, y);
    (height, on_fin(z, height))
}

/// The position of a point of the texture: z and y, in metres.
pub(super) fn position(u: f32, v: f32) -> (f32, f32) {
    ((1.0 - 2.0 * u) * HALF_LENGTH, (1.0 - 2.0 * v) * HALF_HEIGHT)
}

/// 0 at the belly, 1 at the back; fins lie outside of this range.
fn height(z: f32, y: f32) -> f32 {
    let (back, belly) = outline_at(z);
    (y + belly) / (back + belly).max(1e-4)
}

fn on_fin(z: f32, height: f32) -> f32 {
    smooth(1.0, 1.08, height)
        .max(smooth(0.0, -0.08, height))
        .max(smooth(-0.052, -0.062, z))
}

fn color_at(z: f32, y: f32) -> Rgb {
    let height = height(z, y);
    let skin = eye(z, y, head(z, y, flank(z, height)));
    skin.lerp(&fin(z, y), on_fin(z, height))
}

/// Dark above, light below, with a stripe along the side.
fn flank(z: f32, height: f32) -> Rgb {
    let color = BELLY.lerp(&FLANK, smooth(0.15, 0.45, height));
    let color = color.lerp(&BACK, smooth(0.55, 0.9, height));
    let stripe = 1.0 - smooth(0.035, 0.075, (height - 0.6).abs());
    let color = color.lerp(&STRIPE, 0.85 * stripe * smooth(0.07, 0.05, z));
    color * (1.0 + 0.05 * scales(z, height))
}

/// The edge of the gills, and the mouth.
fn head(z: f32, y: f32, skin: Rgb) -> Rgb {
    let gill = (Vector2::new(z, y) - Vector2::new(0.076, 0.0)).norm();
    let gill = (1.0 - smooth(0.0008, 0.0022, (gill - 0.024).abs())) * smooth(0.064, 0.058, z);
    let mouth = (1.0 - smooth(0.0006, 0.0016, (y + 0.0025).abs())) * smooth(0.087, 0.09, z);
    skin.lerp(&DARK, (0.45 * gill).max(0.8 * mouth))
}

fn eye(z: f32, y: f32, skin: Rgb) -> Rgb {
    let distance = (Vector2::new(z, y) - EYE).norm();
    let skin = skin.lerp(&IRIS, 1.0 - smooth(0.0052, 0.0062, distance));
    skin.lerp(&DARK, 1.0 - smooth(0.0034, 0.0042, distance))
}

/// A hint of scales, from -1 to 1.
fn scales(z: f32, height: f32) -> f32 {
    (z * 1400.0).sin() * (height * 60.0).sin()
}

fn fin(z: f32, y: f32) -> Rgb {
    FIN * (0.92 + 0.12 * rays(z, y))
}

/// The relief of a point of the texture: scales, and rays of fins.
pub(super) fn relief(u: f32, v: f32) -> f32 {
    let (z, y) = position(u, v);
    let height = height(z, y);
    let on_fin = on_fin(z, height);
    0.6 * scales(z, height) * (1.0 - on_fin) + 0.5 * rays(z, y) * on_fin
}

/// Fin rays that fan out from the body, from -1 to 1.
fn rays(z: f32, y: f32) -> f32 {
    let tail = (y / (0.045 - z).max(0.01)) * 60.0;
    let upright = (z - 0.5 * y) * 1100.0;
    if z < -0.045 {
        tail.sin()
    } else {
        upright.sin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_back_is_darker_than_the_belly() {
        let brightness = |y: f32| color_at(0.02, y).sum();
        assert!(brightness(0.03) < 0.5 * brightness(-0.025));
    }

    #[test]
    fn the_eye_is_dark_in_a_light_ring() {
        let pupil = color_at(EYE.x, EYE.y).sum();
        let iris = color_at(EYE.x, EYE.y - 0.0047).sum();
        assert!(pupil < 0.2 && iris > 1.5, "{pupil} {iris}");
    }
}
