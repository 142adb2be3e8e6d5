//! The player swims through a school, and the fish flee.

use super::{
    stage::{self, FRAME},
    Recipe,
};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{prelude::*, scripts::FlockPredator};
use std::collections::HashSet;

#[derive(Default)]
pub struct PlayerScaresFish {
    school: Handle<Node>,
    player: Handle<Node>,
    frightened: HashSet<BoidId>,
}

impl Recipe for PlayerScaresFish {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut school = Flock::of(Preset::Sardines);
        school.spawn.count = 1000;
        // Both are off by default, because they cost time. Fear makes the fish near the player
        // flee; panic passes their fright on to fish that are too far away to see the player.
        (school.fear.enabled, school.panic.enabled) = (true, true);
        school.events.panicked = true;
        self.school = stage::add(scene, "School", school, Vec3::zeros());
        // This script is all that the node of a player needs: where the game moves the node, boids
        // flee from it.
        self.player = stage::add(scene, "Player", FlockPredator::default(), Vec3::zeros());
        stage::draw_ball(scene, self.player, 0.3);
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        // At 2.4 m/s the player is a little faster than the fish, which then turn aside in panic.
        let angle = 1.2 * frame as f32 * FRAME;
        let place = Vec3::new(2.0 * angle.cos(), 0.0, 2.0 * angle.sin());
        stage::put(scene, self.player, place);
        for event in stage::flock(scene, self.school).last_events() {
            self.frightened.insert(event.boid);
        }
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let fish = stage::running(scene, self.school)?.len();
        Some(format!("{} of {fish} fish fled", self.frightened.len()))
    }
}
