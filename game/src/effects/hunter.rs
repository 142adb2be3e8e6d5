//! The script of a hunter that the game moves.

use super::declare::*;
use flock_sim::Hunter;

effect_script! {
    /// A hunter that boids flee from: its node, which the game moves, such as a shark or the player.
    /// Boids flee with the settings *fear* of their flock, and with *panic* it runs through the flock in
    /// waves; both are off at first.
    pub struct FlockHunter("c41e7a90-5f2b-4d68-93a7-08b6e5d1f2c4", "Flock Hunter") {
        /// Factor of its closeness, which begins panic, and of the weight of flight from it. 0 to 100;
        /// default 1.
        pub threat: f32 = 1.0, 0.0..=100.0, step 0.1;
    }
}

/// A hunter at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedHunter {
    pub(crate) hunter: Hunter,
    /// How often the game has put the node elsewhere.
    pub(crate) puts: u32,
}

impl EffectScript for FlockHunter {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let hunter = Hunter {
            threat: *self.threat,
            ..Hunter::new(place.frame.origin, place.velocity)
        };
        Ok(Some(Effect::Hunter(PlacedHunter {
            hunter,
            puts: place.puts,
        })))
    }
}
