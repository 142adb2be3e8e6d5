//! The geometry as plain arrays, for a graphics card.

use super::{
    bvh::{Bvh, FlatNode},
    cut::cut,
    permuted, Geometry,
};
use crate::Vec3;

/// A geometry as plain arrays.
pub(crate) struct Flat {
    pub(crate) nodes: Vec<FlatNode>,
    /// In the order in which the nodes number them.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    /// Of each triangle, whether it belongs to a closed surface.
    pub(crate) is_closed: Vec<bool>,
}

impl Geometry {
    /// The same surfaces. Triangles with a side longer than this are cut into pieces, unless those became too many; the
    /// corners of pieces are rounded.
    pub(crate) fn flat(&self, longest_side: f32) -> Flat {
        let Some((triangles, whole)) = cut(&self.ordered, longest_side) else {
            return Flat {
                nodes: self.bvh.flat(),
                triangles: self.ordered.clone(),
                is_closed: self.is_closed.clone(),
            };
        };
        let bvh = Bvh::new(&triangles);
        let is_closed = permuted(&self.is_closed, &permuted(&whole, bvh.order()));
        Flat {
            nodes: bvh.flat(),
            triangles: permuted(&triangles, bvh.order()),
            is_closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    #[test]
    fn what_is_small_enough_is_left_as_it_is() {
        let geometry = Geometry::new(&shapes::ball(1.0, 3)).0;
        let flat = geometry.flat(2.0);
        assert_eq!(flat.triangles, geometry.ordered);
        assert_eq!(flat.nodes, geometry.bvh.flat());
        let nothing = Geometry::empty().flat(2.0);
        assert!(nothing.nodes.is_empty() && nothing.triangles.is_empty());
    }

    #[test]
    fn pieces_belong_to_closed_surfaces_as_the_whole_did() {
        let mut triangles = shapes::cuboid(Vec3::new(9.0, 5.0, 7.0));
        triangles.push([Vec3::zeros(), 9.0 * Vec3::x(), 9.0 * Vec3::y()]);
        let flat = Geometry::new(&triangles).0.flat(2.0);
        let all = flat.triangles.iter().zip(&flat.is_closed);
        let mut open_area = 0.0;
        for ([a, b, c], is_closed) in all {
            let area = 0.5 * (b - a).cross(&(c - a)).norm();
            open_area += if *is_closed { 0.0 } else { area };
        }
        assert!((open_area - 40.5).abs() < 1e-3, "{open_area}");
        assert!(flat.triangles.len() > 300);
    }
}
