//! Random input of property tests.

use super::Vec3;
use proptest::prelude::*;

/// A vector whose components lie between `-size` and `size`.
pub(crate) fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    vector_within([size; 3])
}

/// A vector whose components lie between minus and plus the given sizes.
pub(crate) fn vector_within(sizes: [f32; 3]) -> impl Strategy<Value = Vec3> {
    sizes.map(|size| -size..=size).prop_map(Vec3::from)
}
