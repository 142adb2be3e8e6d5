//! The camera flies behind one bird of a flock.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{prelude::*, scripts::FlockFollower};

#[derive(Default)]
pub struct CameraFollowsBird {
    birds: Handle<Node>,
    camera: Handle<Node>,
}

impl Recipe for CameraFollowsBird {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut birds = Flock::of(Preset::Starlings);
        birds.spawn.count = 500;
        self.birds = stage::add(scene, "Birds", birds, Vec3::zeros());
        self.camera = stage::camera(scene);
        // The script chooses the bird nearest to the camera, and another one if that bird dies.
        // `FlockFollower::follow` chooses a certain bird.
        let mut follower = FlockFollower::default();
        // Behind the bird and a little above it, in the frame of the bird.
        *follower.offset = Vec3::new(0.0, 0.5, -2.0);
        scene.graph[self.camera].add_script(follower);
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let camera = &scene.graph[self.camera];
        let (_, bird) = camera.try_get_script::<FlockFollower>()?.followed()?;
        // The drawn place of a bird lies between two steps of the simulation: use it for cameras
        // and effects, so that they do not tremble.
        let place = stage::running(scene, self.birds)?.drawn_at(bird)?.origin;
        let distance = (camera.global_position() - place).norm();
        let way = (camera.global_position() - stage::CAMERA).norm();
        Some(format!(
            "the camera is {distance:.1} m behind its bird, {way:.1} m from its start"
        ))
    }
}
