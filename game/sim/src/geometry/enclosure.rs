//! Test whether triangles enclose a volume.

use super::{
    bvh::SegmentQuery, cross_segment_triangle::cross_segment_triangle, edges::open_edges, Geometry,
    SidedGeometry,
};
use crate::math::{Vec3, Vec3d};
use rayon::prelude::*;
use std::{ops::ControlFlow, sync::Arc};

/// Enlargement of boxes that are tested in 32-bit floats, as a share of the largest coordinate.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Why triangles do not enclose a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoEnclosure {
    /// Number of edges that belong to an odd number of triangles.
    Open(usize),
    /// Number of triangles that touch a triangle with which they share no corner.
    Intersecting(usize),
    /// There are no triangles, or they enclose nothing.
    Empty,
}

impl SidedGeometry {
    /// The volume that a closed mesh encloses, as a solid, with any winding of its triangles.
    pub(crate) fn enclosed_by(triangles: &[[Vec3; 3]]) -> Result<Self, NoEnclosure> {
        let open = open_edges(triangles);
        if open > 0 {
            return Err(NoEnclosure::Open(open));
        }
        let mut geometry = Geometry::new(triangles).0;
        let is_turned = geometry.surfaces.rooms_in_no_solid();
        if is_turned.contains(&true) {
            let all = geometry.mesh.ordered.iter().zip(&geometry.mesh.surface_of);
            let turned = all.map(|(&[a, b, c], surface)| {
                if is_turned[*surface as usize] {
                    [a, c, b]
                } else {
                    [a, b, c]
                }
            });
            geometry = Geometry::new(&turned.collect::<Vec<_>>()).0;
        }
        if geometry.mesh.surface_of.is_empty() || geometry.mesh.surface_of.contains(&0) {
            return Err(NoEnclosure::Empty);
        }
        match geometry.intersecting() {
            // Without a centre, two-sided surfaces are solids.
            0 => Ok(Self::new(Arc::new(geometry), Vec3::repeat(f32::NAN))),
            count => Err(NoEnclosure::Intersecting(count)),
        }
    }
}

impl Geometry {
    /// Number of triangles with an edge that touches another triangle without a common corner.
    fn intersecting(&self) -> usize {
        let triangles = self.mesh.ordered.par_iter();
        triangles.filter(|it| self.meets_another(it)).count()
    }

    fn meets_another(&self, triangle: &[Vec3; 3]) -> bool {
        let [a, b, c] = *triangle;
        [(a, b), (b, c), (c, a)].into_iter().any(|(from, to)| {
            let (start, end): (Vec3d, Vec3d) = (from.cast(), to.cast());
            let reach = f32::MIN_POSITIVE + ROUNDING * from.amax().max(to.amax());
            let segment = SegmentQuery::new(from, to - from, reach);
            let mut meets = false;
            self.mesh.bvh.for_each(&segment, |index| {
                let other = &self.mesh.ordered[index as usize];
                let is_joined = other.iter().any(|corner| triangle.contains(corner));
                let vertices = other.map(|vertex| vertex.cast() - start);
                meets = !is_joined && cross_segment_triangle(&(end - start), &vertices);
                if meets {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            meets
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    fn enclosed(triangles: &[[Vec3; 3]]) -> Result<f32, NoEnclosure> {
        let volume = SidedGeometry::enclosed_by(triangles)?;
        Ok(volume.signed_distance(Vec3::zeros(), 0).unwrap().distance)
    }

    #[test]
    fn closed_meshes_enclose_their_inside_however_they_are_wound() {
        let cube = shapes::cuboid(Vec3::repeat(2.0));
        assert_eq!(enclosed(&cube), Ok(-2.0));
        let turned: Vec<_> = cube.iter().map(|&[a, b, c]| [a, c, b]).collect();
        assert_eq!(enclosed(&turned), Ok(-2.0));
        let mut mixed = cube.clone();
        mixed[3].swap(0, 1);
        assert_eq!(enclosed(&mixed), Ok(-2.0));
        // Two parts, one of them with reversed winding.
        let beside = |x: f32| {
            let moved = cube.iter();
            moved.map(move |it| it.map(|corner| corner + Vec3::x() * x))
        };
        let turned = beside(-5.0).map(|[a, b, c]| [a, c, b]);
        let parts: Vec<_> = beside(5.0).chain(turned).collect();
        let volume = SidedGeometry::enclosed_by(&parts).unwrap();
        for x in [-5.0, 5.0] {
            let inside = volume.signed_distance(Vec3::x() * x, 0).unwrap();
            assert_eq!(inside.distance, -2.0);
        }
        // A hollow body: the space within its inner wall is outside.
        let inner = shapes::cuboid(Vec3::repeat(1.0)).into_iter();
        let inner: Vec<_> = inner.map(|[a, b, c]| [a, c, b]).collect();
        assert_eq!(enclosed(&[cube, inner].concat()), Ok(1.0));
    }

    #[test]
    fn others_are_refused_with_the_reason() {
        let cube = shapes::cuboid(Vec3::repeat(2.0));
        assert_eq!(enclosed(&cube[1..]), Err(NoEnclosure::Open(3)));
        assert_eq!(enclosed(&cube[2..]), Err(NoEnclosure::Open(4)));
        assert_eq!(enclosed(&[]), Err(NoEnclosure::Empty));
        let [a, b, c] = cube[0];
        assert_eq!(enclosed(&[[a, b, c], [a, c, b]]), Err(NoEnclosure::Empty));
        let moved = cube
            .iter()
            .map(|it| it.map(|v| v + Vec3::new(1.0, 1.1, 1.2)));
        let both: Vec<_> = cube.iter().copied().chain(moved).collect();
        assert!(matches!(enclosed(&both), Err(NoEnclosure::Intersecting(count)) if count > 4));
    }
}
