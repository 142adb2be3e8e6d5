//! Split screen: two players watch two ends of a large flock, and both see it in full detail.

use super::{stage, Recipe};
use fyrox::{
    asset::manager::ResourceManager,
    core::{math::Rect, pool::Handle},
    scene::{camera::Camera, node::Node, Scene},
};
use fyrox_flock::{prelude::*, sim::settings::Region};

#[derive(Default)]
pub struct SeveralCameras {
    fish: Handle<Node>,
    cameras: [Handle<Node>; 2],
}

impl Recipe for SeveralCameras {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        self.cameras = [stage::camera(scene), stage::add_camera(scene)];
        for (camera, end) in self.cameras.into_iter().zip([0.0, 1.0]) {
            stage::put(scene, camera, Vec3::new(80.0 * end - 40.0, 0.0, -8.0));
            if let Some(camera) = scene.graph[camera].cast_mut::<Camera>() {
                // Parts of the window: position and size, from 0 to 1.
                camera.set_viewport(Rect::new(0.5 * end, 0.0, 0.5, 1.0));
            }
        }
        let mut fish = Flock::of(Preset::ReefFish);
        fish.spawn.count = 4000;
        fish.spawn.region = Region::cuboid(Vec3::new(50.0, 2.0, 3.0));
        fish.boundary.shape = Region::cuboid(Vec3::new(52.0, 3.0, 4.0));
        // All enabled cameras of the scene are viewers: boids near any of them steer in every
        // step. Drawing chooses the level of detail of the bodies for each camera.
        fish.detail.enabled = true;
        (fish.detail.second, fish.detail.fourth, fish.detail.eighth) = (15.0, 25.0, 35.0);
        self.fish = stage::add(scene, "Fish", fish, Vec3::zeros());
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let fish = stage::running(scene, self.fish)?;
        let near = |camera: Handle<Node>| {
            let place = scene.graph[camera].global_position();
            fish.in_sphere(place, 15.0).count()
        };
        let ([first, second], viewers) = (self.cameras.map(near), fish.viewers().len());
        let [full, ..] = fish.detail_levels();
        Some(format!(
            "{viewers} cameras see {first} and {second} fish; {full} steer in every step"
        ))
    }
}
