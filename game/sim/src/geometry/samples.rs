//! Random input of property tests.

use crate::math::Vec3;
use proptest::prelude::*;

/// A vector with components below `size`, in either direction.
pub(crate) fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from)
}
