//! Every invalid command line fails with a message that names the value and the remedy.

mod support;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use support::{assert_screen, cube_in_the_light, errors, execute, room, Folder};

/// Checks that the executor exited with an error and that its message has all the parts.
fn assert_fails(output: &Output, parts: &[&str]) {
    let message = errors(output);
    let code = output.status.code();
    assert!(matches!(code, Some(1 | 2)), "exit code {code:?}: {message}");
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn unknown_option() {
    let folder = Folder::new("unknown-option");
    let output = execute(folder.path(), &["--pictures", "a.png"]);
    assert_fails(&output, &["--pictures", "--help"]);
}

#[test]
fn options_of_the_picture_without_a_picture() {
    let folder = Folder::new("no-picture");
    let output = execute(folder.path(), &["--after", "3"]);
    assert_fails(&output, &["--picture <FILE>"]);
}

#[test]
fn values_out_of_range() {
    let folder = Folder::new("out-of-range");
    let run = |options: &[&str]| execute(folder.path(), options);
    assert_fails(
        &run(&["--picture", "a.png", "--after=-1"]),
        &["-1", "0 to 3600"],
    );
    assert_fails(&run(&["--size", "9x9"]), &["9x9", "16 to 8192", "1280x720"]);
    assert_fails(&run(&["--frames", "0"]), &["0", "--frames"]);
    for hour in ["--hour=-1", "--hour=25", "--hour=NaN", "--hour=noon"] {
        let value = hour.trim_start_matches("--hour=");
        assert_fails(&run(&[hour]), &[value, "0 to 24"]);
    }
}

#[test]
fn unknown_scene() {
    let folder = Folder::new("unknown-scene");
    let output = execute(folder.path(), &["tank"]);
    assert_fails(&output, &["tank", "aquarium", "cave"]);
}

#[test]
fn missing_scene() {
    let folder = Folder::new("missing-scene");
    let output = execute(folder.path(), &["--override-scene", "data/missing.rgs"]);
    assert_fails(
        &output,
        &["data/missing.rgs", "not found", "--override-scene PATH"],
    );
}

#[test]
fn folder_in_place_of_a_scene() {
    let folder = Folder::new("folder-as-scene");
    let output = execute(folder.path(), &["--override-scene", "data"]);
    assert_fails(&output, &["not found", "--override-scene PATH"]);
}

#[test]
fn an_hour_for_a_scene_without_a_day() {
    let folder = Folder::new("no-day");
    folder.save("data/scene.rgs", room());
    let scene = ["--override-scene", "data/scene.rgs"];
    let options = ["--hour", "21", "--frames", "1"];
    assert_screen();
    let output = execute(folder.path(), &[&scene[..], &options].concat());
    assert_fails(&output, &["--hour has no effect", "starlings"]);
}

#[test]
fn unwritable_picture() {
    let folder = Folder::new("unwritable");
    let file = folder.file("no-such-folder/picture.png");
    let output = execute(folder.path(), &["--picture", &file]);
    assert_fails(
        &output,
        &[&file, "cannot be written", "a folder that exists"],
    );
}

#[test]
fn unwritable_report() {
    let folder = Folder::new("unwritable-report");
    let (picture, report) = (folder.file("a.png"), folder.file("no-such-folder/a.json"));
    let output = execute(folder.path(), &["--picture", &picture, "--report", &report]);
    assert_fails(&output, &[&report, "cannot be written"]);
    assert!(!Path::new(&picture).exists(), "nothing is left behind");
}

#[test]
fn older_picture_survives_a_failure() {
    let folder = Folder::new("older-picture");
    let picture = folder.file("picture.png");
    fs::write(&picture, "the older one").unwrap();
    let options = ["--picture", &picture, "--override-scene", "missing.rgs"];
    assert_fails(&execute(folder.path(), &options), &["missing.rgs"]);
    assert_eq!(fs::read_to_string(&picture).unwrap(), "the older one");
}

#[test]
fn unknown_preset() {
    let folder = Folder::new("unknown-preset");
    let output = execute(folder.path(), &["--preset", "dragons"]);
    assert_fails(
        &output,
        &["dragons", "RON file", "fish_school", "starlings"],
    );
}

#[test]
fn presets_that_are_wrong() {
    let folder = Folder::new("wrong-presets");
    for (text, parts) in [
        (
            "(motion: (\n  max_sped: 2))",
            ["wrong.ron", "line 2", "max_sped"],
        ),
        (
            "(\nseparation: (\nradius: -1))",
            ["wrong.ron", "line 3", "separation.radius"],
        ),
    ] {
        fs::write(folder.file("wrong.ron"), text).unwrap();
        let output = execute(folder.path(), &["--preset", "wrong.ron"]);
        assert_fails(&output, &parts);
    }
}

#[test]
fn no_screen() {
    let folder = Folder::new("no-screen");
    folder.save("data/cube.rgs", cube_in_the_light());
    let output = Command::new(env!("CARGO_BIN_EXE_executor"))
        .args(["--override-scene", "data/cube.rgs"])
        .current_dir(folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    assert_fails(&output, &["no window can be opened", "executor/play.sh"]);
}

#[test]
fn file_that_is_not_a_scene() {
    assert_screen();
    let folder = Folder::new("not-a-scene");
    for (name, content) in [
        ("data/text.rgs", "this is not a scene"),
        ("data/empty.rgs", ""),
    ] {
        fs::write(folder.file(name), content).unwrap();
        let output = execute(folder.path(), &["--override-scene", name]);
        assert_fails(&output, &[name, "cannot be read as a scene"]);
    }
}

#[test]
fn preset_for_a_scene_without_a_flock() {
    assert_screen();
    let folder = Folder::new("no-flock");
    folder.save("data/room.rgs", room());
    let options = ["--override-scene", "data/room.rgs", "--preset", "gnats"];
    let output = execute(folder.path(), &options);
    assert_fails(&output, &["data/room.rgs", "no flock", "script Flock"]);
}

#[test]
fn scene_without_a_camera() {
    assert_screen();
    let folder = Folder::new("no-camera");
    folder.save("data/dark.rgs", cube_in_the_light());
    let output = execute(folder.path(), &["--override-scene", "data/dark.rgs"]);
    assert_fails(&output, &["data/dark.rgs", "no camera", "Add a camera"]);
}
