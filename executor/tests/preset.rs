//! The option `--preset` replaces the settings of the largest flock of the scene.

mod support;

use fyrox_flock::{
    sim::{Preset, Settings},
    Flock,
};
use serde_json::Value;
use std::fs;
use support::{add_script, execute_on_screen, room, Folder};

/// Numbers of boids of a scene whose two flocks have three and four boids, run with a preset. The
/// program starts in a subfolder of the project, because paths of the command line are relative to
/// it.
fn boids(folder: &Folder, preset: &str) -> Vec<u64> {
    let mut settings = Settings::default();
    let mut scene = room();
    for count in [4, 3] {
        settings.spawn.count = count;
        add_script(&mut scene, Flock::new(settings.clone()));
    }
    folder.save("data/flocks.rgs", scene);
    let mut options = vec!["--override-scene", "flocks.rgs", "--preset", preset];
    options.extend(["--size", "64x64", "--after", "0.1"]);
    options.extend(["--picture", "a.png", "--report", "a.json"]);
    execute_on_screen(&folder.path().join("data"), &options);
    let report = fs::read_to_string(folder.file("data/a.json")).expect("the report was written");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let flocks = report["flocks"].as_array().expect("a list of flocks");
    let boids = flocks.iter().map(|flock| &flock["statistics"]["boids"]);
    boids
        .map(|boids| boids.as_u64().expect("a number"))
        .collect()
}

#[test]
fn the_largest_flock_takes_a_preset_by_its_name() {
    let folder = Folder::new("preset-name");
    let preset = Preset::named("fish_tank").expect("there is such a preset");
    let count = u64::from(preset.settings().spawn.count);
    assert_eq!(boids(&folder, "fish_tank"), [count, 3]);
}

#[test]
fn the_largest_flock_takes_the_settings_of_a_file() {
    let folder = Folder::new("preset-file");
    let file = folder.file("data/seven.ron");
    fs::write(file, "(spawn: (count: 7))").expect("the file can be written");
    assert_eq!(boids(&folder, "seven.ron"), [7, 3]);
}
