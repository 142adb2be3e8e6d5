//! A game without a window: opens the scene of its command line, adds the handbook's school, lets 120
//! frames pass and prints what the flocks did.

mod control;
mod events;
mod plugin;
mod scene;

use fyrox::{
    core::{pool::Handle, reflect::prelude::*, visitor::prelude::*},
    engine::executor::Executor,
    graph::SceneGraph,
    plugin::{error::GameResult, Plugin, PluginContext},
    scene::{base::BaseBuilder, pivot::PivotBuilder, Scene},
};
use fyrox_flock::{sim::Vec3, Flock};

const FRAMES: usize = 120;

/// Opens the scene and looks at it.
#[derive(Default, Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Observer {
    scene: Handle<Scene>,
    frames: usize,
}

impl Plugin for Observer {
    fn init(&mut self, scene: Option<&str>, mut context: PluginContext) -> GameResult {
        let scene = scene.expect("--override-scene names a scene").to_owned();
        context.load_scene(scene, false, |result, observer: &mut Observer, context| {
            // Without a scene the game would wait for ever.
            let mut scene = result.expect("the scene loads").payload;
            scene::add_school(&mut scene);
            add_starlings(&mut scene);
            observer.scene = context.scenes.add(scene);
            Ok(())
        });
        Ok(())
    }

    fn update(&mut self, context: &mut PluginContext) -> GameResult {
        let Ok(scene) = context.scenes.try_get_mut(self.scene) else {
            return Ok(());
        };
        self.frames += 1;
        // The engine may update a few more times before it ends.
        if self.frames != FRAMES {
            return Ok(());
        }
        for node in scene.graph.linear_iter() {
            let Some(flock) = node.try_get_script::<Flock>() else {
                continue;
            };
            let simulation = flock.running().expect("the flock has started");
            let steps = simulation.statistics().steps;
            println!("flock: {} boids, {steps} steps", simulation.len());
        }
        for node in scene.graph.linear_iter_mut() {
            if let Some(flock) = node.try_get_script_mut::<Flock>() {
                let hit = control::bang(flock, Vec3::zeros()).expect("there are boids");
                let simulation = flock.running().expect("the flock runs");
                assert!(simulation.boid(hit.id).is_none());
                println!("bang: {} boids are left", simulation.len());
            }
        }
        context.loop_controller.exit();
        Ok(())
    }
}

fn add_starlings(scene: &mut Scene) {
    let birds = BaseBuilder::new().with_script(control::starlings());
    PivotBuilder::new(birds).build(&mut scene.graph);
}

fn main() {
    let mut executor = Executor::new(None);
    executor.add_plugin(plugin::Game);
    executor.add_plugin(Observer::default());
    executor.run();
}
