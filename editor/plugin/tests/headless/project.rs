//! The life cycle of a flock in a project: created in the editor, saved, played, exported.
//!
//! The tests run in the project whose editor they belong to. `executor/stranger.sh` creates this
//! project and runs the tests.

use crate::{
    create::create,
    driver::{run_in, History, Script},
    game,
    scene::{flock, flocks, node, renderers, text},
};
use fyrox::{
    core::{
        algebra::Vector2,
        log::{Log, LogMessage, MessageKind},
        pool::Handle,
        variable::InheritableVariable,
    },
    graph::SceneGraph,
    gui::{test::UserInterfaceTestingExtension, text::Text, UiNode, UserInterface},
};
use fyrox_flock::sim::settings::{Plane, Spawn};
use fyrox_flock_editor::{ids, FlockEditor, FlockKind};
use fyroxed_base::{menu::file::FileMenu, Editor, Message, Mode};
use std::{
    any::TypeId,
    fs,
    path::{Path, PathBuf},
    sync::mpsc,
    time::SystemTime,
};

/// The scene that the project's game opens.
const SCENE: &str = "data/scene.rgs";

/// The log of the project's game.
const LOG: &str = "stranger.log";

/// The output folder of the export wizard.
const EXPORTED: &str = "build/executor";

/// Time limit for cargo to build the game with the engine, in seconds.
const BUILDING: usize = 60 * 60;

/// Time limit for a game with software rendering to run for a simulated second, in seconds.
const STARTING: usize = 5 * 60;

const SCHOOL: FlockKind = FlockKind::ALL[0];

#[test]
#[ignore = "needs a project"]
fn a_flock_is_made_and_saved() {
    let log = listen();
    run_in(
        &project(),
        SCENE,
        "project::a_flock_is_made_and_saved",
        |script| {
            make_and_save(script);
            script.act(move |_| assert_no_errors(&log));
        },
    );
}

#[test]
#[ignore = "needs a project"]
fn the_game_is_played() {
    let name = "project::the_game_is_played";
    run_in(&project(), SCENE, name, |script| {
        script.act(|editor| {
            // The log of an earlier game must not count.
            _ = fs::remove_file(LOG);
            select_profile(editor, game::BUILD_PROFILE);
        });
        let play_after_build = true;
        script.send(move || Message::SwitchToBuildMode { play_after_build });
        script.until_within(BUILDING, |editor| {
            assert!(!editor.mode.is_edit(), "the game was not built");
            matches!(editor.mode, Mode::Play { .. })
        });
        script.until_within(STARTING, |editor| {
            assert!(!editor.mode.is_edit(), "the game ended by itself");
            fs::read_to_string(LOG).is_ok_and(|log| log.contains("boids after"))
        });
        script.send(|| Message::SwitchToEditMode);
        script.until(|editor| editor.mode.is_edit());
    });
}

#[test]
#[ignore = "needs a project"]
fn the_game_is_exported() {
    let name = "project::the_game_is_exported";
    run_in(&project(), SCENE, name, |script| {
        script
            .click(FileMenu::FILE)
            .click(FileMenu::EXPORT_PROJECT)
            .wait(30);
        script.act(|editor| {
            let (place, _) = export_button(editor);
            editor.engine.user_interfaces.first_mut().click(place);
        });
        // The wizard's button is disabled until the export is complete.
        script.until_within(BUILDING, |editor| export_button(editor).1);
        script.act(|_| assert!(Path::new(EXPORTED).is_file(), "nothing was exported"));
    });
}

#[test]
#[ignore = "needs a project"]
fn the_game_is_reloaded() {
    let log = listen();
    let name = "project::the_game_is_reloaded";
    run_in(&project(), SCENE, name, |script| {
        script.click(ids::VIEWPORT_PREVIEW);
        script.until(|editor| steps(editor) > 5);
        script.act(|_| touch(&library()));
        script.until(move |_| {
            let mut messages = log.try_iter();
            messages.any(|it| it.content.contains("was reloaded successfully"))
        });
        // The preview continues with the scripts of the new library.
        let mut earlier = None;
        script.until(move |editor| {
            let steps = steps(editor);
            steps > *earlier.get_or_insert(steps) + 5
        });
        script.click(ids::VIEWPORT_PREVIEW);
        let other = FlockKind::ALL[1];
        create(script, other);
        script.act(move |editor| assert!(node(editor, other.name).is_some()));
        script.undo();
        script.act(move |editor| assert!(node(editor, other.name).is_none()));
        save(script);
    });
}

/// Creates a flock, previews and saves it, and opens the scene again.
fn make_and_save(script: &mut Script) {
    create(script, SCHOOL);
    script.act(|editor| {
        let is_flat = node(editor, "Sprite (2D)").is_some();
        let plane = flock(editor, SCHOOL.name).settings().motion.plane;
        assert_eq!(plane == Plane::Xy, is_flat, "{plane:?}");
        let editors = editor.property_editors.definitions();
        let id = TypeId::of::<InheritableVariable<Spawn>>();
        assert!(editors.contains_key(&id), "the inspector cannot edit it");
    });
    script.click(ids::VIEWPORT_PREVIEW);
    script.until(|editor| steps(editor) > 5);
    script.act(|editor| assert_eq!(renderers(editor).len(), 1));
    save(script);
    let history = History::default();
    history.keep(script);
    script.act(|editor| {
        let id = editor.scenes.current_scene_entry_ref().id;
        editor.message_sender.send(Message::CloseScene(id));
    });
    script.until(|editor| editor.scenes.is_empty());
    script.send(|| Message::LoadScene(SCENE.into()));
    script.until(|editor| !editor.scenes.is_empty());
    script.act(move |editor| {
        assert_eq!(flocks(editor).len(), 1, "flocks in the saved scene");
        assert!(text(editor) == history.first(), "it is another scene");
    });
}

fn save(script: &mut Script) {
    script.act(|editor| {
        let id = editor.scenes.current_scene_entry_ref().id;
        let path = SCENE.into();
        editor.message_sender.send(Message::SaveScene { id, path });
    });
    script.until(|editor| fs::read_to_string(SCENE).unwrap() == text(editor));
}

/// The project whose editor these tests belong to.
fn project() -> PathBuf {
    let editor = Path::new(env!("CARGO_MANIFEST_DIR"));
    editor.parent().expect("projects have a folder").to_owned()
}

/// Number of steps of the school in the preview.
fn steps(editor: &Editor) -> u64 {
    let plugin = editor.plugins.get::<FlockEditor>();
    let Some(school) = node(editor, SCHOOL.name) else {
        return 0;
    };
    let flock = plugin.preview.flock(editor, school);
    flock.map_or(0, |it| it.statistics().steps)
}

fn select_profile(editor: &mut Editor, name: &str) {
    let build = &mut editor.settings.build;
    let place = build.profiles.iter().position(|it| it.name == name);
    build.selected_profile = place.unwrap();
}

/// Centre of the wizard's button Export, and whether it is enabled.
fn export_button(editor: &Editor) -> (Vector2<f32>, bool) {
    let ui = editor.engine.user_interfaces.first();
    let window = editor.export_window.as_ref().unwrap().window;
    let is_export = |node: &UiNode| {
        let text = node.cast::<Text>();
        text.is_some_and(|text| text.text() == "Export")
    };
    let found = ui.find(window.to_base::<UiNode>(), &mut |node| is_export(node));
    let (handle, text) = found.expect("the wizard has a button");
    (text.screen_bounds().center(), is_enabled(ui, handle))
}

fn is_enabled(ui: &UserInterface, mut widget: Handle<UiNode>) -> bool {
    while let Ok(node) = ui.try_get(widget) {
        if !node.enabled() {
            return false;
        }
        widget = node.parent();
    }
    true
}

/// The dynamic library of the game, beside the editor's own program.
fn library() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.with_file_name("libgame_dylib.so")
}

/// Updates the modification time of a file.
fn touch(file: &Path) {
    let file = fs::File::options().append(true).open(file).unwrap();
    file.set_modified(SystemTime::now()).unwrap();
}

/// Receives log messages from now on.
fn listen() -> mpsc::Receiver<LogMessage> {
    let (sender, receiver) = mpsc::channel();
    Log::add_listener(sender);
    receiver
}

/// A missing sound card is not an error of the project.
fn assert_no_errors(log: &mpsc::Receiver<LogMessage>) {
    let errors: Vec<_> = log
        .try_iter()
        .filter(|it| it.kind == MessageKind::Error)
        .map(|it| it.content)
        .filter(|it| !it.contains("Unable to initialize audio output device"))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}
