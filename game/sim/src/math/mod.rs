//! Numbers without any meaning for a flock: vectors, lanes of vectors, frames, random directions.

pub(crate) mod disjoint_sets;
pub(crate) mod frame;
pub(crate) mod lanes;
pub(crate) mod orientation;
pub(crate) mod prefetch;
pub(crate) mod random;
pub(crate) mod simd;
pub(crate) mod vector;

/// A vector of three `f32`, the engine's own type.
pub type Vec3 = nalgebra::Vector3<f32>;

/// A vector of three `f64`, for geometry and for sums over a whole flock.
pub(crate) type Vec3d = nalgebra::Vector3<f64>;
