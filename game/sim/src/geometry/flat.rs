//! Geometry as plain arrays for upload to the GPU.

use super::{
    bvh::{Bvh, FlatNode},
    subdivide::subdivide,
    triangle_mesh::permuted,
    SidedGeometry,
};
use crate::math::Vec3;

/// Geometry as plain arrays.
pub(crate) struct Flat {
    pub(crate) nodes: Vec<FlatNode>,
    /// Triangles in the order of the nodes' numbers.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    /// Weight of the surface of each triangle. A position is inside a solid if the sum of the
    /// weights of the triangles through which a ray leaves, minus the sum for the triangles through
    /// which it enters, is above 0.
    pub(crate) weights: Vec<i8>,
}

impl SidedGeometry {
    /// The arrays of the same surfaces.
    ///
    /// Triangles with a side longer than `longest_side`, in metres, are subdivided; the limit is
    /// raised if there would be too many pieces. The corners of the pieces are rounded.
    pub(crate) fn flat(&self, longest_side: f32) -> Flat {
        let weight = |surface: &u32| self.weights()[*surface as usize];
        let weights: Vec<i8> = self.mesh.surface_of.iter().map(weight).collect();
        let Some((triangles, parents)) = subdivide(&self.mesh.ordered, longest_side) else {
            return Flat {
                nodes: self.mesh.bvh.flat(),
                triangles: self.mesh.ordered.clone(),
                weights,
            };
        };
        let bvh = Bvh::new(&triangles);
        let weights = permuted(&weights, &permuted(&parents, bvh.order()));
        Flat {
            nodes: bvh.flat(),
            triangles: permuted(&triangles, bvh.order()),
            weights,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{shapes, Geometry};

    #[test]
    fn what_is_small_enough_is_left_as_it_is() {
        let geometry = Geometry::new(&shapes::ball(1.0, 3)).0;
        let flat = SidedGeometry::from(&geometry).flat(2.0);
        assert_eq!(flat.triangles, geometry.mesh.ordered);
        assert_eq!(flat.nodes, geometry.mesh.bvh.flat());
        let nothing = SidedGeometry::from(&Geometry::empty()).flat(2.0);
        assert!(nothing.nodes.is_empty() && nothing.triangles.is_empty());
    }

    #[test]
    fn pieces_belong_to_closed_surfaces_as_the_whole_did() {
        let mut triangles = shapes::cuboid(Vec3::new(9.0, 5.0, 7.0));
        triangles.push([Vec3::zeros(), 9.0 * Vec3::x(), 9.0 * Vec3::y()]);
        let flat = SidedGeometry::from(&Geometry::new(&triangles).0).flat(2.0);
        let all = flat.triangles.iter().zip(&flat.weights);
        let mut open_area = 0.0;
        for ([a, b, c], weight) in all {
            let area = 0.5 * (b - a).cross(&(c - a)).norm();
            open_area += if *weight == 1 { 0.0 } else { area };
        }
        assert!((open_area - 40.5).abs() < 1e-3, "{open_area}");
        assert!(flat.triangles.len() > 300);
    }
}
