//! The script of a point that attracts boids.

use super::{declare::*, strength::Strength};
use flock_sim::influences::{Influence, InfluenceKind};

effect_script! {
    /// A point that attracts boids: the position of its node.
    pub struct FlockTarget("1d7c9e43-a0b5-4f28-8c6e-93f1d27b5a80", "Flock Target") {
        /// Distance at which boids begin to slow down, in metres. 0: boids fly through the point. 0
        /// to 10,000; default 2.
        pub slowing: f32 = 2.0, 0.0..=10000.0, step 0.1;
        /// Boids find the shortest way through the level, around walls and through passages, and
        /// the distance is measured along it. The flock's `way_finding` says how. Default: off,
        /// straight.
        pub finds_way: bool = false;
        /// Strength of the attraction, and how far it reaches.
        pub strength: Strength = Strength::default();
    }
}

impl EffectScript for FlockTarget {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let point = place.frame.origin;
        let slowing = *self.slowing;
        let kind = InfluenceKind::Target { point, slowing };
        let influence = Influence {
            finds_way: *self.finds_way,
            ..self.strength.of(kind).with_motion(place.motion_of(point))
        };
        Ok(Some(Effect::Influence(influence)))
    }
}
