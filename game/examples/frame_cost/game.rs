//! A game that plays a scene without a window.

use fyrox::{
    asset::{io::FsResourceIo, manager::ResourceManager},
    core::{pool::Handle, task::TaskPool},
    engine::{
        ApplicationLoopController, Engine, EngineInitParams, GraphicsContextParams,
        SerializationContext,
    },
    gui::constructor::new_widget_constructor_container,
    plugin::PluginRegistrationContext,
    scene::Scene,
};
use fyrox_flock::Flock;
use std::{cell::Cell, error::Error, sync::Arc};

/// An engine with one scene.
pub struct Game {
    engine: Engine,
    scene: Handle<Scene>,
}

impl Game {
    /// A game that has started: the level is built, and the flocks run.
    pub fn new(scene: Scene) -> Result<Self, Box<dyn Error>> {
        let mut engine = engine()?;
        let scene = engine.scenes.add(scene);
        engine.register_scripted_scene(scene);
        let mut game = Self { engine, scene };
        // The scripts start in the second frame.
        for _ in 0..3 {
            game.play_frame(0.0);
            flocks(game.scene()).for_each(Flock::wait_for_geometry);
        }
        Ok(game)
    }

    /// Plays a frame of this duration, in seconds.
    pub fn play_frame(&mut self, seconds: f32) {
        let running = Cell::new(true);
        let controller = ApplicationLoopController::Headless { running: &running };
        self.engine
            .update(seconds, controller, &mut 0.0, Default::default());
    }

    pub fn scene(&self) -> &Scene {
        &self.engine.scenes[self.scene]
    }
}

fn flocks(scene: &Scene) -> impl Iterator<Item = &Flock> {
    let nodes = scene.graph.linear_iter();
    nodes.filter_map(|node| node.try_get_script::<Flock>())
}

fn engine() -> Result<Engine, Box<dyn Error>> {
    let task_pool = Arc::new(TaskPool::new());
    let engine = Engine::new(EngineInitParams {
        graphics_context_params: GraphicsContextParams::default(),
        resource_manager: ResourceManager::new(Arc::new(FsResourceIo), task_pool.clone()),
        serialization_context: Arc::new(SerializationContext::new()),
        task_pool,
        widget_constructors: Arc::new(new_widget_constructor_container()),
        dyn_type_constructors: Default::default(),
    })?;
    fyrox_flock::register(&PluginRegistrationContext {
        serialization_context: &engine.serialization_context,
        widget_constructors: &engine.widget_constructors,
        dyn_type_constructors: &engine.dyn_type_constructors,
        resource_manager: &engine.resource_manager,
    });
    Ok(engine)
}
