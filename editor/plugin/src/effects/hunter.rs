//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Hunter.

use super::prelude::*;
use fyrox_flock::scripts::FlockHunter;

/// Radius of the sphere that is drawn for a hunter, in metres.
const RADIUS: f32 = 0.5;

impl EffectEditor for FlockHunter {
    fn draw(&self, pen: &mut Pen) {
        pen.sphere(RADIUS, DANGER);
    }
}
