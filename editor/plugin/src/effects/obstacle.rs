//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Obstacle.

use super::prelude::*;
use fyrox_flock::scripts::FlockObstacle;

impl EffectEditor for FlockObstacle {
    fn draw(&self, pen: &mut Pen) {
        pen.shape(&self.shape, 0.0, EFFECT);
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        sizes_of(&self.shape)
    }

    fn set_size(&mut self, size: Size, to: f32) {
        let shape = resized(*self.shape, size, to);
        self.shape.set_value_and_mark_modified(shape);
    }
}
