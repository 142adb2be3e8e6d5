//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Target.

use super::prelude::*;
use fyrox_flock::scripts::FlockTarget;

impl EffectEditor for FlockTarget {
    fn draw(&self, pen: &mut Pen) {
        pen.sphere(*self.slowing, EFFECT);
        pen.reach(&self.strength, 0.0);
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        vec![(Size::Radius, *self.slowing)]
    }

    fn set_size(&mut self, _: Size, to: f32) {
        self.slowing.set_value_and_mark_modified(to);
    }
}
