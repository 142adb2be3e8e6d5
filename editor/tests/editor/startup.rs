use crate::project::Project;
use std::{
    path::Path,
    process::{Command, Output},
};

fn editor(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_editor"))
        .args(arguments)
        .current_dir(folder)
        // If a mistake is not detected, the editor must not open on the screen of the developer who
        // runs the tests.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the editor program starts")
}

/// Asserts that the program exits with this status and a message.
fn ends(project: &Project, arguments: &[&str], status: i32, message: &str) {
    let output = editor(project.folder(), arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(status),
        "{arguments:?}: {errors}"
    );
    assert!(errors.contains(message), "{arguments:?}: {errors}");
}

fn complains(project: &Project, arguments: &[&str], message: &str) {
    ends(project, arguments, 1, message);
}

#[test]
fn wrong_arguments_are_an_error() {
    let project = Project::empty("wrong-arguments");
    ends(&project, &["--fullscreen"], 2, "'--fullscreen'");
    ends(&project, &["a.rgs", "b.rgs"], 2, "'b.rgs'");
}

#[test]
fn a_missing_scene_is_an_error() {
    complains(
        &Project::empty("missing-scene"),
        &["data/lake.rgs"],
        "data/lake.rgs",
    );
}

#[test]
fn a_missing_default_scene_is_an_error() {
    // Not in the target folder, which may be in this workspace and so below the aquarium.
    let elsewhere = tempfile::tempdir().expect("a temporary folder can be made");
    let output = editor(elsewhere.path(), &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("there is no data/aquarium.rgs"), "{errors}");
}

#[test]
fn a_file_that_is_no_scene_is_an_error() {
    let project = Project::empty("no-scene");
    std::fs::write(project.folder().join("data/notes.txt"), "fish").unwrap();
    complains(&project, &["data/notes.txt"], "not a scene");
    complains(&project, &["data"], "not a scene");
}

#[test]
fn a_scene_outside_a_project_is_an_error() {
    let project = Project::empty("outside");
    std::fs::write(project.folder().join("lost.rgs"), "").unwrap();
    complains(&project, &["lost.rgs"], "in no project");
}

#[test]
fn without_a_screen_it_says_so() {
    let project = Project::empty("no-screen");
    std::fs::write(project.folder().join("data/lake.rgs"), "").unwrap();
    complains(&project, &["data/lake.rgs"], "a window cannot be opened");
}

#[test]
fn help_and_version_are_printed() {
    let project = Project::empty("help");
    let help = editor(project.folder(), &["--help"]);
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("Usage: editor [SCENE]"));
    let version = editor(project.folder(), &["--version"]);
    assert!(version.status.success());
    assert!(String::from_utf8_lossy(&version.stdout).contains(env!("CARGO_PKG_VERSION")));
}
