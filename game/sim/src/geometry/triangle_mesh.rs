//! The triangles of a geometry, arranged for queries.

use super::bvh::Bvh;
use crate::math::Vec3;

/// Triangles with the BVH over them.
#[derive(Clone, Default)]
pub(super) struct TriangleMesh {
    /// The triangles in the order in which they were given.
    pub(super) triangles: Vec<[Vec3; 3]>,
    pub(super) bvh: Bvh,
    /// The triangles in the order of the BVH: triangles of one node are adjacent in memory.
    /// Triangles of two-sided closed surfaces are wound so that the surface faces outward.
    pub(super) ordered: Vec<[Vec3; 3]>,
    /// Number of the closed surface of each triangle in the order of the BVH; 0 if it belongs to
    /// none.
    pub(super) surface_of: Vec<u32>,
}

impl TriangleMesh {
    /// Mesh of usable triangles.
    ///
    /// `surface_of` is the number of the closed surface of each triangle. `is_reversed` is true for
    /// each triangle whose winding must be reversed for its surface to face outward.
    pub(super) fn new(triangles: Vec<[Vec3; 3]>, surface_of: &[u32], is_reversed: &[bool]) -> Self {
        let bvh = Bvh::new(&triangles);
        let mut ordered = permuted(&triangles, bvh.order());
        let is_reversed = permuted(is_reversed, bvh.order());
        for (triangle, is_reversed) in ordered.iter_mut().zip(is_reversed) {
            if is_reversed {
                triangle.swap(1, 2);
            }
        }
        Self {
            ordered,
            surface_of: permuted(surface_of, bvh.order()),
            triangles,
            bvh,
        }
    }

    /// Mesh of usable triangles that belong to no closed surface.
    pub(super) fn without_surfaces(triangles: Vec<[Vec3; 3]>) -> Self {
        let bvh = Bvh::new(&triangles);
        Self {
            ordered: permuted(&triangles, bvh.order()),
            surface_of: vec![0; triangles.len()],
            triangles,
            bvh,
        }
    }
}

/// The items in another order, given by their indices.
pub(super) fn permuted<T: Copy>(all: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|index| all[*index as usize]).collect()
}
