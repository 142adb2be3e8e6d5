//! The script of a band of altitude.

use super::{declare::*, strength::Strength};
use flock_sim::{
    influences::{AltitudeAbove, InfluenceKind, InfluenceMotion},
    Vec3,
};

effect_script! {
    /// A band of altitude that boids stay in: fish below the water, birds above the roofs. The band
    /// is horizontal whatever the rotation of its node, and unlimited sideways.
    pub struct FlockAltitudeBand("a3d81c56-94f7-4e02-b6a9-1c50d7e82f3b", "Flock Altitude Band") {
        /// Lower limit, in metres above the node. -10,000 to 10,000; default 0.
        pub lowest: f32 = 0.0, -10000.0..=10000.0, step 0.5;
        /// Upper limit, in metres above the node; above `lowest`. -10,000 to 10,000; default 5.
        pub highest: f32 = 5.0, -10000.0..=10000.0, step 0.5;
        /// Heights are measured from the ground below each boid instead of from the node. The band
        /// has no effect where there is no ground. Default: off.
        pub above_ground: bool = false;
        /// Strength of the steering back into the band, and the distance from a limit at which it
        /// begins.
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
        // The band stays horizontal, and heights above the ground do not move with the node.
        let motion = if *self.above_ground {
            InfluenceMotion::default()
        } else {
            InfluenceMotion {
                velocity: Vec3::y() * place.motion.velocity.y,
                ..InfluenceMotion::default()
            }
        };
        let influence = self.strength.of(kind).with_motion(motion);
        Ok(Some(Effect::Influence(influence)))
    }
}
