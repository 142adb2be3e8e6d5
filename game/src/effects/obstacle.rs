//! The script of a moving obstacle.

use super::{declare::*, EffectShape, PlacedObstacleShape};

effect_script! {
    /// A body that the game moves and that boids never pass through: a door, a lift, a shark without
    /// a collider. Colliders on bodies that move are obstacles without it, see `obstacles.moving_bodies`
    /// of the flock.
    pub struct FlockObstacle("74a0c5d8-e61f-4b39-a7c2-1f9d83b5e604") {
        /// Its shape; the convex hull of a mesh.
        pub shape: EffectShape = EffectShape::default();
    }
}

impl EffectScript for FlockObstacle {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let shape = self.shape.obstacle(place)?;
        let placement = place.frame;
        let placed = |shape| Effect::Obstacle(PlacedObstacleShape { shape, placement });
        Ok(shape.map(placed))
    }
}
