//! Saves a game and loads it: the school swims on from where it was, in exactly the same way.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{
    prelude::*,
    saving::{scene_state_hash, SceneSnapshot},
};
use std::error::Error;

#[derive(Default)]
pub struct SaveAndLoad {
    school: Handle<Node>,
    file: String,
    is_loaded: bool,
    first: Option<u64>,
    second: Option<u64>,
}

/// The text of a saved game. `Scene::save` writes the nodes, and the fields of their scripts; this
/// writes the boids of all flocks of the scene.
fn save(scene: &Scene) -> Result<String, Box<dyn Error>> {
    Ok(ron::to_string(&SceneSnapshot::take(&scene.graph))?)
}

/// A broken file is an error, and nothing changes.
fn load(scene: &mut Scene, file: &str) -> Result<(), Box<dyn Error>> {
    let snapshot: SceneSnapshot = ron::from_str(file)?;
    Ok(snapshot.restore(&mut scene.graph)?)
}

impl Recipe for SaveAndLoad {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut school = Flock::of(Preset::ReefFish);
        school.spawn.count = 200;
        self.school = stage::add(scene, "School", school, Vec3::zeros());
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        match frame {
            60 => self.file = save(scene).unwrap_or_default(),
            120 => {
                self.first = Some(scene_state_hash(&scene.graph));
                self.is_loaded = load(scene, &self.file).is_ok();
            }
            // As many frames after loading as the first state was after saving.
            180 => self.second = Some(scene_state_hash(&scene.graph)),
            _ => (),
        }
    }

    fn result(&self, _: &Scene) -> Option<String> {
        let is_same = self.is_loaded && self.second? == self.first?;
        let how = if is_same { "the same" } else { "another" };
        Some(format!("after loading, the school swam {how} way"))
    }
}
