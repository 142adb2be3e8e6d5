//! The winding number of a closed surface, in float64.

use flock_terrain::Vec3;
use std::f64::consts::PI;

/// The winding number of a closed surface around a point: about 0 outside, 1 or -1 inside.
pub fn winding_number(surface: &[[Vec3; 3]], at: Vec3) -> f64 {
    let angles = surface.iter().map(|triangle| solid_angle(triangle, at));
    angles.sum::<f64>() / (4.0 * PI)
}

/// The signed solid angle of a triangle (Van Oosterom and Strackee 1983), positive from its back.
fn solid_angle(triangle: &[Vec3; 3], from: Vec3) -> f64 {
    let [a, b, c] = triangle.map(|vertex| vertex.cast::<f64>() - from.cast::<f64>());
    let [la, lb, lc] = [a, b, c].map(|side| side.norm());
    let denominator = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * a.dot(&b.cross(&c)).atan2(denominator)
}
