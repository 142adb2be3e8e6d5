//! The Play button: the commands that it runs, and the game that they start.

use crate::{
    editor::{Editor, PATIENCE},
    picture::Picture,
    process::wait_for,
    project::{workspace, Project},
    screen::Pixel,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// Time limit of the build of the game and of its run.
const GAME: Duration = Duration::from_secs(900);

/// Clicks the Play button at a place and returns the arguments of the cargo calls that follow.
pub fn click_play(editor: &Editor, button: Pixel, project: &Project) -> [Vec<String>; 2] {
    editor.click_at(button);
    let calls = calls_of_cargo(project);
    wait_for("build and run of the game", PATIENCE, || {
        let calls = fs::read_to_string(&calls).ok()?;
        let calls = calls.split_terminator("\n\n");
        let arguments = calls.map(|call| call.lines().map(str::to_owned).collect());
        arguments.collect::<Vec<_>>().try_into().ok()
    })
}

/// Replaces `cargo` by a program that writes one argument on each line, and an empty line after
/// each call.
pub fn replace_cargo(project: &Project, command: &mut Command) {
    let calls = calls_of_cargo(project);
    let script = format!(
        r#"{{ printf '%s\n' "$@"; echo; }} >> '{}'"#,
        calls.display()
    );
    put_before_cargo(project, command, &script);
}

fn calls_of_cargo(project: &Project) -> PathBuf {
    project.folder().join("cargo-calls")
}

/// Clicks the Play button at a place. The editor builds the game and starts it with the scene, and
/// the game ends after a picture, if [`take_picture_of_game`] prepared the editor.
pub fn game_shows_the_scene(editor: &Editor, button: Pixel, project: &Project) {
    editor.click_at(button);
    wait_for("end of the game", GAME, || {
        let log = editor.log();
        assert!(!log.contains("Failed to build the game!"), "{log}");
        let (_, end) = log.split_once("Game was closed: ")?;
        assert!(end.starts_with("ExitStatus(unix_wait_status(0))"), "{log}");
        Some(())
    });
    let picture = Picture::open(&picture_of_game(project));
    let water = picture.warmth(0.2..0.8, 0.2..0.5);
    let sand = picture.warmth(0.2..0.8, 0.93..0.99);
    assert!(water < -20.0 && sand > 20.0, "water {water}, sand {sand}");
}

/// Makes `cargo` use the packages of the workspace, which the project does not have, and makes the
/// game take a picture and end.
pub fn take_picture_of_game(project: &Project, command: &mut Command) {
    // The editor takes everything in the error output, as the name of the running program, for an
    // error.
    let script = format!(
        r#"
subcommand=$1
shift
if [ "$subcommand" = run ]; then
  set -- "$@" --picture '{picture}' --after 1
  exec 2> '{errors}'
fi
exec '{cargo}' "$subcommand" --manifest-path '{workspace}/Cargo.toml' "$@"
"#,
        picture = picture_of_game(project).display(),
        errors = project.folder().join("game-errors").display(),
        cargo = env!("CARGO"),
        workspace = workspace().display(),
    );
    put_before_cargo(project, command, &script);
}

fn picture_of_game(project: &Project) -> PathBuf {
    project.folder().join("game.png")
}

/// Makes the command find a shell script instead of `cargo`.
fn put_before_cargo(project: &Project, command: &mut Command, script: &str) {
    let folder = project.folder().join("bin");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("cargo");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    make_executable(&program);

    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(path).unwrap());
}

fn make_executable(program: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
}
