//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Reef.

use super::prelude::*;
use fyrox_flock::scripts::{EffectShape, FlockReef};

impl EffectEditor for FlockReef {
    fn draw(&self, pen: &mut Pen) {
        let half_extents = *self.size / 2.0;
        // The rock is scaled with its node.
        pen.use_scale();
        pen.shape(&EffectShape::Box { half_extents }, 0.0, EFFECT);
    }

    /// Half extents, up to the outermost cubes.
    fn sizes(&self) -> Vec<(Size, f32)> {
        let half_extents = *self.size / 2.0;
        sizes_of(&EffectShape::Box { half_extents })
    }

    fn set_size(&mut self, size: Size, to: f32) {
        if let Size::HalfExtent(axis) = size {
            let mut extents = *self.size;
            extents[axis] = 2.0 * to;
            self.size.set_value_and_mark_modified(extents);
        }
    }
}
