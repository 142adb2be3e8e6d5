//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Emitter.

use super::prelude::*;
use fyrox::graph::SceneGraph;
use fyrox_flock::{scripts::FlockEmitter, sim::Vec3};

/// Longest arrow of the initial speed, in metres.
const LONGEST: f32 = 2.0;

impl EffectEditor for FlockEmitter {
    fn draw(&self, pen: &mut Pen) {
        pen.sphere(*self.radius, START);
        if *self.speed > 0.0 {
            let end = Vec3::z() * (*self.radius + self.speed.min(LONGEST));
            pen.arrow(Vec3::zeros(), end, START);
        }
        if *self.farthest > 0.0 {
            pen.sphere(*self.farthest, DANGER);
        }
        if let Ok(exit) = pen.graph.try_get_node(*self.exit) {
            pen.move_to(exit.global_position());
            pen.sphere(*self.exit_radius, DANGER);
        }
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        vec![(Size::Radius, *self.radius)]
    }

    fn set_size(&mut self, _: Size, to: f32) {
        self.radius.set_value_and_mark_modified(to);
    }
}
