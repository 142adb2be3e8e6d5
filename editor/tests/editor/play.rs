//! The Play button: the commands that it runs, and the game that they start.

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

/// Clicks the Play button at a place and returns the arguments of the cargo calls that follow.
pub fn click_play(editor: &Editor, button: Pixel, project: &Project) -> [Vec<String>; 2] {
    editor.point_at(button);
    editor.click();
    let notes = project.folder().join("cargo-calls");
    wait_for("build and run of the game", PATIENCE, || {
        let notes = fs::read_to_string(&notes).ok()?;
        let calls = notes.split_terminator("\n\n");
        let arguments = calls.map(|call| call.lines().map(str::to_owned).collect());
        arguments.collect::<Vec<_>>().try_into().ok()
    })
}

/// Replaces `cargo` by a program that records its arguments.
pub fn replace_cargo(project: &Project, command: &mut Command) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(note_calls_of_cargo(project)).chain(std::env::split_paths(&path)),
    );
    command.env("PATH", path.unwrap());
}

/// Creates a folder for the front of PATH. The program in it writes one argument on each line, and
/// an empty line after each call.
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

/// Runs the command of the Play button on the saved scene.
pub fn game_shows_the_scene(project: &Project, screen: &VirtualScreen, play: &[String]) {
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
