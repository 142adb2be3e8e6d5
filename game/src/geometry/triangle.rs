//! A triangle, and the transform of its corners.

use flock_sim::Vec3;
use fyrox::core::algebra::{Matrix4, Point3};

/// The corners of one triangle.
pub(super) type Corners = [Vec3; 3];

/// Transforms a point.
#[inline]
pub(super) fn transform(pose: &Matrix4<f32>, point: Vec3) -> Vec3 {
    pose.transform_point(&Point3::from(point)).coords
}
