//! The script of a band of altitude.

use super::{declare::*, Strength};
use flock_sim::{AltitudeAbove, InfluenceKind};

effect_script! {
    /// A band of altitude that boids stay in: fish below the water, birds above the roofs. It is level,
    /// however its node is turned, and has no end sideways.
    pub struct FlockAltitudeBand("a3d81c56-94f7-4e02-b6a9-1c50d7e82f3b", "Flock Altitude Band") {
        /// Lowest height, in metres above the node. -10,000 to 10,000; default 0.
        pub lowest: f32 = 0.0, -10000.0..=10000.0, step 0.5;
        /// Largest height, in metres above the node; above `lowest`. -10,000 to 10,000; default 5.
        pub highest: f32 = 5.0, -10000.0..=10000.0, step 0.5;
        /// Heights are those above the ground below each boid, wherever the node is; where there is no
        /// ground, boids are free. Default: off.
        pub above_ground: bool = false;
        /// How strongly boids are led back, and within which distance from a limit it begins.
        pub strength: Strength = Strength { reach: 1.0, ..Strength::default() };
    }
}

impl EffectScript for FlockAltitudeBand {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let (zero, above) = if *self.above_ground {
            (0.0, AltitudeAbove::Ground)
        } else {
            (place.frame.origin.y, AltitudeAbove::Level)
        };
        let kind = InfluenceKind::AltitudeBand {
            lowest: zero + *self.lowest,
            highest: zero + *self.highest,
            above,
        };
        Ok(Some(Effect::Influence(self.strength.of(kind))))
    }
}
