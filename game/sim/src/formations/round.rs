//! Round forms: a ring, the surface of a ball, a disc.

use super::axes::flat;
use crate::{math::Vec3, settings::Plane};
use std::f64::consts::{PI, TAU};

/// The angle that divides a full turn in the golden ratio, in radians: π (3 - √5).
const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

/// A ring with arcs of the length `spacing`. The first place is ahead.
pub(super) fn circle(count: usize, spacing: f64, plane: Plane) -> Vec<Vec3> {
    let radius = match count {
        // A single place is the centre.
        0 | 1 => 0.0,
        _ => spacing * count as f64 / TAU,
    };
    let place = |index: usize| {
        let angle = TAU * index as f64 / count as f64;
        flat(plane, radius * libm::sin(angle), radius * libm::cos(angle))
    };
    (0..count).map(place).collect()
}

/// The surface of a ball as a Fibonacci lattice (Swinbank and Purser 2006; González 2010): each
/// place has the area `spacing`².
pub(super) fn sphere(count: usize, spacing: f64) -> Vec<Vec3> {
    let radius = match count {
        0 | 1 => 0.0,
        _ => spacing * (count as f64 / (4.0 * PI)).sqrt(),
    };
    let place = |index: usize| {
        let height = 1.0 - (2 * index + 1) as f64 / count as f64;
        let across = (1.0 - height * height).sqrt();
        let angle = GOLDEN_ANGLE * index as f64;
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let unit = nalgebra::Vector3::new(across * sine, height, across * cosine);
        (unit * radius).cast()
    };
    (0..count).map(place).collect()
}

/// A disc as a sunflower (Vogel 1979): each place has the area `spacing`².
pub(super) fn disc(count: usize, spacing: f64, plane: Plane) -> Vec<Vec3> {
    let place = |index: usize| {
        let radius = spacing * ((index as f64 + 0.5) / PI).sqrt();
        let angle = GOLDEN_ANGLE * index as f64;
        flat(plane, radius * libm::sin(angle), radius * libm::cos(angle))
    };
    (0..count).map(place).collect()
}
