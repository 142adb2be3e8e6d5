//! 100,000 fish with a budget: those far from the camera think less often.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{prelude::*, sim::settings::Region};

#[derive(Default)]
pub struct HundredThousand {
    fish: Handle<Node>,
}

impl Recipe for HundredThousand {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut fish = Flock::of(Preset::Sardines);
        fish.spawn.count = 100_000;
        fish.spawn.region = Region::cuboid(Vec3::new(40.0, 8.0, 40.0));
        fish.boundary.shape = Region::cuboid(Vec3::new(45.0, 10.0, 45.0));
        // If the steps of a frame take longer than 4 ms for a while, the distances below shrink.
        fish.budget = 4.0.into();
        // Beyond these distances from the camera, fish steer in every second, fourth and eighth
        // step. All of them move in every step, and none crosses a wall.
        fish.detail.enabled = true;
        (fish.detail.second, fish.detail.fourth, fish.detail.eighth) = (15.0, 25.0, 35.0);
        // Far bodies have fewer triangles without any setting. Shadows of all would cost more.
        fish.cast_shadows = false.into();
        self.fish = stage::add(scene, "Fish", fish, Vec3::zeros());
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let fish = stage::running(scene, self.fish)?;
        let [always, second, fourth, eighth, _] = fish.detail_levels();
        let all = fish.len();
        Some(format!(
            "of {all} fish, {always} steer in every step, {second} in every second, {fourth} in \
             every fourth, {eighth} in every eighth"
        ))
    }
}
