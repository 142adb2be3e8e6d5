//! Poles along the street, and the wires between them.

use crate::base::mesh::Mesh;
use fyrox::core::algebra::Vector3;

type Vec3 = Vector3<f32>;

/// Height of a pole, in metres.
pub const HEIGHT: f32 = 8.6;
/// Positions of the wires on the cross arm, in metres to the side of the pole.
const ARM: [f32; 4] = [-0.95, -0.35, 0.35, 0.95];
/// Sag of a wire in its middle, in metres.
const SAG: f32 = 0.75;
/// Radius of a wire, in metres: thick enough to be visible from a distance.
const RADIUS: f32 = 0.014;
/// Number of straight segments of a wire between two poles.
const PARTS: u32 = 14;

/// The poles at the given feet, with an arm across the direction to the next one.
pub fn poles(feet: &[Vec3]) -> Mesh {
    let mut mesh = Mesh::default();
    for (index, foot) in feet.iter().enumerate() {
        let top = foot + Vec3::y() * HEIGHT;
        mesh.pole(foot - Vec3::y(), top + Vec3::y() * 0.35, [0.15, 0.11], 8);
        let arm = across(feet, index) * 1.15;
        mesh.pole(top - arm, top + arm, [0.07, 0.07], 4);
        for offset in ARM {
            let place = top + across(feet, index) * offset;
            mesh.pole(place, place + Vec3::y() * 0.16, [0.05, 0.035], 5);
        }
    }
    mesh
}

/// The wires between the poles.
pub fn wires(feet: &[Vec3]) -> Mesh {
    let mut mesh = Mesh::default();
    for from in 0..feet.len() - 1 {
        for offset in ARM {
            let end = |index: usize| {
                feet[index] + across(feet, index) * offset + Vec3::y() * (HEIGHT + 0.15)
            };
            let (begin, end) = (end(from), end(from + 1));
            let point = |part: u32| {
                let t = part as f32 / PARTS as f32;
                begin + (end - begin) * t - Vec3::y() * (SAG * 4.0 * t * (1.0 - t))
            };
            for part in 0..PARTS {
                mesh.pole(point(part), point(part + 1), [RADIUS, RADIUS], 4);
            }
        }
    }
    mesh
}

/// Horizontal direction perpendicular to the wires at a pole.
fn across(feet: &[Vec3], index: usize) -> Vec3 {
    let next = (index + 1).min(feet.len() - 1);
    let before = index.saturating_sub(1);
    (feet[next] - feet[before]).cross(&Vec3::y()).normalize()
}
