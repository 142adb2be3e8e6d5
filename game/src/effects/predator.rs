//! The script of a predator that the game moves.

use super::{declare::*, placed_predator::PlacedPredator};
use flock_sim::threats::Predator;

effect_script! {
    /// A predator that boids flee from, such as a shark or the player: the game moves its node. The
    /// group *fear* of a flock sets how its boids flee; with the group *panic*, fright spreads
    /// through the flock in waves. Both groups are off by default.
    pub struct FlockPredator("c41e7a90-5f2b-4d68-93a7-08b6e5d1f2c4", "Flock Predator") {
        /// How threatening the predator is: a factor of its closeness, which triggers panic, and of
        /// the weight of the flight from it. 0 to 100; default 1.
        pub threat: f32 = 1.0, 0.0..=100.0, step 0.1;
    }
}

impl EffectScript for FlockPredator {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let predator = Predator {
            threat: *self.threat,
            ..Predator::new(place.frame.origin, place.velocity)
        };
        Ok(Some(Effect::Predator(PlacedPredator {
            predator,
            puts: place.puts,
        })))
    }
}
