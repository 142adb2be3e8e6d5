//! Geometry as plain arrays for upload to the GPU.

use super::{
    bvh::{Bvh, FlatNode},
    subdivide::subdivide,
    triangle_mesh::{permuted, TriangleMesh},
};
use crate::math::Vec3;
use std::sync::atomic::{AtomicBool, Ordering};

/// Triangles with longer sides, in metres, are subdivided. With corners this near, a sphere comes
/// nearer than its radius by at most two hundredths of a millimetre. A body that slides within the
/// permitted approach meets the edge of the next piece before its face, with a normal that is
/// tilted by up to sqrt(2 * approach / radius).
pub(super) const LONGEST_SIDE: f32 = 8.0;

/// True if [`Geometry::prepare`](super::Geometry::prepare) makes the pieces too.
static ARE_PREPARED: AtomicBool = AtomicBool::new(false);

/// From now on, [`Geometry::prepare`](super::Geometry::prepare) makes the pieces too: there is a GPU
/// that needs them.
pub(crate) fn prepare_pieces() {
    ARE_PREPARED.store(true, Ordering::Relaxed);
}

pub(super) fn are_prepared() -> bool {
    ARE_PREPARED.load(Ordering::Relaxed)
}

/// Triangles of at most a certain size with the same surfaces as a geometry, as plain arrays.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) nodes: Vec<FlatNode>,
    /// Triangles in the order of the nodes' numbers.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    /// The surface of each triangle.
    surfaces: Vec<u32>,
}

impl Pieces {
    /// Triangles with a side longer than `longest_side`, in metres, are subdivided; the limit is
    /// raised if there would be too many pieces. The corners of the pieces are rounded.
    pub(super) fn new(mesh: &TriangleMesh, longest_side: f32) -> Self {
        let Some((triangles, parents)) = subdivide(&mesh.ordered, longest_side) else {
            return Self {
                nodes: mesh.bvh.flat(),
                triangles: mesh.ordered.clone(),
                surfaces: mesh.surface_of.clone(),
            };
        };
        let bvh = Bvh::new(&triangles);
        Self {
            nodes: bvh.flat(),
            triangles: permuted(&triangles, bvh.order()),
            surfaces: permuted(&mesh.surface_of, &permuted(&parents, bvh.order())),
        }
    }

    /// Weight of the surface of each triangle, by the weights of the surfaces. A position is inside a
    /// solid if the sum of the weights of the triangles through which a ray leaves, minus the sum for
    /// the triangles through which it enters, is above 0.
    pub(crate) fn weights(&self, of_surfaces: &[i8]) -> Vec<i8> {
        let surfaces = self.surfaces.iter();
        surfaces
            .map(|surface| of_surfaces[*surface as usize])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{shapes, Geometry, SidedGeometry};

    #[test]
    fn what_is_small_enough_is_left_as_it_is() {
        let geometry = Geometry::new(&shapes::ball(1.0, 3)).0;
        let pieces = Pieces::new(&geometry.mesh, 2.0);
        assert_eq!(pieces.triangles, geometry.mesh.ordered);
        assert_eq!(pieces.nodes, geometry.mesh.bvh.flat());
        let nothing = Pieces::new(&Geometry::empty().mesh, 2.0);
        assert!(nothing.nodes.is_empty() && nothing.triangles.is_empty());
    }

    #[test]
    fn pieces_belong_to_closed_surfaces_as_the_whole_did() {
        let mut triangles = shapes::cuboid(Vec3::new(9.0, 5.0, 7.0));
        triangles.push([Vec3::zeros(), 9.0 * Vec3::x(), 9.0 * Vec3::y()]);
        let geometry = SidedGeometry::from(&Geometry::new(&triangles).0);
        let pieces = Pieces::new(&geometry.mesh, 2.0);
        let weights = pieces.weights(geometry.weights());
        let all = pieces.triangles.iter().zip(&weights);
        let mut open_area = 0.0;
        for ([a, b, c], weight) in all {
            let area = 0.5 * (b - a).cross(&(c - a)).norm();
            open_area += if *weight == 1 { 0.0 } else { area };
        }
        assert!((open_area - 40.5).abs() < 1e-3, "{open_area}");
        assert!(pieces.triangles.len() > 300);
    }
}
