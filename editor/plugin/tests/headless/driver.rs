//! Runs an editor without a window and controls it, frame by frame.

use crate::{game, scene::text};
use fyrox::{
    core::{algebra::Vector2, Uuid},
    engine::ApplicationLoopController,
    gui::{
        check_box::CheckBoxMessage,
        message::{ButtonState, MouseButton, OsEvent},
        test::UserInterfaceTestingExtension,
    },
};
use fyrox_flock_editor::{ids, FlockEditor};
use fyroxed_base::{plugin::EditorPlugin, settings::Settings, Editor, Message, StartupData};
use std::{
    cell::RefCell,
    collections::VecDeque,
    env, fs,
    path::Path,
    path::PathBuf,
    process::Command,
    rc::Rc,
    time::{Duration, Instant},
};

/// Default number of frames after which a step may fail.
const MOST_FRAMES: usize = 900;

/// Time that every step is given: threads in the background need it on a busy machine, where the editor
/// makes many frames meanwhile.
const PATIENCE: Duration = Duration::from_secs(180);

/// Largest number of frames per second.
const FRAME_RATE: usize = 60;

/// Number of frames after each step, in which the editor handles its messages.
const REST: usize = 4;

/// Name of the environment variable with the test that a process runs.
const VARIABLE: &str = "FLOCK_EDITOR_TEST";

/// An action that is called in every frame, until it is done.
struct Step {
    act: Box<dyn FnMut(&mut Editor) -> bool>,
    most_frames: usize,
}

/// The steps of a test, in order.
#[derive(Default)]
pub struct Script {
    steps: VecDeque<Step>,
}

impl Script {
    /// Does an action once.
    pub fn act(&mut self, mut action: impl FnMut(&mut Editor) + 'static) -> &mut Self {
        self.until(move |editor| {
            action(editor);
            true
        })
    }

    /// Waits until a condition is true.
    pub fn until(&mut self, condition: impl FnMut(&mut Editor) -> bool + 'static) -> &mut Self {
        self.within(MOST_FRAMES, condition)
    }

    /// Waits until a condition is true. `seconds`: the least time after which the step may fail.
    pub fn until_within(
        &mut self,
        seconds: usize,
        condition: impl FnMut(&mut Editor) -> bool + 'static,
    ) -> &mut Self {
        self.within(seconds * FRAME_RATE, condition)
    }

    fn within(
        &mut self,
        most_frames: usize,
        condition: impl FnMut(&mut Editor) -> bool + 'static,
    ) -> &mut Self {
        let act = Box::new(condition);
        self.steps.push_back(Step { act, most_frames });
        self
    }

    /// Waits for some frames.
    pub fn wait(&mut self, frames: usize) -> &mut Self {
        let mut left = frames;
        self.until(move |_| {
            left = left.saturating_sub(1);
            left == 0
        })
    }

    /// Clicks a widget.
    pub fn click(&mut self, id: Uuid) -> &mut Self {
        self.act(move |editor| _ = editor.engine.user_interfaces.first_mut().click_at(id))
    }

    /// Switches a check box, which may be outside of the visible part of the panel.
    pub fn check(&mut self, id: Uuid, is_checked: bool) -> &mut Self {
        self.act(move |editor| {
            let ui = editor.engine.user_interfaces.first();
            let check_box = ui.find_by_uuid(id).unwrap().handle();
            ui.send(check_box, CheckBoxMessage::Check(Some(is_checked)));
        })
    }

    /// Sends a message to the editor.
    pub fn send(&mut self, message: impl Fn() -> Message + 'static) -> &mut Self {
        self.act(move |editor| editor.message_sender.send(message()))
    }

    /// Moves the mouse.
    pub fn point(&mut self, at: impl Fn(&Editor) -> Vector2<f32> + 'static) -> &mut Self {
        self.act(move |editor| {
            let position = at(editor);
            process(editor, OsEvent::CursorMoved { position });
        })
    }

    /// Presses the left mouse button.
    pub fn press(&mut self) -> &mut Self {
        self.act(|editor| process(editor, button(ButtonState::Pressed)))
    }

    /// Releases the left mouse button.
    pub fn release(&mut self) -> &mut Self {
        self.act(|editor| process(editor, button(ButtonState::Released)))
    }

    pub fn undo(&mut self) -> &mut Self {
        self.send(|| Message::UndoCurrentSceneCommand)
    }

    pub fn redo(&mut self) -> &mut Self {
        self.send(|| Message::RedoCurrentSceneCommand)
    }
}

fn process(editor: &mut Editor, event: OsEvent) {
    let ui = editor.engine.user_interfaces.first_mut();
    ui.process_os_event(&event);
}

fn button(state: ButtonState) -> OsEvent {
    let button = MouseButton::Left;
    OsEvent::MouseInput { button, state }
}

/// The scene as it would be saved, at several times of a script.
#[derive(Clone, Default)]
pub struct History(Rc<RefCell<Vec<String>>>);

impl History {
    /// Adds the current scene to the history.
    pub fn keep(&self, script: &mut Script) {
        let texts = self.0.clone();
        script.act(move |editor| texts.borrow_mut().push(text(editor)));
    }

    /// The first scene of the history.
    pub fn first(&self) -> String {
        self.0.borrow()[0].clone()
    }

    /// Asserts that one command leads from the first scene of the history to the current scene:
    /// after undo and redo, both are equal byte by byte. `undone` asserts more after the undo.
    pub fn assert_undo_and_redo(
        &self,
        script: &mut Script,
        undone: impl FnMut(&mut Editor) + 'static,
    ) {
        self.keep(script);
        self.keep(script.undo());
        self.keep(script.act(undone).redo());
        let texts = self.0.clone();
        script.act(move |_| {
            let texts = texts.borrow();
            assert_ne!(texts[0], texts[1]);
            assert_eq!(texts[0], texts[2], "undo");
            assert_eq!(texts[1], texts[3], "redo");
        });
    }
}

/// Opens the panel by its menu item. The menu is found by its handle, because the editor uses its
/// id twice.
pub fn open_panel(script: &mut Script) {
    script.act(|editor| {
        let menu = editor.menu.utils_menu.menu;
        let ui = editor.engine.user_interfaces.first_mut();
        let center = ui[menu].screen_bounds().center();
        ui.click(center);
    });
    script.click(ids::OPEN).wait(30);
}

/// Runs a script.
struct Driver {
    script: Script,
    frames: usize,
    /// The start of the present step.
    began: Instant,
    rest: usize,
}

impl EditorPlugin for Driver {
    fn on_post_update(&mut self, editor: &mut Editor, controller: ApplicationLoopController) {
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        let Some(step) = self.script.steps.front_mut() else {
            controller.exit();
            return;
        };
        self.frames += 1;
        assert!(
            self.frames < step.most_frames || self.began.elapsed() < PATIENCE,
            "a step takes too long"
        );
        if (step.act)(editor) {
            self.script.steps.pop_front();
            (self.frames, self.rest) = (0, REST);
            self.began = Instant::now();
        }
    }
}

/// Runs a test in an empty project, on a new scene. `name` is the name of the test.
pub fn run(name: &str, write: impl FnOnce(&mut Script)) {
    if is_run_by_another_process(name) {
        return;
    }
    let project = tempfile::tempdir().unwrap();
    fs::create_dir(project.path().join("data")).unwrap();
    drive(project.path(), vec![], |script| {
        write(script.send(|| Message::NewScene));
    });
}

/// Runs a test in an existing project, on one of its scenes. `name` is the name of the test.
pub fn run_in(project: &Path, scene: &str, name: &str, write: impl FnOnce(&mut Script)) {
    if is_run_by_another_process(name) {
        return;
    }
    drive(project, vec![scene.into()], |script| {
        script.until(|editor| !editor.scenes.is_empty());
        write(script);
    });
}

/// Runs the test in another process, unless this is that process: an editor changes the working
/// directory, so each test needs its own process.
fn is_run_by_another_process(name: &str) -> bool {
    if env::var(VARIABLE).as_deref() == Ok(name) {
        return false;
    }
    let output = Command::new(env::current_exe().unwrap())
        .args([name, "--exact", "--include-ignored", "--nocapture"])
        .env(VARIABLE, name)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "{}\n{}", text[0], text[1]);
    assert!(
        text[0].contains("1 passed"),
        "{name} is not the name of a test"
    );
    true
}

fn drive(project: &Path, scenes: Vec<PathBuf>, write: impl FnOnce(&mut Script)) {
    let mut settings = Settings::default();
    settings.windows.window_position = Default::default();
    settings.windows.window_size = Vector2::new(1400.0, 1000.0);
    let startup = StartupData {
        working_directory: project.canonicalize().unwrap(),
        scenes,
        named_objects: false,
    };
    // The editor reads settings and resources from the working directory when it is created.
    env::set_current_dir(project).unwrap();
    let mut editor = Editor::new_with_settings(Some(startup), settings);
    game::add_to(&mut editor);
    editor.add_editor_plugin(FlockEditor::default());
    let mut script = Script::default();
    script.wait(10);
    write(&mut script);
    let driver = Driver {
        script,
        frames: 0,
        began: Instant::now(),
        rest: 0,
    };
    editor.add_editor_plugin(driver);
    editor.run_headless();
}
