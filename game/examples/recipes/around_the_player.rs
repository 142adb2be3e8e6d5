//! Butterflies appear around a player who walks through a world without end, and are forgotten
//! behind.

use super::{
    stage::{self, FRAME},
    Recipe,
};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::prelude::*;

#[derive(Default)]
pub struct AroundThePlayer {
    butterflies: Handle<Node>,
    player: Handle<Node>,
    came: usize,
}

impl Recipe for AroundThePlayer {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut butterflies = Flock::of(Preset::Butterflies);
        // All of them come from the emitter, and no box holds them.
        butterflies.spawn.count = 0;
        butterflies.boundary.enabled = false;
        butterflies.events.spawned = true;
        self.butterflies = stage::add(scene, "Butterflies", butterflies, Vec3::zeros());
        let emitter = FlockEmitter {
            radius: 10.0.into(),
            rate: 40.0.into(),
            // New ones come only while fewer than that are alive.
            most_alive: 150.into(),
            // Those that are farther from the player are removed.
            farthest: 15.0.into(),
            flocks: vec![self.butterflies].into(),
            ..FlockEmitter::default()
        };
        self.player = stage::add(scene, "Player", emitter, Vec3::zeros());
        // The camera walks with the player.
        stage::attach_camera(scene, self.player);
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        let way = 3.0 * frame as f32 * FRAME;
        stage::put(scene, self.player, Vec3::new(0.0, 0.0, way));
        self.came += stage::flock(scene, self.butterflies).last_events().len();
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let player = scene.graph[self.player].global_position();
        let flock = stage::running(scene, self.butterflies)?;
        let distances = flock.boids().map(|boid| (boid.position - player).norm());
        let farthest = distances.fold(0.0, f32::max);
        let (came, alive, way) = (self.came, flock.len(), player.z);
        Some(format!(
            "{came} came on {way:.0} m; {alive} are alive, at most {farthest:.1} m away"
        ))
    }
}
