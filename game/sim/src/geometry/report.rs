//! Report on the triangles of a geometry: used, and left out.

use super::triangle::Triangle;
use crate::math::{Vec3, Vec3d};

/// Result of [`Geometry::new`](crate::Geometry::new): numbers of triangles in use and left out, and
/// of closed surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeometryReport {
    /// Number of triangles in use.
    pub triangles: usize,
    /// Number of triangles left out because their height is below 1e-8 of their longest edge.
    ///
    /// These are points, needles and slivers. A sliver between two other triangles leaves a gap
    /// that is too narrow for any sphere. An isolated needle is left out too, like any other
    /// surface without an area.
    pub degenerate: usize,
    /// Number of triangles left out because a coordinate is NaN, infinite, or beyond 1e9 m.
    pub out_of_range: usize,
    /// Number of triangles left out because an earlier triangle is equal, with the same winding.
    pub duplicates: usize,
    /// Number of closed surfaces whose triangles face outward: their corners run counter-clockwise
    /// seen from outside.
    ///
    /// No boid is placed inside a solid. If a solid is placed over boids, they are moved out.
    pub solids: usize,
    /// Number of closed surfaces whose triangles face inward. Boids may be inside and outside of a
    /// room. A room inside a solid hollows the solid out.
    pub rooms: usize,
    /// Number of closed surfaces whose triangles are present in both windings, or have inconsistent
    /// winding.
    ///
    /// A flock treats such a surface as a room if the centre of its `spawn.region` lies inside, and
    /// as a solid otherwise.
    pub two_sided: usize,
}

impl GeometryReport {
    /// Number of triangles left out as unusable. Duplicates do not count, because their surface is
    /// not missing.
    pub fn dropped(&self) -> usize {
        self.degenerate + self.out_of_range
    }
}

/// Largest coordinate, in metres. It keeps areas and volumes of boxes within the range of 32-bit
/// floats.
const MAX_COORDINATE: f32 = 1e9;

/// For each triangle true if it is usable, and the counts of the report.
pub(super) fn usable(triangles: &[[Vec3; 3]]) -> (Vec<bool>, GeometryReport) {
    let mut report = GeometryReport::default();
    let is_usable = triangles
        .iter()
        .map(|triangle| {
            // Comparisons with NaN are false.
            let is_in_range = triangle.iter().flatten().all(|x| x.abs() <= MAX_COORDINATE);
            let is_usable = is_in_range && !is_degenerate(triangle);
            report.triangles += usize::from(is_usable);
            report.out_of_range += usize::from(!is_in_range);
            report.degenerate += usize::from(is_in_range && !is_usable);
            is_usable
        })
        .collect();
    (is_usable, report)
}

fn is_degenerate(triangle: &[Vec3; 3]) -> bool {
    Triangle::relative_to(triangle, &Vec3d::zeros()).is_degenerate()
}
