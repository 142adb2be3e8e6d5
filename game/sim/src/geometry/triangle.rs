//! Triangle in the narrow phase: in float64, with coordinates relative to the start of the query.

use crate::math::{Vec3, Vec3d};

/// Triangle with coordinates relative to the query's start. In this frame the error in float64 is
/// near 1e-16 of the distances that matter, however far the query is from the world's origin.
pub(crate) struct Triangle {
    vertices: [Vec3d; 3],
    /// Vectors from each vertex to the next, computed from the original vertices, so that a distant
    /// origin does not round them.
    edges: [Vec3d; 3],
    /// Normal vector, whose length is twice the area.
    normal: Vec3d,
    normal_squared: f64,
}

impl Triangle {
    /// Triangle relative to `origin`.
    #[inline(always)]
    pub(crate) fn relative_to(vertices: &[Vec3; 3], origin: &Vec3d) -> Self {
        let [a, b, c] = vertices.map(|vertex| vertex.cast::<f64>());
        let edges = [b - a, c - b, a - c];
        let normal = edges[0].cross(&edges[1]);
        Self {
            vertices: [a - origin, b - origin, c - origin],
            edges,
            normal,
            normal_squared: normal.norm_squared(),
        }
    }

    /// True if the triangle is too thin for a reliable normal: its height is below 1e-8 of its
    /// longest edge, a tenth of the resolution of 32-bit floats at that length.
    pub(super) fn is_degenerate(&self) -> bool {
        let longest_squared = self
            .edges
            .map(|edge| edge.norm_squared())
            .into_iter()
            .fold(0.0, f64::max);
        // Twice the area equals the height times the longest edge.
        self.normal_squared.sqrt() <= 1e-8 * longest_squared
    }

    pub(super) fn center(&self) -> Vec3d {
        let [a, b, c] = &self.vertices;
        (a + b + c) / 3.0
    }

    /// Distance of the triangle from the origin.
    #[inline(always)]
    pub(super) fn distance_from_origin(&self) -> f64 {
        self.offset_to(&Vec3d::zeros()).norm()
    }

    /// Vector to `point` from the nearest point of the triangle. Its length is the distance.
    #[inline(always)]
    pub(crate) fn offset_to(&self, point: &Vec3d) -> Vec3d {
        let mut nearest = None;
        for (start, edge) in self.vertices.iter().zip(&self.edges) {
            let from_start = point - start;
            // Only an edge with the point on its outer side, seen along the normal, can contain the
            // nearest point.
            if self.normal.dot(&edge.cross(&from_start)) < 0.0 {
                let along = (from_start.dot(edge) / edge.norm_squared()).clamp(0.0, 1.0);
                let offset = from_start - edge * along;
                let distance_squared = offset.norm_squared();
                if nearest.is_none_or(|(_, least)| distance_squared < least) {
                    nearest = Some((offset, distance_squared));
                }
            }
        }
        match nearest {
            Some((offset, _)) => offset,
            None => {
                let height = self.normal.dot(&(point - self.vertices[0]));
                self.normal * (height / self.normal_squared)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> Triangle {
        let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 3.0, 0.0]].map(Vec3::from);
        Triangle::relative_to(&vertices, &Vec3d::zeros())
    }

    #[track_caller]
    fn assert_offset(point: [f64; 3], expected: [f64; 3]) {
        let offset = triangle().offset_to(&point.into());
        assert!((offset - Vec3d::from(expected)).norm() < 1e-12, "{offset}");
    }

    #[test]
    fn the_nearest_point_may_be_on_the_face_an_edge_or_a_corner() {
        assert_offset([1.0, 1.0, 2.0], [0.0, 0.0, 2.0]);
        assert_offset([1.0, 1.0, -2.0], [0.0, 0.0, -2.0]);
        assert_offset([1.0, -2.0, 1.0], [0.0, -2.0, 1.0]);
        // The long edge lies on 3 x + 4 y = 12.
        assert_offset([2.0 + 3.0, 1.5 + 4.0, 0.0], [3.0, 4.0, 0.0]);
        assert_offset([-1.0, -2.0, 3.0], [-1.0, -2.0, 3.0]);
        assert_offset([7.0, -1.0, 0.0], [3.0, -1.0, 0.0]);
        assert_offset([1.0, 1.0, 0.0], [0.0, 0.0, 0.0]);
    }

    #[test]
    fn beyond_an_obtuse_corner_the_nearest_point_may_be_on_the_next_edge() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-5.0, 1.0, 0.0]].map(Vec3::from);
        let triangle = Triangle::relative_to(&vertices, &Vec3d::zeros());
        let offset = triangle.offset_to(&Vec3d::new(-1.0, -0.8, 0.0));
        let on_edge = Vec3d::new(-1.0, -0.8, 0.0) - offset;
        assert!(
            (on_edge.y + 0.2 * on_edge.x).abs() < 1e-12 && on_edge.x < 0.0,
            "{on_edge}"
        );
    }
}
