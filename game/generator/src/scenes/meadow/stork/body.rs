//! Head, neck, body, tail and legs of the stork.

use super::{
    paint,
    skeleton::{HEAD, LEGS, NECK, SPINE, TAIL},
    skin::{Skin, Vertex},
};
use crate::base::pattern::smooth_step;
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::{PI, TAU};

type Vec3 = Vector3<f32>;

/// A cross-section: its middle along Z and Y, half its width and half its height, in metres.
type Section = [f32; 4];

/// From the bill to the tail.
const SECTIONS: [Section; 19] = [
    [0.665, 0.018, 0.001, 0.001],
    [0.60, 0.024, 0.006, 0.007],
    [0.52, 0.032, 0.012, 0.014],
    [0.472, 0.036, 0.018, 0.020],
    [0.445, 0.040, 0.029, 0.031],
    [0.41, 0.043, 0.035, 0.037],
    [0.365, 0.040, 0.031, 0.034],
    [0.31, 0.034, 0.026, 0.029],
    [0.24, 0.024, 0.028, 0.032],
    [0.18, 0.012, 0.038, 0.046],
    [0.12, 0.002, 0.060, 0.070],
    [0.04, -0.004, 0.086, 0.094],
    [-0.06, -0.004, 0.094, 0.098],
    [-0.15, 0.002, 0.080, 0.080],
    [-0.23, 0.010, 0.056, 0.050],
    [-0.30, 0.014, 0.056, 0.022],
    [-0.37, 0.014, 0.086, 0.010],
    [-0.43, 0.013, 0.104, 0.005],
    [-0.452, 0.012, 0.070, 0.001],
];
const SIDES: usize = 10;

/// From below the body to the toes.
const LEG: [Section; 6] = [
    [-0.13, -0.070, 0.028, 0.026],
    [-0.27, -0.052, 0.015, 0.014],
    [-0.45, -0.040, 0.008, 0.009],
    [-0.66, -0.034, 0.007, 0.008],
    [-0.72, -0.033, 0.018, 0.006],
    [-0.79, -0.033, 0.003, 0.003],
];
const LEG_SIDES: usize = 5;

pub fn add(skin: &mut Skin) {
    let rows = SECTIONS.map(|section| ring(section, 0.0, SIDES, paint::body, bones));
    skin.add(&rows, true);
    for (leg, x) in LEGS.into_iter().zip([0.032, -0.032]) {
        let bones = |_| ([leg, SPINE], 0.0);
        let rows = LEG.map(|section| ring(section, x, LEG_SIDES, paint::leg, bones));
        skin.add(&rows, true);
    }
}

/// The bones of the body at a place along Z, and the share of the second one.
fn bones(z: f32) -> ([usize; 2], f32) {
    if z > 0.28 {
        ([NECK, HEAD], smooth_step(0.32, 0.42, z))
    } else if z > 0.0 {
        ([SPINE, NECK], smooth_step(0.1, 0.26, z))
    } else {
        ([SPINE, TAIL], smooth_step(-0.18, -0.32, z))
    }
}

fn ring(
    [z, y, width, height]: Section,
    x: f32,
    sides: usize,
    paint: impl Fn(f32, f32) -> Vector2<f32>,
    bones: impl Fn(f32) -> ([usize; 2], f32),
) -> Vec<Vertex> {
    let (bones, share) = bones(z);
    let vertex = |side: usize| {
        let angle = TAU * side as f32 / sides as f32;
        Vertex {
            position: Vec3::new(x + width * angle.sin(), y + height * angle.cos(), z),
            // Both sides look the same, so there is no seam.
            texture: paint(z, angle.min(TAU - angle) / PI),
            bones,
            share,
        }
    };
    (0..sides).map(vertex).collect()
}
