//! A 2D game from above: a swarm chases the player around a wall.

use super::{
    stage::{self, FRAME},
    Recipe,
};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{prelude::*, scripts::FlockTarget};

/// Half of the wall's width and height, in metres.
const WALL: (f32, f32) = (0.5, 2.0);

#[derive(Default)]
pub struct TopDown2d {
    swarm: Handle<Node>,
    player: Handle<Node>,
}

impl Recipe for TopDown2d {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        stage::look_without_perspective(scene, 5.0);
        // Static colliders of 2D physics are geometry for planar flocks.
        stage::add_wall_2d(scene, WALL);
        // The preset keeps its boids in the X-Y plane (`motion.plane`), and draws them as sprites.
        self.swarm = stage::add(scene, "Swarm", Flock::of(Preset::Swarm2d), Vec3::zeros());
        self.player = stage::add(scene, "Player", FlockTarget::default(), Vec3::zeros());
        stage::draw_ball(scene, self.player, 0.2);
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        let angle = 0.3 * frame as f32 * FRAME;
        let place = Vec3::new(5.0 * angle.cos(), 3.0 * angle.sin(), 0.0);
        stage::put(scene, self.player, place);
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let swarm = stage::running(scene, self.swarm)?;
        let near = swarm
            .in_sphere(scene.graph[self.player].global_position(), 3.0)
            .count();
        let corner = Vec3::new(WALL.0, WALL.1, 1.0);
        let inside = swarm.in_box(-corner, corner).count();
        let flat = swarm
            .boids()
            .filter(|boid| boid.position.z.abs() < 0.001)
            .count();
        Some(format!(
            "{near} of {flat} boids are near the player, {inside} are inside the wall"
        ))
    }
}
