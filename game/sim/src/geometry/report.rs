//! Which triangles can be used.

use super::{triangle::Triangle, Vec3d};
use crate::Vec3;

/// What became of the triangles given to [`Geometry::new`](crate::Geometry::new).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeometryReport {
    /// Number of triangles in use.
    pub triangles: usize,
    /// Number of triangles dropped because they are thinner than 1e-8 of their longest edge: points, needles and slits. A
    /// slit between two other triangles leaves a gap that no sphere fits through. A needle that stands alone is dropped
    /// too, as is any other surface without an area.
    pub degenerate: usize,
    /// Number of triangles dropped because a coordinate is not a number, infinite, or beyond 1e9 m from the origin.
    pub out_of_range: usize,
    /// Number of triangles left out because the same one, wound the same way, is there already.
    pub copies: usize,
}

impl GeometryReport {
    /// Number of triangles dropped because they cannot be used; copies of those that are there are not missing.
    pub fn dropped(&self) -> usize {
        self.degenerate + self.out_of_range
    }
}

/// Keeps areas and volumes of boxes within 32-bit floats.
const MAX_COORDINATE: f32 = 1e9;

/// Tells of each triangle whether it can be used.
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
