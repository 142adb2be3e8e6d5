//! A rule of the game's own: the school becomes a whirl.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{
    prelude::*,
    sim::{
        custom_rule::{CustomRule, Neighbourhood},
        Boid,
    },
};
use std::sync::Arc;

#[derive(Default)]
pub struct OwnRule {
    school: Handle<Node>,
    has_rule: bool,
}

/// Boids circle the world's Y axis, at a distance of 3 m.
struct Whirl;

impl CustomRule for Whirl {
    /// The wish of a boid is an acceleration, in m/s². Several threads ask for the wishes of many
    /// boids at a time, so the answer must depend on the arguments only.
    fn wish(&self, boid: &Boid, _: &Neighbourhood) -> Vec3 {
        let from_axis = Vec3::new(boid.position.x, 0.0, boid.position.z);
        let distance = from_axis.norm().max(0.01);
        let outward = from_axis / distance;
        let around = Vec3::y().cross(&outward);
        // The rules of the preset act as well, and all limits apply to the sum.
        5.0 * around + 4.0 * (3.0 - distance) * outward
    }
}

impl Recipe for OwnRule {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut school = Flock::of(Preset::Sardines);
        school.spawn.count = 1000;
        school.motion.max_acceleration = 12.0;
        self.school = stage::add(scene, "School", school, Vec3::zeros());
    }

    fn update(&mut self, scene: &mut Scene, _: u32) {
        // A rule is code: it is not saved with the scene. So it is set whenever the flock starts.
        if self.has_rule {
            return;
        }
        if let Some(school) = stage::running_mut(scene, self.school) {
            school.set_custom_rule(Some(Arc::new(Whirl)));
            self.has_rule = true;
        }
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        // 1 if all boids circle the middle of the flock in the same sense.
        let milling = stage::running(scene, self.school)?.measure().milling;
        Some(format!("the school circles to {:.0}%", 100.0 * milling))
    }
}
