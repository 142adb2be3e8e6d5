//! A solid at its place in the world.

use super::solid_shape::SolidShape;
use fyrox::core::algebra::Matrix4;
use std::sync::Arc;

/// The shape of a solid and its pose in the coordinates of the geometry.
#[derive(Clone)]
pub(crate) struct PlacedSolid {
    pub(super) shape: Arc<SolidShape>,
    pub(super) pose: Matrix4<f32>,
}
