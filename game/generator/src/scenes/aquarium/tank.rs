//! The glass box: its dimensions, walls and frame.

use crate::base::mesh::Mesh;
use fyrox::core::algebra::{Vector2, Vector3};

/// Inner half extents in metres: X to the side, Y up, Z towards the visitor. The water fills 8 x 4
/// x 5 m, with the middle of its bottom at the origin.
pub const HALF_SIZE: Vector3<f32> = Vector3::new(4.0, 0.5 * HEIGHT, 2.5);
/// Height of the water, in metres.
pub const HEIGHT: f32 = 4.0;

/// The back and the side walls, seen from inside.
pub fn walls() -> Mesh {
    let (x, z) = (HALF_SIZE.x, HALF_SIZE.z);
    let corners = [
        Vector2::new(-x, z),
        Vector2::new(-x, -z),
        Vector2::new(x, -z),
        Vector2::new(x, z),
    ];
    let mut mesh = Mesh::default();
    for (wall, pair) in corners.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let place = |u: f32, v: f32| {
            let at = from + (to - from) * u;
            Vector3::new(at.x, v * HEIGHT, at.y)
        };
        mesh.patch(8, 8, place, |u, v| {
            Vector2::new((wall as f32 + u) / 3.0, 1.0 - v)
        });
    }
    mesh
}

/// The water's surface, seen from below.
pub fn surface() -> Mesh {
    let (x, z) = (HALF_SIZE.x, HALF_SIZE.z);
    let mut mesh = Mesh::default();
    mesh.patch(
        16,
        10,
        |u, v| Vector3::new((2.0 * u - 1.0) * x, HEIGHT, (2.0 * v - 1.0) * z),
        |u, v| Vector2::new(u * 3.2, v * 2.0),
    );
    mesh
}
