//! An obstacle at its place in the world.

use super::obstacle_shape::ObstacleShape;
use fyrox::core::algebra::Matrix4;
use std::sync::Arc;

/// The shape of an obstacle and its pose in world space.
#[derive(Clone)]
pub(crate) struct PlacedObstacle {
    pub(super) shape: Arc<ObstacleShape>,
    pub(super) pose: Matrix4<f32>,
}
