//! Fyrox's engine without a window, and scenes in it.

use fyrox::{
    asset::{io::FsResourceIo, manager::ResourceManager},
    core::{futures::executor::block_on, task::TaskPool},
    dpi::Size,
    engine::{
        error::EngineError, executor::Executor, ApplicationLoopController, Engine,
        EngineInitParams, GraphicsContextParams, SerializationContext,
    },
    error::EventLoopError,
    event_loop::EventLoop,
    gui::constructor::new_widget_constructor_container,
    plugin::PluginRegistrationContext,
    scene::{Scene, SceneLoader},
    window::WindowAttributes,
};
use std::{cell::Cell, path::Path, sync::Arc};

/// An engine without a window, in which `register` has registered the scripts of a plugin.
pub fn without_window(
    register: impl FnOnce(&PluginRegistrationContext),
) -> Result<Engine, EngineError> {
    let task_pool = Arc::new(TaskPool::new());
    let engine = Engine::new(EngineInitParams {
        graphics_context_params: GraphicsContextParams::default(),
        resource_manager: ResourceManager::new(Arc::new(FsResourceIo), task_pool.clone()),
        serialization_context: Arc::new(SerializationContext::new()),
        task_pool,
        widget_constructors: Arc::new(new_widget_constructor_container()),
        dyn_type_constructors: Default::default(),
    })?;
    register(&PluginRegistrationContext {
        serialization_context: &engine.serialization_context,
        widget_constructors: &engine.widget_constructors,
        dyn_type_constructors: &engine.dyn_type_constructors,
        resource_manager: &engine.resource_manager,
    });
    Ok(engine)
}

/// A window of this size, whose plugins are still to be added. The frames are not
/// synchronized with the screen.
pub fn with_window(title: &str, size: impl Into<Size>) -> Result<Executor, EventLoopError> {
    let mut window_attributes = WindowAttributes::default();
    window_attributes.title = title.into();
    window_attributes.inner_size = Some(size.into());
    let params = GraphicsContextParams {
        window_attributes,
        vsync: false,
        msaa_sample_count: None,
        graphics_server_constructor: Default::default(),
        named_objects: false,
    };
    Ok(Executor::from_params(Some(EventLoop::new()?), params))
}

/// Updates an engine for a frame of this duration, in seconds.
pub fn update(engine: &mut Engine, seconds: f32) {
    let running = Cell::new(true);
    let controller = ApplicationLoopController::Headless { running: &running };
    engine.update(seconds, controller, &mut 0.0, Default::default());
}

/// Loads a scene from a file.
#[track_caller]
pub fn load_scene(engine: &Engine, path: impl AsRef<Path>) -> Scene {
    let (path, manager) = (path.as_ref(), engine.resource_manager.clone());
    let io = manager.resource_io();
    let loader = block_on(SceneLoader::from_file(
        path,
        io.as_ref(),
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        manager,
    ));
    let (loader, _) = loader.unwrap_or_else(|error| panic!("{path:?}: {error}"));
    block_on(loader.finish())
}
