//! The editor's side of Flock Perches. The spots are drawn by the perch view.

use super::declare::*;
use fyrox_flock::{EffectShape, FlockPerches};

impl EffectEditor for FlockPerches {
    fn draw(&self, pen: &mut Pen) {
        let half_extents = *self.half_extents;
        pen.shape(&EffectShape::Box { half_extents }, 0.0, EFFECT);
        pen.shape(&EffectShape::Box { half_extents }, *self.reach, REACH);
    }
}
