//! The wings of the stork: broad, with a fan of separate feathers at the tip.

use super::{
    paint,
    skeleton::{ARMS, FINGERS, HANDS, KNUCKLES, SHOULDER, SPINE, WRIST},
    skin::{Skin, Vertex},
};
use crate::base::pattern::{mix, smooth_step};
use fyrox::core::algebra::{Vector2, Vector3};

type Vec3 = Vector3<f32>;

/// Distance from the middle, places of the leading and of the trailing edge along Z, and thickness,
/// in metres.
const STATIONS: [[f32; 4]; 10] = [
    [0.03, 0.10, -0.17, 0.050],
    [0.10, 0.135, -0.20, 0.048],
    [0.19, 0.14, -0.235, 0.042],
    [0.29, 0.15, -0.25, 0.036],
    [0.38, 0.17, -0.25, 0.030],
    [0.46, 0.175, -0.245, 0.024],
    [0.54, 0.165, -0.23, 0.018],
    [0.62, 0.145, -0.205, 0.013],
    [0.69, 0.12, -0.165, 0.009],
    [0.735, 0.09, -0.12, 0.004],
];

/// Places on a cross-section from the trailing edge over the upper side, the leading edge and the
/// lower side: as a share of the chord from the leading edge, and as a share of the thickness.
const PROFILE: [[f32; 2]; 7] = [
    [1.0, 0.0],
    [0.62, 0.35],
    [0.22, 0.62],
    [0.0, 0.0],
    [0.22, -0.38],
    [0.62, -0.12],
    [1.0, 0.0],
];

/// Feathers of the tip: place of the root along Z, direction in degrees to the front, and length
/// from the root, in metres.
const FEATHERS: [[f32; 3]; 6] = [
    [0.085, 6.0, 0.315],
    [0.055, -4.0, 0.345],
    [0.015, -14.0, 0.345],
    [-0.03, -25.0, 0.325],
    [-0.075, -37.0, 0.285],
    [-0.115, -50.0, 0.23],
];
/// Where the feathers begin, in metres from the middle.
const ROOTS: f32 = 0.655;
/// Share of a feather's length, half its width, and half its thickness, in metres.
const FEATHER: [[f32; 3]; 3] = [
    [0.0, 0.026, 0.003],
    [0.72, 0.024, 0.002],
    [1.0, 0.003, 0.001],
];

pub fn add(skin: &mut Skin) {
    for side in 0..2 {
        let rows = STATIONS.map(|station| section(side, station));
        skin.add(&rows, false);
        for feather in FEATHERS {
            let rows = FEATHER.map(|part| feather_section(side, feather, part));
            skin.add(&rows, true);
        }
    }
}

/// Height of the wing at rest: both wings are raised a little, and their tips bend up.
fn height(x: f32) -> f32 {
    0.055 + 0.03 * x + 0.11 * (x - 0.35).max(0.0).powi(2)
}

fn section(side: usize, [x, front, back, thick]: [f32; 4]) -> Vec<Vertex> {
    let vertex = |[along, up]: [f32; 2]| {
        // The profile is arched.
        let arch = 0.16 * (front - back) * along * (1.0 - along) - 0.02 * along;
        let position = Vec3::new(x, height(x) + up * thick + arch, mix(front, back, along));
        vertex(side, position, paint::wing(x, along))
    };
    PROFILE.into_iter().map(vertex).collect()
}

fn feather_section(
    side: usize,
    [root, direction, length]: [f32; 3],
    [along, half, thick]: [f32; 3],
) -> Vec<Vertex> {
    let (sin, cos) = direction.to_radians().sin_cos();
    let distance = length * along;
    let middle = Vec3::new(ROOTS + cos * distance, 0.0, root + sin * distance);
    // The vane is thin, and rounded over the shaft.
    let corners = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let vertex = |[across, up]: [f32; 2]| {
        let mut position = middle + Vec3::new(-sin, 0.0, cos) * (across * half);
        // The front edge of each feather is above the back edge of the one before it.
        position.y = height(middle.x) + up * thick - 0.2 * across * half;
        vertex(side, position, paint::feather(along, across))
    };
    corners.into_iter().map(vertex).collect()
}

/// A vertex of the wing on one side, from its position on the side of +X.
fn vertex(side: usize, position: Vec3, texture: Vector2<f32>) -> Vertex {
    let x = position.x;
    let (bones, share) = if x < 0.2 {
        let share = smooth_step(SHOULDER - 0.03, SHOULDER + 0.08, x);
        ([SPINE, ARMS[side]], share)
    } else if x < KNUCKLES - 0.1 {
        (
            [ARMS[side], HANDS[side]],
            smooth_step(WRIST - 0.1, WRIST + 0.1, x),
        )
    } else {
        let share = smooth_step(KNUCKLES - 0.05, KNUCKLES + 0.12, x);
        ([HANDS[side], FINGERS[side]], share)
    };
    let sign = [1.0, -1.0][side];
    Vertex {
        position: Vec3::new(sign * position.x, position.y, position.z),
        texture,
        bones,
        share,
    }
}
