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
    pub not_finite: usize,
}

impl GeometryReport {
    /// Number of triangles dropped for any reason.
    pub fn dropped(&self) -> usize {
        self.degenerate + self.not_finite
    }
}

/// Keeps areas and volumes of boxes within 32-bit floats.
const MAX_COORDINATE: f32 = 1e9;

/// The triangles that can be used, in the order given.
pub(super) fn usable(triangles: &[[Vec3; 3]]) -> (Vec<[Vec3; 3]>, GeometryReport) {
    let mut report = GeometryReport::default();
    let mut kept = Vec::with_capacity(triangles.len());
    for triangle in triangles {
        let mut coordinates = triangle.iter().flatten();
        // NaN compares as false and is dropped as well.
        if !coordinates.all(|x| x.abs() <= MAX_COORDINATE) {
            report.not_finite += 1;
        } else if Triangle::relative_to(triangle, &Vec3d::zeros()).is_degenerate() {
            report.degenerate += 1;
        } else {
            kept.push(*triangle);
        }
    }
    report.triangles = kept.len();
    (kept, report)
}
