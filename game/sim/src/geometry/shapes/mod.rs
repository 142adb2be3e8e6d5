//! Simple shapes as triangles, in metres.
//!
//! All shapes are closed and wound counter-clockwise seen from outside. Round shapes are
//! circumscribed: the triangles lie outside of the ideal surface and touch it, so a body outside of
//! the triangles is also outside of the ideal shape. Sizes that are not finite give triangles that
//! [`Geometry::new`](crate::Geometry::new) leaves out and reports.

mod prism;
mod round;

pub use prism::{capsule_outline, cone, cylinder, prism};
pub use round::{ball, capsule};

use crate::math::Vec3;

/// Corners of a triangle.
type Triangle = [Vec3; 3];

const SIGNS: [f32; 2] = [-1.0, 1.0];

/// A box around the origin from `-half_extents` to `half_extents`, in metres: 12 triangles. The
/// signs of `half_extents` do not matter.
pub fn cuboid(half_extents: Vec3) -> Vec<Triangle> {
    let half = half_extents.abs();
    let mut triangles = Vec::with_capacity(12);
    for axis in 0..3 {
        for side in SIGNS {
            let corner = |u: f32, v: f32| {
                let mut corner = Vec3::zeros();
                corner[axis] = side;
                // Mirrored on the negative side of each axis, so that the corners run
                // counter-clockwise on both sides.
                corner[(axis + 1) % 3] = u * side;
                corner[(axis + 2) % 3] = v;
                corner.component_mul(&half)
            };
            let corners = [
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ];
            push_quad(&mut triangles, corners);
        }
    }
    triangles
}

fn push_quad(triangles: &mut Vec<Triangle>, [a, b, c, d]: [Vec3; 4]) {
    triangles.push([a, b, c]);
    triangles.push([a, c, d]);
}
