//! A cut scene: an animation raises the number of birds and their speed, and moves their target.

use super::{keyed, stage, Recipe};
use fyrox::{
    asset::manager::ResourceManager,
    core::pool::Handle,
    scene::{animation::prelude::ValueType, node::Node, Scene},
};
use fyrox_flock::{prelude::*, scripts::FlockTarget};

#[derive(Default)]
pub struct CutScene {
    birds: Handle<Node>,
    target: Handle<Node>,
    before: Option<[f32; 3]>,
}

impl Recipe for CutScene {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let birds = stage::crows_in_a_box(Vec3::new(7.0, 3.0, 4.0));
        self.birds = stage::add(scene, "Birds", birds, Vec3::zeros());
        self.target = stage::add(scene, "Target", FlockTarget::default(), Vec3::zeros());
        // The animation editor makes such tracks without code. Every number of a script can be
        // keyed, and the simulation follows the fields in every frame.
        let count = keyed::field("spawn.count", ValueType::U32, [50.0, 300.0]);
        let speed = keyed::field("motion.max_speed", ValueType::F32, [3.0, 4.0]);
        let place = keyed::place([-4.0, 4.0]);
        let tracks = [
            (self.birds, count),
            (self.birds, speed),
            (self.target, place),
        ];
        keyed::play(scene, tracks);
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        if frame == 30 {
            self.before = self.keyed(scene);
        }
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let ([few, slow, left], [many, fast, right]) = (self.before?, self.keyed(scene)?);
        let path = right - left;
        Some(format!(
            "the animation raised the count from {few} to {many}, the largest speed from {slow} to \
             {fast} m/s, and moved the target by {path} m"
        ))
    }
}

impl CutScene {
    /// What the animation changes: the number of birds, their largest speed, the target's place.
    fn keyed(&self, scene: &Scene) -> Option<[f32; 3]> {
        let birds = stage::running(scene, self.birds)?;
        let (count, speed) = (birds.len() as f32, birds.settings().motion.max_speed);
        let target = scene.graph[self.target].global_position();
        Some([count, speed, target.x])
    }
}
