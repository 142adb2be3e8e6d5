use crate::{
    editor::{Editor, PATIENCE},
    picture::Picture,
    process::wait_for,
    project::{workspace, Project},
    screen::{Pixel, VirtualScreen},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where the Play button is on a screen of 1280 x 800 pixels, which the editor's window fills.
const PLAY_BUTTON: Pixel = [736, 84];

/// One visit, as starting the editor takes most of the time: it opens, shows the aquarium, plays it
/// and is closed.
#[test]
fn the_aquarium_opens_and_plays() {
    let project = Project::with_our_data("aquarium");
    let screen = VirtualScreen::start([1280, 800]);
    let mut editor = Editor::open(&project, &screen, |command| {
        replace_cargo(&project, command);
    });

    shows_the_scene(&mut editor);
    let [_build, run] = play(&editor, &project);
    editor.close();
    editor.logged_no_errors();

    game_shows_the_scene(&project, &screen, &run);
}

fn shows_the_scene(editor: &mut Editor) {
    let mut columns = [640, 660].into_iter().cycle();
    wait_for("picture of the scene in the editor", PATIENCE, || {
        // The editor rests when nothing happens to it.
        editor.point_at([columns.next()?, 300]);
        let picture = editor.picture();
        let (water, sand) = (
            picture.warmth(0.45..0.55, 0.36..0.42),
            picture.warmth(0.45..0.55, 0.55..0.57),
        );
        (water < -20.0 && sand > 20.0).then_some(())
    });
}

/// Clicks the Play button and returns the arguments of the calls of cargo that follow.
fn play(editor: &Editor, project: &Project) -> [Vec<String>; 2] {
    editor.point_at(PLAY_BUTTON);
    editor.click();
    let notes = project.folder().join("cargo-calls");
    wait_for("build and run of the game", PATIENCE, || {
        let notes = fs::read_to_string(&notes).ok()?;
        let calls = notes.split_terminator("\n\n");
        let arguments = calls.map(|call| call.lines().map(str::to_owned).collect());
        arguments.collect::<Vec<_>>().try_into().ok()
    })
}

/// Puts a program before `cargo` that notes how it is called.
fn replace_cargo(project: &Project, command: &mut Command) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(note_calls_of_cargo(project)).chain(std::env::split_paths(&path)),
    );
    command.env("PATH", path.unwrap());
}

/// A folder for the front of PATH. One argument a line, an empty line after each call.
fn note_calls_of_cargo(project: &Project) -> PathBuf {
    let folder = project.folder().join("bin");
    let notes = project.folder().join("cargo-calls");
    fs::create_dir_all(&folder).unwrap();
    let script = format!(
        "#!/bin/sh\n{{ printf '%s\\n' \"$@\"; echo; }} >> '{}'\n",
        notes.display()
    );
    let program = folder.join("cargo");
    fs::write(&program, script).unwrap();
    make_executable(&program);
    folder
}

fn make_executable(program: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the command that Play ran, on the scene that it saved.
fn game_shows_the_scene(project: &Project, screen: &VirtualScreen, play: &[String]) {
    let [.., option, scene] = play else {
        panic!("Play named no scene: {play:?}");
    };
    assert_eq!(option, "--override-scene");
    let picture = project.folder().join("game.png");
    let status = screen
        .show(&mut Command::new("timeout"))
        .args(["--kill-after=10", "900", env!("CARGO")])
        .args(&play[..play.len() - 1])
        // The project's copy of the scene, but the workspace's packages.
        .arg(project.folder().join(scene))
        .current_dir(workspace())
        .arg("--picture")
        .arg(&picture)
        .args(["--after", "1"])
        .status()
        .expect("cargo runs");
    assert!(status.success(), "{play:?}: {status}");

    let picture = Picture::open(&picture);
    let water = picture.warmth(0.2..0.8, 0.2..0.5);
    let sand = picture.warmth(0.2..0.8, 0.93..0.99);
    assert!(water < -20.0 && sand > 20.0, "water {water}, sand {sand}");
}
