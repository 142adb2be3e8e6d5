//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Wind.

use super::prelude::*;
use fyrox_flock::{scripts::FlockWind, sim::Vec3};

/// Length of the arrows, and the distance between them, in metres.
const LENGTH: f32 = 2.0;
const APART: f32 = 1.0;

impl EffectEditor for FlockWind {
    fn draw(&self, pen: &mut Pen) {
        for (x, y) in [
            (0.0, 0.0),
            (APART, 0.0),
            (-APART, 0.0),
            (0.0, APART),
            (0.0, -APART),
        ] {
            let begin = Vec3::new(x, y, -LENGTH / 2.0);
            pen.arrow(begin, begin + Vec3::z() * LENGTH, EFFECT);
        }
        // A wind of speed 0 has no direction.
        if *self.speed == 0.0 {
            pen.sphere(APART, REACH);
        }
    }
}
