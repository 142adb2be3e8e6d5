//! Signed distance of a position from the surfaces.

use super::{
    nearest_point::NearestPoint,
    surfaces::{is_inside, Weight},
    triangle_mesh::TriangleMesh,
};
use crate::math::Vec3;

/// Signed distance of a position from the surfaces, with its gradient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedDistance {
    /// Distance to the nearest surface, in metres; negative inside a solid.
    pub(crate) distance: f32,
    /// Gradient of the distance, a unit vector; zero on a surface.
    pub(crate) outward: Vec3,
    /// Number of the nearest triangle in the BVH.
    pub(crate) triangle: u32,
}

/// Signed distance of a finite position; `None` without triangles.
///
/// `guess` is the number, in the BVH, of a triangle that is probably near. A good guess makes the
/// search faster.
pub(super) fn signed_distance(
    mesh: &TriangleMesh,
    weights: &[Weight],
    place: Vec3,
    guess: u32,
) -> Option<SignedDistance> {
    let guess = guess.min(mesh.ordered.len().checked_sub(1)? as u32);
    let nearest = NearestPoint::to(place, mesh, guess);
    Some(signed(mesh, weights, place, &nearest))
}

/// The same for a position whose nearest triangle is known.
pub(super) fn signed(
    mesh: &TriangleMesh,
    weights: &[Weight],
    place: Vec3,
    nearest: &NearestPoint,
) -> SignedDistance {
    let offset = nearest.offset_to(place, mesh);
    let side = if is_inside(mesh, weights, &place.cast()) {
        -1.0
    } else {
        1.0
    };
    let outward = offset.try_normalize(0.0).unwrap_or_default() * side;
    SignedDistance {
        distance: (offset.norm() * side) as f32,
        outward: outward.cast(),
        triangle: nearest.triangle,
    }
}
