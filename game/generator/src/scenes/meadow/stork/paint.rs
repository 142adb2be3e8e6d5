//! The plumage of the stork: white, with black flight feathers, and a red bill and red legs.

use crate::base::{
    image::{Image, Rgb},
    pattern::{mix, smooth_step},
};
use fyrox::core::algebra::Vector2;

/// Size of the picture, in pixels: the body above, the wing below, and at the right a feather and
/// the legs.
const SIZE: [u32; 2] = [256, 256];
/// The lower end of the body in the picture.
const BODY: f32 = 0.4;
/// The right end of the wing in the picture.
const WING: f32 = 0.86;
/// The lower end of the feather, below which are the legs.
const LEGS: f32 = 0.85;
/// Free space between the parts of the picture.
const GAP: f32 = 0.02;

/// Ends of the body along Z, in metres.
const BILL: f32 = 0.665;
const TAIL: f32 = -0.452;
/// Distance of the wing's end from the middle, in metres.
const SPAN: f32 = 0.735;

/// The place in the picture of a point of the body: along Z, in metres, and from the back, 0, to
/// the belly, 1.
pub fn body(z: f32, down: f32) -> Vector2<f32> {
    Vector2::new((BILL - z) / (BILL - TAIL), mix(GAP, BODY - GAP, down))
}

/// The place of a point of the wing: metres from the middle, and from the leading edge, 0, to the
/// trailing edge, 1.
pub fn wing(x: f32, along: f32) -> Vector2<f32> {
    Vector2::new(x / SPAN * (WING - GAP), mix(BODY + GAP, 1.0 - GAP, along))
}

/// The place of a point of a feather: from the root, 0, to the tip, 1, and across from 1 to -1.
pub fn feather(along: f32, across: f32) -> Vector2<f32> {
    let middle = 0.5 * (WING + 1.0);
    let half = 0.5 * (1.0 - WING) - GAP;
    Vector2::new(middle + across * half, mix(BODY + GAP, LEGS - GAP, along))
}

/// The place of a point of a leg.
pub fn leg(z: f32, _: f32) -> Vector2<f32> {
    let along = ((-0.13 - z) / 0.66).clamp(0.0, 1.0);
    Vector2::new(0.5 * (WING + 1.0), mix(LEGS + GAP, 1.0 - GAP, along))
}

const WHITE: Rgb = Rgb::new(0.93, 0.925, 0.905);
const BLACK: Rgb = Rgb::new(0.055, 0.052, 0.06);
const RED: Rgb = Rgb::new(0.74, 0.17, 0.09);

/// The picture.
pub fn plumage() -> Image {
    let [width, height] = SIZE;
    Image::new(width, height, |u, v| {
        if v < BODY {
            body_color(mix(BILL, TAIL, u), (v - GAP) / (BODY - 2.0 * GAP))
        } else if u < WING {
            let along = (v - BODY - GAP) / (1.0 - BODY - 2.0 * GAP);
            wing_color(u / (WING - GAP) * SPAN, along)
        } else if v < LEGS {
            let across = (u - 0.5 * (WING + 1.0)).abs();
            BLACK.lerp(&Rgb::repeat(0.17), smooth_step(0.012, 0.002, across))
        } else {
            let down = smooth_step(LEGS + 0.025, LEGS + 0.045, v);
            WHITE.lerp(&RED, down)
        }
    })
}

fn body_color(z: f32, down: f32) -> Rgb {
    let feathers = WHITE * (1.0 - 0.06 * smooth_step(0.5, 1.0, down));
    let bill = RED * mix(0.8, 1.0, smooth_step(0.66, 0.58, z));
    let mut color = feathers.lerp(&bill, smooth_step(0.462, 0.474, z));
    // Bare black skin around the eye, from the bill.
    let eye = ((z - 0.443) / 0.017).hypot((down - 0.40) / 0.10);
    color = color.lerp(&BLACK, smooth_step(1.1, 0.8, eye));
    // The gape between the halves of the bill.
    let gape = smooth_step(0.025, 0.010, (down - 0.52).abs()) * smooth_step(0.466, 0.478, z);
    color.lerp(&Rgb::new(0.36, 0.06, 0.04), 0.7 * gape)
}

fn wing_color(x: f32, along: f32) -> Rgb {
    // The flight feathers of the arm begin behind the coverts; the hand is black to the front.
    let arm = 0.50 + 0.02 * (x * 110.0).sin().abs();
    let begin = mix(arm, 0.10, smooth_step(0.42, 0.66, x));
    let begin = mix(0.95, begin, smooth_step(0.07, 0.15, x));
    let is_flight = smooth_step(begin - 0.012, begin + 0.012, along);
    // Each flight feather has a lighter edge.
    let edge = smooth_step(
        0.82,
        1.0,
        (x * 95.0 + 6.0 * along * smooth_step(0.4, 0.7, x)).sin(),
    );
    let flight = BLACK.lerp(&Rgb::repeat(0.15), edge);
    let rows = smooth_step(0.3, 0.9, (along * 60.0 + (x * 110.0).sin()).sin());
    let coverts = WHITE * (1.0 - 0.05 * rows);
    coverts.lerp(&flight, is_flight)
}
