//! Plays a recipe in a window.

use super::{
    picture::{self, Picture},
    stage, Entry, Recipe,
};
use fyrox::{
    core::{algebra::Vector2, pool::Handle, reflect::prelude::*, visitor::prelude::*},
    dpi::PhysicalSize,
    engine::{executor::Executor, GraphicsContext, GraphicsContextParams},
    event_loop::EventLoop,
    gui::UserInterface,
    plugin::{error::GameResult, Plugin, PluginContext, PluginRegistrationContext},
    scene::Scene,
};
use std::{
    cell::{Cell, RefCell},
    error::Error,
    fmt,
    path::PathBuf,
    rc::Rc,
};

/// Plays a recipe until the window is closed.
pub fn play(entry: &Entry) -> Result<(), Box<dyn Error>> {
    run(Playing::new(entry, None))
}

/// Plays a number of frames, writes a picture and prints the result.
pub fn take_picture(entry: &Entry, file: PathBuf, frames: u32) -> Result<(), Box<dyn Error>> {
    let task = Task {
        file,
        frames,
        is_done: Rc::default(),
        picture: None,
    };
    let is_done = task.is_done.clone();
    run(Playing::new(entry, Some(task)))?;
    let error = || "no picture was written; the log has the reason".into();
    is_done.get().then_some(()).ok_or_else(error)
}

fn run(playing: Playing) -> Result<(), Box<dyn Error>> {
    let mut graphics = GraphicsContextParams::default();
    let (width, height) = picture::SIZE;
    graphics.window_attributes.title = "Recipe".into();
    graphics.window_attributes.inner_size = Some(PhysicalSize::new(width, height).into());
    let mut executor = Executor::from_params(Some(EventLoop::new()?), graphics);
    if playing.task.is_some() {
        // A slow frame must not make the next step longer: pictures shall be the same.
        executor.set_throttle_threshold(f32::INFINITY);
    }
    executor.add_plugin(Game { playing });
    executor.run();
    Ok(())
}

/// A picture that is to be taken.
struct Task {
    file: PathBuf,
    frames: u32,
    is_done: Rc<Cell<bool>>,
    picture: Option<Rc<RefCell<Picture>>>,
}

struct Playing {
    recipe: Box<dyn Recipe>,
    scene: Handle<Scene>,
    frame: u32,
    task: Option<Task>,
}

impl fmt::Debug for Playing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Playing")
    }
}

impl Playing {
    fn new(entry: &Entry, task: Option<Task>) -> Self {
        Self {
            recipe: (entry.new)(),
            scene: Handle::NONE,
            frame: 0,
            task,
        }
    }

    /// True if a picture is to be taken now.
    fn is_due(&self) -> bool {
        let task = self.task.as_ref();
        task.is_some_and(|task| task.picture.is_none() && self.frame >= task.frames)
    }

    /// True if the picture was written. A slow frame may have several updates after that.
    fn is_over(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.is_done.get())
    }

    /// Writes the picture once it was drawn. True if that is done.
    fn write(&self) -> Result<bool, Box<dyn Error>> {
        match &self.task {
            Some(Task {
                file,
                picture: Some(picture),
                ..
            }) => picture.borrow().write(file),
            _ => Ok(false),
        }
    }
}

#[derive(Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Game {
    #[visit(skip)]
    #[reflect(hidden)]
    playing: Playing,
}

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        fyrox_flock::register(&context);
        Ok(())
    }

    fn init(&mut self, _: Option<&str>, context: PluginContext) -> GameResult {
        let playing = &mut self.playing;
        let mut scene = stage::scene();
        if playing.task.is_some() {
            picture::prepare(&mut scene);
        }
        // The engine gives it the size of the window in every frame.
        let ui = UserInterface::new(Vector2::default());
        context.user_interfaces.add(ui);
        playing.recipe.start(&mut scene, context.resource_manager);
        playing.scene = context.scenes.add(scene);
        Ok(())
    }

    fn update(&mut self, context: &mut PluginContext) -> GameResult {
        let playing = &mut self.playing;
        if playing.is_over() {
            return Ok(());
        }
        let scene = &mut context.scenes[playing.scene];
        match playing.write() {
            Ok(false) => (),
            outcome => {
                let text = playing.recipe.result(scene).unwrap_or_default();
                match (&playing.task, outcome) {
                    (_, Err(error)) => eprintln!("recipes: {error}"),
                    (Some(task), _) => task.is_done.set(true),
                    _ => (),
                }
                println!("{text}");
                context.loop_controller.exit();
                return Ok(());
            }
        }
        // The scripts run once all resources are loaded.
        if context.resource_manager.state().count_pending_resources() == 0 && !playing.is_due() {
            playing.recipe.update(scene, playing.frame);
            let ui = context.user_interfaces.first_mut();
            playing.recipe.update_ui(ui, playing.frame);
            playing.frame += 1;
        }
        Ok(())
    }

    fn before_rendering(&mut self, context: PluginContext) -> GameResult {
        let playing = &mut self.playing;
        if let (true, GraphicsContext::Initialized(graphics)) =
            (playing.is_due(), context.graphics_context)
        {
            let ui = context.user_interfaces.first();
            let resources = context.resource_manager;
            let picture = Picture::take(ui, &mut graphics.renderer, resources)?;
            if let Some(task) = &mut playing.task {
                task.picture = Some(picture);
            }
        }
        Ok(())
    }
}
