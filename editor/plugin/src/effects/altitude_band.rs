//! The editor's side of Flock Altitude Band.

use super::declare::*;
use fyrox_flock::{
    sim::{Region, Vec3},
    FlockAltitudeBand,
};

/// Half the edge of the squares that stand for the limits, in metres.
const HALF: f32 = 5.0;

impl EffectEditor for FlockAltitudeBand {
    fn draw(&self, pen: &mut Pen) {
        // Level, however the node is turned.
        pen.move_to(pen.position());
        let min = Vec3::new(-HALF, *self.lowest, -HALF);
        let max = Vec3::new(HALF, *self.highest, HALF);
        pen.region(&Region::Box { min, max }, EFFECT);
    }
}
