//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Volume.

use super::prelude::*;
use fyrox_flock::scripts::FlockVolume;

impl EffectEditor for FlockVolume {
    fn draw(&self, pen: &mut Pen) {
        pen.shape(&self.shape, 0.0, EFFECT);
        pen.shape(&self.shape, self.strength.reach, REACH);
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        sizes_of(&self.shape)
    }

    fn set_size(&mut self, size: Size, to: f32) {
        let shape = resized(*self.shape, size, to);
        self.shape.set_value_and_mark_modified(shape);
    }
}
