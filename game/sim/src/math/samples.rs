//! Random input of property tests.

use super::Vec3;
use proptest::prelude::*;

/// A vector with components up to `size`, in either direction.
pub(crate) fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    vector_within([size; 3])
}

/// A vector with components up to these, in either direction.
pub(crate) fn vector_within(sizes: [f32; 3]) -> impl Strategy<Value = Vec3> {
    sizes.map(|size| -size..=size).prop_map(Vec3::from)
}
