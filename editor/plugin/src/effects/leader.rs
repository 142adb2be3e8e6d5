//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Leader.

use super::prelude::*;
use fyrox_flock::scripts::FlockLeader;

impl EffectEditor for FlockLeader {
    fn draw(&self, pen: &mut Pen) {
        pen.sphere(*self.lane_radius, EFFECT);
        pen.reach(&self.strength, 0.0);
    }
}
