//! Report on the usable and the dropped triangles.

use super::{triangle::Triangle, Vec3d};
use crate::math::Vec3;

/// Result of [`Geometry::new`](crate::Geometry::new): triangles in use and left out, and closed
/// surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeometryReport {
    /// Number of triangles in use.
    pub triangles: usize,
    /// Number of triangles dropped because their height is below 1e-8 of their longest edge:
    /// points, needles and slivers. A dropped sliver between two other triangles leaves a gap too
    /// narrow for any sphere. An isolated needle is dropped too, as is any other surface without an
    /// area.
    pub degenerate: usize,
    /// Number of triangles dropped because a coordinate is NaN, infinite, or beyond 1e9 m from the
    /// origin.
    pub out_of_range: usize,
    /// Number of triangles left out because an equal one with the same winding precedes them.
    pub duplicates: usize,
    /// Number of closed surfaces whose triangles face outward: their corners run counter-clockwise
    /// seen from outside. No boid is placed inside one, and boids inside a newly placed one are
    /// moved out.
    pub solids: usize,
    /// Number of closed surfaces whose triangles face inward. Boids may be inside and outside of a
    /// room; a room that lies in a solid hollows it out.
    pub rooms: usize,
    /// Number of closed surfaces whose triangles are present in both windings, or are not wound
    /// alike. A flock takes one for a room if the centre of its `spawn.region` lies inside, and for
    /// a solid otherwise.
    pub two_sided: usize,
}

impl GeometryReport {
    /// Number of triangles dropped as unusable. Duplicates are not among them, since their surface
    /// is not missing.
    pub fn dropped(&self) -> usize {
        self.degenerate + self.out_of_range
    }
}

/// Largest coordinate, in metres; keeps areas and volumes of boxes within 32-bit floats.
const MAX_COORDINATE: f32 = 1e9;

/// Usability of each triangle, with the counts of the report.
pub(super) fn usable(triangles: &[[Vec3; 3]]) -> (Vec<bool>, GeometryReport) {
    let mut report = GeometryReport::default();
    let is_usable = triangles
        .iter()
        .map(|triangle| {
            // NaN compares as false.
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
