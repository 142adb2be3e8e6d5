//! The script of a moving obstacle.

use super::{declare::*, EffectShape};
use flock_sim::{MovingObstacle, ObstacleShape, Placement};
use std::sync::Arc;

effect_script! {
    /// A body that the game moves and that boids never pass through: a door, a lift, a shark without
    /// a collider. Colliders on bodies that move are obstacles without it, see `obstacles.moving_bodies`
    /// of the flock.
    pub struct FlockObstacle("74a0c5d8-e61f-4b39-a7c2-1f9d83b5e604", "Flock Obstacle") {
        /// Its shape; the convex hull of a mesh.
        pub shape: EffectShape = EffectShape::default();
        /// Speed up to which it pushes the boids on its way, in m/s. If it goes farther in a frame, by more
        /// than half of its length, it was put there, and pushes none between. 0 to 10,000; default 60.
        pub fastest: f32 = MovingObstacle::FASTEST, 0.0..=10_000.0, step 1.0;
        /// Number of calls of [`put`](Self::put).
        #[reflect(hidden)]
        pub puts: u32 = 0_u32;
    }
}

impl FlockObstacle {
    /// Says that the game puts the node elsewhere, also near by: the next change of its place pushes no boids
    /// between, and those where it is put are carried out. A hunter or a leader at the same node has no velocity
    /// from it.
    pub fn put(&mut self) {
        *self.puts = self.puts.wrapping_add(1);
    }
}

/// A moving obstacle whose shape is not copied in each frame.
#[derive(Clone, Debug)]
pub(crate) struct PlacedObstacleShape {
    pub(crate) shape: Arc<ObstacleShape>,
    pub(crate) placement: Placement,
    /// Speed up to which it is taken to have moved between two frames, in m/s.
    pub(crate) fastest: f32,
    /// How often the game has put the node elsewhere.
    pub(crate) puts: u32,
    /// Where it begins to move in this frame, if it is new.
    pub(crate) from: Option<Placement>,
}

impl PlacedObstacleShape {
    /// True if the body was put where it is in `to` in a frame of so many seconds, and has not moved there.
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

    /// The obstacle as a flock that was saved has it. `puts` is how often its node had been put elsewhere
    /// then; `None` if the game may have put it elsewhere since.
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
