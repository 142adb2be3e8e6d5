//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Guide.

use super::prelude::*;
use fyrox_flock::{scripts::FlockGuide, sim::Vec3};

impl EffectEditor for FlockGuide {
    fn draw(&self, pen: &mut Pen) {
        pen.arrow(Vec3::zeros(), self.end(), EFFECT);
        let (half, reach) = (*self.length / 2.0, self.strength.reach);
        pen.capsule(Vec3::z() * half, [half, reach], Vec3::z(), REACH);
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        vec![(Size::Arrow, *self.length)]
    }

    fn set_size(&mut self, _: Size, to: f32) {
        self.length.set_value_and_mark_modified(to);
    }
}
