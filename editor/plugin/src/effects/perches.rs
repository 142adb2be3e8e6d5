//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Perches. The perch
//! view draws the spots.

use super::prelude::*;
use fyrox_flock::scripts::{EffectShape, FlockPerches};

impl EffectEditor for FlockPerches {
    fn draw(&self, pen: &mut Pen) {
        let half_extents = *self.half_extents;
        pen.shape(&EffectShape::Box { half_extents }, 0.0, EFFECT);
        pen.shape(&EffectShape::Box { half_extents }, *self.reach, REACH);
    }
}
