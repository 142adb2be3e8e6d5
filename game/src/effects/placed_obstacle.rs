//! A moving obstacle in the coordinates of a flock.

use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    Placement,
};
use std::sync::Arc;

/// A moving obstacle in the coordinates of a flock. Its shape is shared, not copied in each frame.
#[derive(Clone, Debug)]
pub(crate) struct PlacedObstacleShape {
    pub(crate) shape: Arc<ObstacleShape>,
    pub(crate) placement: Placement,
    /// Largest speed of a movement between two frames, in m/s; a faster one is a teleport.
    pub(crate) fastest: f32,
    /// Number of teleports of the node.
    pub(crate) puts: u32,
    /// Start of the sweep in this frame, if the obstacle is new.
    pub(crate) from: Option<Placement>,
}

impl PlacedObstacleShape {
    /// True if the change of place to `to` in a frame of `seconds` seconds is a teleport.
    pub(crate) fn is_put(&self, to: &Self, seconds: f32) -> bool {
        let fastest = self.fastest.max(to.fastest);
        let is_far = || {
            self.shape
                .is_put(&self.placement, &to.placement, seconds, fastest)
        };
        self.puts != to.puts || is_far()
    }

    pub(crate) fn obstacle(&self) -> MovingObstacle {
        MovingObstacle {
            shape: (*self.shape).clone(),
            placement: self.placement,
        }
    }

    /// The obstacle with the values that a saved flock has. `puts`: the number of teleports when
    /// the flock was saved; `None` if the node may have been teleported since.
    pub(crate) fn saved_as(
        &self,
        shape: &ObstacleShape,
        placement: &Placement,
        puts: Option<u32>,
    ) -> Self {
        let is_elsewhere = self.placement != *placement;
        Self {
            shape: if *self.shape == *shape {
                self.shape.clone()
            } else {
                Arc::new(shape.clone())
            },
            placement: *placement,
            puts: puts.unwrap_or_else(|| self.puts.wrapping_add(is_elsewhere.into())),
            ..*self
        }
    }

    pub(crate) fn has_shape_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shape, &other.shape) || self.shape == other.shape
    }
}

impl PartialEq for PlacedObstacleShape {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement && self.has_shape_of(other)
    }
}
