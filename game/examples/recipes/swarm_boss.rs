//! A boss made of a swarm: its life is the number of its insects, and it gets angry.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{prelude::*, scripts::FlockTarget};

/// The place of the player.
const PLAYER: Vec3 = Vec3::new(0.0, -2.0, -8.0);
const LIFE: u32 = 600;

#[derive(Default)]
pub struct SwarmBoss {
    swarm: Handle<Node>,
    heart: Handle<Node>,
    is_angry: bool,
}

impl Recipe for SwarmBoss {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut swarm = Flock::of(Preset::Gnats);
        swarm.spawn.count = LIFE;
        // The boss goes where it likes.
        swarm.boundary.enabled = false;
        swarm.motion.max_speed = 3.0;
        self.swarm = stage::add(scene, "Swarm", swarm, Vec3::zeros());
        // The heart of the boss is a node that the game moves; the insects gather around it.
        let mut heart = FlockTarget::default();
        (heart.strength.weight, heart.strength.reach) = (6.0, 20.0);
        self.heart = stage::add(scene, "Heart", heart, Vec3::zeros());
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        let heart = scene.graph[self.heart].global_position();
        let script = stage::flock_mut(scene, self.swarm);
        let Some(swarm) = script.running_mut() else {
            return;
        };
        if frame.is_multiple_of(30) {
            // A blast of the player: it removes some of the insects around the heart.
            let hit: Vec<_> = swarm.in_sphere(heart, 1.0).take(25).collect();
            hit.iter().for_each(|insect| _ = swarm.remove(insect.id));
        }
        if !self.is_angry && swarm.len() < LIFE as usize / 2 {
            self.is_angry = true;
            // Fields of the script may change at any time; they are applied before the next step.
            script.motion.max_speed = 4.0;
        }
        let goal = if self.is_angry { PLAYER } else { Vec3::zeros() };
        let step = (goal - heart).cap_magnitude(0.05);
        stage::put(scene, self.heart, heart + step);
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let swarm = stage::running(scene, self.swarm)?;
        let (left, near) = (swarm.len(), swarm.in_sphere(PLAYER, 2.0).count());
        Some(format!(
            "{left} of {LIFE} insects are left, {near} of them are at the player"
        ))
    }
}
