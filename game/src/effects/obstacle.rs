//! The script of a moving obstacle.

use super::{declare::*, EffectShape};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    Placement,
};
use std::sync::Arc;

effect_script! {
    /// A body that the game moves and that boids never pass through: a door, a lift, a shark
    /// without a collider. Colliders on moving bodies need no such script, see
    /// `obstacles.moving_bodies` of the flock.
    pub struct FlockObstacle("74a0c5d8-e61f-4b39-a7c2-1f9d83b5e604", "Flock Obstacle") {
        /// Shape of the obstacle. Of a mesh, the convex hull is used.
        pub shape: EffectShape = EffectShape::default();
        /// Largest speed at which the obstacle pushes boids in its way, in m/s. A faster movement
        /// in a frame, over more than half of the obstacle's length, is a teleport, which pushes no
        /// boids between the two places. 0 to 10,000; default 60.
        pub fastest: f32 = MovingObstacle::FASTEST, 0.0..=10_000.0, step 1.0;
        /// Number of calls of [`put`](Self::put).
        #[reflect(hidden)]
        pub puts: u32 = 0_u32;
    }
}

impl FlockObstacle {
    /// Marks the next movement of the node as a teleport, even a short one. A teleport pushes no
    /// boids between the two places; boids inside the new place are carried out. A hunter or a
    /// leader at the same node gets no velocity from it.
    pub fn put(&mut self) {
        *self.puts = self.puts.wrapping_add(1);
    }
}

/// A moving obstacle in world space. Its shape is shared, not copied in each frame.
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

impl EffectScript for FlockObstacle {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let shape = self.shape.obstacle(place)?;
        let placed = |shape| PlacedObstacleShape {
            shape,
            placement: place.frame,
            fastest: *self.fastest,
            puts: place.puts,
            from: None,
        };
        Ok(shape.map(|shape| Effect::Obstacle(placed(shape))))
    }
}
