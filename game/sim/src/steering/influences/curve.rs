//! The curve along a path, as points.

use super::InfluenceKind;
use crate::math::{spline, Vec3};

impl InfluenceKind {
    /// The polyline along a [`Path`](Self::Path): its corners, in metres.
    ///
    /// There are eight straight pieces between two points. Empty for other kinds, and for fewer
    /// than two points.
    ///
    /// ```
    /// use flock_sim::{influences::InfluenceKind, Vec3};
    ///
    /// let points = vec![Vec3::zeros(), Vec3::x(), Vec3::y()];
    /// let path = InfluenceKind::Path { points, radius: 1.0, look_ahead: 3.0, is_loop: false };
    /// assert_eq!(path.curve().len(), 17);
    /// assert!((path.curve()[8] - Vec3::x()).norm() < 1e-6);
    /// ```
    pub fn curve(&self) -> Vec<Vec3> {
        match self {
            Self::Path {
                points, is_loop, ..
            } if points.len() >= 2 => {
                let mut corners = Vec::new();
                spline::sample(points, *is_loop, &mut corners);
                corners
                    .iter()
                    .map(|[x, y, z, _]| Vec3::new(*x, *y, *z))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
