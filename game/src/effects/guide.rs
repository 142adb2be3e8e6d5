//! The script of an arrow that guides boids.

use super::{declare::*, strength::Strength};
use flock_sim::{influences::InfluenceKind, Vec3};

effect_script! {
    /// An arrow that guides boids: it starts at its node and points along the node's look direction
    /// (+Z).
    pub struct FlockGuide("c6e2b719-8d04-4a5f-97b3-0f4ad8e15c26", "Flock Guide") {
        /// Length of the arrow, in metres. 0.01 to 10,000; default 5.
        pub length: f32 = 5.0, 0.01..=10000.0, step 0.5;
        /// Strength of the guidance, and how far from the arrow it reaches.
        pub strength: Strength = Strength { reach: 3.0, ..Strength::default() };
    }
}

impl FlockGuide {
    /// The tip of the arrow in the frame of its node, in metres.
    pub fn end(&self) -> Vec3 {
        Vec3::z() * *self.length
    }
}

impl EffectScript for FlockGuide {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let (start, end) = (place.frame.origin, place.point(self.end()));
        let kind = InfluenceKind::Guide { start, end };
        let influence = self.strength.of(kind).with_motion(place.motion_at(start));
        Ok(Some(Effect::Influence(influence)))
    }
}
