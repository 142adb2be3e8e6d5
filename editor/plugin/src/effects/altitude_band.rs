//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Altitude Band.

use super::prelude::*;
use fyrox_flock::{
    scripts::FlockAltitudeBand,
    sim::{settings::Region, Vec3},
};

/// Half the edge of the squares at the limits, in metres.
const HALF: f32 = 5.0;

impl EffectEditor for FlockAltitudeBand {
    fn draw(&self, pen: &mut Pen) {
        // Horizontal whatever the rotation of the node.
        pen.move_to(pen.position());
        let min = Vec3::new(-HALF, *self.lowest, -HALF);
        let max = Vec3::new(HALF, *self.highest, HALF);
        pen.region(&Region::Box { min, max }, EFFECT);
    }
}
