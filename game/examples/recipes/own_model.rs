//! A flock of a rigged model: its bodies play the animations of the model.

use super::{stage, Recipe, MODEL};
use fyrox::{
    asset::manager::ResourceManager, core::pool::Handle, resource::model::Model, scene::node::Node,
    scene::Scene,
};
use fyrox_flock::{
    prelude::*,
    render::{ClipBlend, ClipChoice, ForwardAxis},
};

#[derive(Default)]
pub struct OwnModel {
    birds: Handle<Node>,
}

impl Recipe for OwnModel {
    fn start(&mut self, scene: &mut Scene, resources: &ResourceManager) {
        let mut birds = stage::crows_in_a_box(Vec3::new(12.0, 4.0, 12.0));
        // Any model that the engine imports. It is drawn with its own surfaces and textures.
        birds.model = Some(resources.request::<Model>(MODEL)).into();
        // The axis along which the model looks.
        birds.forward_axis = ForwardAxis::PlusZ.into();
        // The first animation is played in level flight, the second one in descent. If the names
        // are empty, they are the first two of the model. Baking takes a moment in the background;
        // the editor can bake into a file, which is then set as `baked_clips`.
        birds.animation = ClipChoice {
            blend: ClipBlend::Descent,
            ..ClipChoice::on()
        }
        .into();
        // A beat is one turn of the first animation.
        (birds.body.beats_per_second, birds.body.beats_per_metre) = (1.0, 0.1);
        self.birds = stage::add(scene, "Birds", birds, Vec3::zeros());
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let script = stage::flock(scene, self.birds);
        let (birds, clips) = (script.running()?.len(), script.playing()?.clips());
        let names: Vec<_> = clips.iter().map(|clip| clip.name.as_str()).collect();
        Some(format!("{birds} birds play {}", names.join(" and ")))
    }
}
