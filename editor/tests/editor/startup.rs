use crate::project::Project;
use std::process::{Command, Output};

fn editor(project: &Project, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_editor"))
        .args(arguments)
        .current_dir(project.folder())
        // If a mistake were not noticed, the editor must not come up on the screen of whoever runs the tests.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the editor program starts")
}

fn complains(project: &Project, arguments: &[&str], about: &str) {
    let output = editor(project, arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
    assert!(message.starts_with("editor: "), "{arguments:?}: {message}");
    assert!(message.contains(about), "{arguments:?}: {message}");
}

#[test]
fn an_unknown_option_is_an_error() {
    complains(
        &Project::empty("unknown-option"),
        &["--fullscreen"],
        "--fullscreen",
    );
}

#[test]
fn a_second_scene_is_an_error() {
    complains(
        &Project::empty("second-scene"),
        &["a.rgs", "b.rgs"],
        "b.rgs",
    );
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
    complains(
        &Project::empty("missing-aquarium"),
        &[],
        "data/aquarium.rgs",
    );
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
    std::fs::remove_dir(project.folder().join("data")).unwrap();
    let target = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    assert!(!target
        .ancestors()
        .any(|folder| folder.join("data").exists()));
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
    let help = editor(&project, &["--help"]);
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("Usage: editor [SCENE]"));
    let version = editor(&project, &["--version"]);
    assert!(version.status.success());
    assert!(String::from_utf8_lossy(&version.stdout).contains(env!("CARGO_PKG_VERSION")));
}
