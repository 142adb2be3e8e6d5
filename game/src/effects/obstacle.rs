//! The script of a moving obstacle.

use super::{declare::*, EffectShape, PlacedObstacleShape};
use flock_sim::MovingObstacle;

effect_script! {
    /// A body that the game moves and that boids never pass through: a door, a lift, a shark without
    /// a collider. Colliders on bodies that move are obstacles without it, see `obstacles.moving_bodies`
    /// of the flock.
    pub struct FlockObstacle("74a0c5d8-e61f-4b39-a7c2-1f9d83b5e604") {
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
