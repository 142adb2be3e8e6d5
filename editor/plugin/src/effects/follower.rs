//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Follower.

use super::prelude::*;
use fyrox_flock::{scripts::FlockFollower, sim::Vec3};

/// Length of the arrow for the boid, and radius of the sphere at the place of the node, in metres.
const BOID: f32 = 0.5;
const PLACE: f32 = 0.1;

/// As if the followed boid were at the node: it is chosen when the game starts.
impl EffectEditor for FlockFollower {
    fn draw(&self, pen: &mut Pen) {
        pen.arrow(Vec3::zeros(), Vec3::z() * BOID, START);
        if *self.offset != Vec3::zeros() {
            pen.arrow(Vec3::zeros(), *self.offset, EFFECT);
        }
        pen.sphere_at(*self.offset, PLACE, EFFECT);
    }

    fn place(&self) -> Option<Vec3> {
        Some(*self.offset)
    }

    fn set_place(&mut self, to: Vec3) {
        self.offset.set_value_and_mark_modified(to);
    }
}
