//! flock-sim
#![deny(missing_docs)]
mod geometry;
mod settings;
pub use geometry::{shapes, Contact, Geometry, GeometryReport};
pub use settings::*;
/// A vector of three numbers, as in the engine.
pub type Vec3 = nalgebra::Vector3<f32>;
