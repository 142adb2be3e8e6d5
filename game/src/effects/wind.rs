//! The script of the wind.

use super::declare::*;
use flock_sim::{
    wind::{Gusts, Turbulence, Wind},
    Vec3,
};

effect_script! {
    /// The wind or the current that carries boids. It blows along the look direction of its node
    /// (+Z), everywhere. A flock has one wind: that of the first such node in the scene.
    pub struct FlockWind("b51e7d94-0c38-4f6a-92d7-e84f3b6a1c09", "Flock Wind") {
        /// Mean speed over ground, in m/s. 0 to 1,000; default 1.
        pub speed: f32 = 1.0, 0.0..=1000.0, step 0.1;
        /// Slow changes of direction and strength, the same everywhere. Default: none.
        pub gusts: Gusts = Gusts::default();
        /// Eddies that differ from place to place. Default: none.
        pub turbulence: Turbulence = Turbulence::default();
    }
}

impl EffectScript for FlockWind {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        Ok(Some(Effect::Wind(Wind {
            velocity: place.frame.rotation * Vec3::z() * *self.speed,
            gusts: *self.gusts,
            turbulence: *self.turbulence,
        })))
    }
}
