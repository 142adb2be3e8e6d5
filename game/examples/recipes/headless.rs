//! Plays a recipe without a window, as fast as the processor can.

use super::{
    stage::{self, FRAME},
    Recipe,
};
use fyrox::{
    asset::{io::FsResourceIo, manager::ResourceManager},
    core::{algebra::Vector2, pool::Handle, task::TaskPool},
    engine::{
        ApplicationLoopController, Engine, EngineInitParams, GraphicsContextParams,
        SerializationContext,
    },
    gui::{constructor::new_widget_constructor_container, UserInterface},
    plugin::PluginRegistrationContext,
    scene::Scene,
};
use fyrox_flock::Flock;
use std::{cell::Cell, error::Error, sync::Arc, thread::sleep, time::Duration};

/// Plays a number of frames, and returns the result.
pub fn play(mut recipe: Box<dyn Recipe>, frames: u32) -> Result<String, Box<dyn Error>> {
    let mut engine = engine()?;
    engine.resource_manager.update_or_load_registry();
    let mut scene = stage::scene();
    recipe.start(&mut scene, &engine.resource_manager);
    let scene = engine.scenes.add(scene);
    engine.register_scripted_scene(scene);
    let ui = UserInterface::new(Vector2::new(960.0, 540.0));
    let ui = engine.user_interfaces.add(ui);
    for frame in 0..frames {
        wait(&mut engine, scene);
        recipe.update(&mut engine.scenes[scene], frame);
        let ui = &mut engine.user_interfaces[ui];
        recipe.update_ui(ui, frame);
        while ui.poll_message().is_some() {}
        update(&mut engine, FRAME);
    }
    let result = recipe.result(&engine.scenes[scene]);
    Ok(result.ok_or("the flock does not run yet; play more frames")?)
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

fn update(engine: &mut Engine, seconds: f32) {
    let running = Cell::new(true);
    let controller = ApplicationLoopController::Headless { running: &running };
    engine.update(seconds, controller, &mut 0.0, Default::default());
}

/// Waits for the work of other threads, so that the same frames always have the same result.
fn wait(engine: &mut Engine, scene: Handle<Scene>) {
    while engine.resource_manager.state().count_pending_resources() > 0 {
        sleep(Duration::from_millis(2));
    }
    flocks(&engine.scenes[scene]).for_each(Flock::wait_for_geometry);
    while flocks(&engine.scenes[scene]).any(|flock| flock.baking().is_some()) {
        sleep(Duration::from_millis(2));
        // A flock takes its animations in a frame, which may be of no duration.
        update(engine, 0.0);
    }
}

fn flocks(scene: &Scene) -> impl Iterator<Item = &Flock> {
    let nodes = scene.graph.linear_iter();
    nodes.filter_map(|node| node.try_get_script::<Flock>())
}
