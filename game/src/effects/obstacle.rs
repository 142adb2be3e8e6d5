//! The script of a moving obstacle.

use super::{declare::*, placed_obstacle::PlacedObstacleShape, shape::EffectShape};
use flock_sim::obstacles::MovingObstacle;

effect_script! {
    /// A body that the game moves and that boids never pass through: a door, a lift, a shark
    /// without a collider. Colliders on moving bodies need no such script, see
    /// `solids.moving_bodies` of the flock.
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
    /// boids between the two places; boids inside the new place are carried out. A predator or a
    /// leader at the same node gets no velocity from it.
    pub fn put(&mut self) {
        *self.puts = self.puts.wrapping_add(1);
    }
}

impl EffectScript for FlockObstacle {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn surroundings(&self, _: &Graph, _: Handle<Node>, _: &NodeFrame) -> Option<u64> {
        self.shape.surroundings()
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
