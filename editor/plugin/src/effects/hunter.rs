//! The editor's side of Flock Hunter.

use super::declare::*;
use fyrox_flock::FlockHunter;

/// Radius of the ball that stands for a hunter, in metres.
const RADIUS: f32 = 0.5;

impl EffectEditor for FlockHunter {
    fn draw(&self, pen: &mut Pen) {
        pen.sphere(RADIUS, DANGER);
    }
}
