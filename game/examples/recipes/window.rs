//! Plays a recipe in a window.

use crate::{stage, Entry, Recipe};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, visitor::prelude::*},
    engine::executor::Executor,
    event_loop::EventLoop,
    plugin::{error::GameResult, Plugin, PluginContext, PluginRegistrationContext},
    scene::Scene,
};
use std::{error::Error, fmt};

/// Plays a recipe until the window is closed.
pub fn play(entry: &Entry) -> Result<(), Box<dyn Error>> {
    let mut executor = Executor::new(Some(EventLoop::new()?));
    executor.add_plugin(Game {
        recipe: Playing((entry.new)()),
        scene: Handle::NONE,
        frame: 0,
    });
    executor.run();
    Ok(())
}

struct Playing(Box<dyn Recipe>);

impl fmt::Debug for Playing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Playing")
    }
}

#[derive(Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Game {
    #[visit(skip)]
    #[reflect(hidden)]
    recipe: Playing,
    #[visit(skip)]
    #[reflect(hidden)]
    scene: Handle<Scene>,
    #[visit(skip)]
    #[reflect(hidden)]
    frame: u32,
}

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        fyrox_flock::register(&context);
        Ok(())
    }

    fn init(&mut self, _: Option<&str>, context: PluginContext) -> GameResult {
        let mut scene = stage::scene();
        self.recipe.0.start(&mut scene, context.resource_manager);
        self.scene = context.scenes.add(scene);
        Ok(())
    }

    fn update(&mut self, context: &mut PluginContext) -> GameResult {
        let scene = &mut context.scenes[self.scene];
        self.recipe.0.update(scene, self.frame);
        self.frame += 1;
        if self.frame % 300 == 0 {
            self.recipe
                .0
                .result(scene)
                .into_iter()
                .for_each(|result| println!("{result}"));
        }
        Ok(())
    }
}
