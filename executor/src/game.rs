//! The plugin: registers the types of the scenes, opens the scene and performs the task.

use crate::{
    flocks,
    overrides::Overrides,
    picture::{self, Exposure},
    report::Report,
    task::{Picture, Record, Task},
};
use flock_demo::SCENES;
use fyrox::{
    core::{log::Log, pool::Handle, reflect::prelude::*, visitor::prelude::*},
    engine::{executor::Executor, GraphicsContext},
    event::{ElementState, Event, WindowEvent},
    keyboard::{KeyCode, PhysicalKey},
    plugin::{
        error::GameResult, Plugin, PluginContext, PluginRegistrationContext, SceneLoaderResult,
    },
    scene::{camera::Camera, Scene},
};
use std::{cell::RefCell, path::PathBuf, rc::Rc};

/// Number of frames drawn before a picture, one for each simulated step, until the state that the
/// renderer keeps between frames has settled. Earlier steps are simulated but not drawn.
const FRAMES_BEFORE_PICTURE: u32 = 2;

/// The plugin that opens a scene and performs the task.
#[derive(Debug, Reflect, Visit)]
#[reflect(non_cloneable)]
pub struct Game {
    #[visit(skip)]
    #[reflect(hidden)]
    scene_file: PathBuf,
    #[visit(skip)]
    #[reflect(hidden)]
    task: Task,
    #[visit(skip)]
    #[reflect(hidden)]
    overrides: Overrides,
    #[visit(skip)]
    #[reflect(hidden)]
    is_opening: bool,
    #[visit(skip)]
    #[reflect(hidden)]
    drawn: Drawn,
    #[visit(skip)]
    #[reflect(hidden)]
    record: Rc<RefCell<Record>>,
    #[visit(skip)]
    #[reflect(hidden)]
    scene: Handle<Scene>,
    #[visit(skip)]
    #[reflect(hidden)]
    stage: Stage,
}

/// What the renderer draws.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    pub flocks: bool,
    pub ambient_occlusion: bool,
}

/// The state of the scene.
#[derive(Debug)]
enum Stage {
    /// Its file is being read, or reading failed.
    Loading,
    /// It is disabled until all resources are loaded and scripts can run, so that all updates are
    /// counted.
    Loaded,
    /// It runs. The number of updates so far.
    Running(u32),
    /// It is disabled at the time of the picture. The number of updates before.
    Posing(u32),
    /// The frame of the picture is being drawn.
    Exposing(Exposure),
}

impl Game {
    /// A game that opens a scene, changes what the command line overrides, draws what is to be
    /// `drawn`, performs a task and records the outcome.
    pub fn new(
        scene_file: PathBuf,
        task: Task,
        overrides: Overrides,
        drawn: Drawn,
        record: Rc<RefCell<Record>>,
    ) -> Self {
        Self {
            scene_file,
            task,
            overrides,
            is_opening: false,
            drawn,
            record,
            scene: Handle::NONE,
            stage: Stage::Loading,
        }
    }

    /// Opens the next demo scene, while the current one keeps running.
    fn open_next(&mut self, context: &mut PluginContext) {
        let mut scenes = SCENES.iter();
        let index = scenes.position(|name| flock_demo::scene_file(name) == self.scene_file);
        let next = index.map_or(0, |index| (index + 1) % SCENES.len());
        self.scene_file = flock_demo::scene_file(SCENES[next]);
        self.overrides.preset = None;
        self.overrides.hour = None;
        self.is_opening = true;
        self.open(context);
    }

    fn open(&self, context: &mut PluginContext) {
        context.load_scene(
            self.scene_file.clone(),
            false,
            |result, game: &mut Game, context| {
                game.on_scene_loaded(result, context);
                Ok(())
            },
        );
    }

    fn on_scene_loaded(&mut self, result: SceneLoaderResult, context: &mut PluginContext) {
        let mut scene = match result {
            Ok(output) => output.payload,
            Err(error) => {
                return self.fail(context, format!("it cannot be read as a scene: {error}"))
            }
        };
        if !scene
            .graph
            .linear_iter()
            .any(|node| node.cast::<Camera>().is_some())
        {
            let message =
                "it has no camera, so nothing of it can be seen. Add a camera in the editor";
            return self.fail(context, message.to_string());
        }
        if let Err(message) = self.overrides.apply(&mut scene) {
            return self.fail(context, message.to_string());
        }
        if let Task::Picture(picture) = &self.task {
            picture::set_size(&mut scene, picture.size);
        }
        scene.enabled.set_value_silent(false);
        if let Ok(old) = context.scenes.try_get_mut(self.scene) {
            // The engine does not call the scripts of a removed scene.
            flock_demo::close_panels(old, context.user_interfaces, context.graphics_context);
            context.scenes.remove(self.scene);
        }
        self.is_opening = false;
        self.scene = context.scenes.add(scene);
        self.stage = Stage::Loaded;
    }

    /// Ends the program with an error about the scene.
    fn fail(&mut self, context: &PluginContext, reason: String) {
        let message = format!("the scene {}: {reason}", self.scene_file.display());
        if std::mem::take(&mut self.is_opening) {
            // The current scene keeps running.
            return Log::err(message);
        }
        self.end(context, Err(message));
    }

    /// Ends the program.
    fn end(&self, context: &PluginContext, result: Result<(), String>) {
        let mut record = self.record.borrow_mut();
        match result {
            Ok(()) => record.done = true,
            Err(message) => record.failure = record.failure.take().or(Some(message)),
        }
        context.loop_controller.exit();
    }

    /// Number of updates from the start of the scene to the picture.
    fn updates_before(picture: &Picture) -> u32 {
        ((picture.after * Executor::DEFAULT_UPDATE_RATE).round() as u32).max(1)
    }

    /// Uses the engine's time lag to run the next update at once or after a frame.
    fn pace(&mut self, picture: &Picture, context: &mut PluginContext) {
        *context.lag = 0.0;
        let Stage::Running(updates) = &mut self.stage else {
            return;
        };
        *updates += 1;
        let remaining = Self::updates_before(picture).saturating_sub(*updates);
        if remaining == 0 {
            self.stage = Stage::Posing(*updates);
            context.scenes[self.scene].enabled.set_value_silent(false);
        } else if remaining > FRAMES_BEFORE_PICTURE {
            *context.lag = 2.0 * context.dt;
        }
    }

    /// Enables the scene for one more frame and requests a picture of that frame.
    fn expose(
        &mut self,
        picture: &Picture,
        updates: u32,
        context: &mut PluginContext,
    ) -> Result<(), String> {
        let scene = &mut context.scenes[self.scene];
        if let Some(file) = &picture.report {
            let seconds = updates as f32 / Executor::DEFAULT_UPDATE_RATE;
            Report::new(scene, picture.size, seconds).save(file)?;
        }
        scene.enabled.set_value_silent(true);
        let cameras = picture::cameras(scene).count();
        if cameras == 0 {
            return Err(format!(
                "the scene {}: no camera is enabled. Enable one in the editor",
                self.scene_file.display()
            ));
        }
        if let GraphicsContext::Initialized(graphics) = context.graphics_context {
            let interfaces = context.user_interfaces.iter();
            let on_screen = interfaces.filter(|ui| ui.render_target.is_none());
            self.stage = Stage::Exposing(Exposure::begin(
                &mut graphics.renderer,
                self.scene,
                cameras,
                picture.size,
                on_screen.map(|ui| ui.drawing_context.clone()).collect(),
            ));
        }
        Ok(())
    }

    /// Records the statistics of the previous frame.
    fn measure(&self, context: &PluginContext) {
        let GraphicsContext::Initialized(graphics) = &context.graphics_context else {
            return;
        };
        let mut record = self.record.borrow_mut();
        record.measure.frame(
            &graphics.renderer.get_statistics(),
            flocks::simulations(&context.scenes[self.scene]),
        );
    }
}

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        flock_demo::register(&context);
        Ok(())
    }

    fn init(&mut self, _: Option<&str>, mut context: PluginContext) -> GameResult {
        self.open(&mut context);
        Ok(())
    }

    fn on_graphics_context_initialized(&mut self, context: PluginContext) -> GameResult {
        if let GraphicsContext::Initialized(graphics) = context.graphics_context {
            let renderer = &mut graphics.renderer;
            let mut settings = renderer.get_quality_settings();
            settings.use_ssao &= self.drawn.ambient_occlusion;
            renderer.set_quality_settings(&settings)?;
        }
        Ok(())
    }

    fn update(&mut self, context: &mut PluginContext) -> GameResult {
        if let (Stage::Exposing(exposure), Task::Picture(picture)) = (&self.stage, &self.task) {
            match exposure.save(&picture.file) {
                Ok(false) => (),
                Ok(true) => self.end(context, Ok(())),
                Err(message) => self.end(context, Err(message)),
            }
        }
        Ok(())
    }

    fn post_update(&mut self, context: &mut PluginContext) -> GameResult {
        if !self.task.is_play() {
            // So that the same number of updates is always the same number of steps.
            if let Ok(scene) = context.scenes.try_get(self.scene) {
                flocks::wait_until_ready(scene);
            }
        }
        match self.task.clone() {
            Task::Play => (),
            Task::Frames(_) => *context.lag = 0.0,
            Task::Picture(picture) => self.pace(&picture, context),
        }
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, mut context: PluginContext) -> GameResult {
        if let Event::WindowEvent {
            event: WindowEvent::KeyboardInput { event, .. },
            ..
        } = event
        {
            if let (ElementState::Pressed, false, PhysicalKey::Code(key)) =
                (event.state, event.repeat, event.physical_key)
            {
                match key {
                    KeyCode::Escape => context.loop_controller.exit(),
                    KeyCode::Tab if self.task.is_play() => {
                        if let (Stage::Running(_), false) = (&self.stage, self.is_opening) {
                            self.open_next(&mut context);
                        }
                    }
                    _ => (),
                }
            }
        }
        Ok(())
    }

    fn before_rendering(&mut self, mut context: PluginContext) -> GameResult {
        match self.stage {
            Stage::Loading => return Ok(()),
            Stage::Loaded => {
                // The engine runs no scripts until all resources are loaded.
                if context.resource_manager.state().count_pending_resources() > 0 {
                    return Ok(());
                }
                context.scenes[self.scene].enabled.set_value_silent(true);
                self.stage = Stage::Running(0);
            }
            _ => (),
        }
        if !self.drawn.flocks {
            flocks::hide(&mut context.scenes[self.scene]);
        }
        self.measure(&context);
        match (self.task.clone(), &self.stage) {
            (Task::Frames(count), _) => {
                // One step for each frame, on fast machines and on slow ones.
                *context.lag = context.dt;
                if self.record.borrow().measure.frames() >= count {
                    self.end(&context, Ok(()));
                }
            }
            (Task::Picture(picture), &Stage::Posing(updates)) => {
                if let Err(message) = self.expose(&picture, updates, &mut context) {
                    self.end(&context, Err(message));
                }
            }
            _ => (),
        }
        Ok(())
    }
}
