//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Predator.

use super::prelude::*;
use fyrox_flock::scripts::FlockPredator;

/// Radius of the sphere that is drawn for a predator, in metres.
const RADIUS: f32 = 0.5;

impl EffectEditor for FlockPredator {
    fn draw(&self, pen: &mut Pen) {
        pen.sphere(RADIUS, DANGER);
    }
}
