//! The report of a picture: the same simulated time gives the same flock, drawn or not.

mod support;

use flock_testkit::picture::Picture;
use serde_json::Value;
use std::fs;
use support::{add_script, execute_on_screen, fish_before_the_cube, room, Folder};

fn run(folder: &Folder, options: &[&str]) -> (Picture, Value) {
    let mut all = vec![
        "--override-scene",
        "data/fish.rgs",
        "--size",
        "320x200",
        "--after",
        "1.5",
    ];
    all.extend(["--picture", "a.png", "--report", "a.json"]);
    all.extend(options);
    execute_on_screen(folder.path(), &all);
    let report = fs::read_to_string(folder.file("a.json")).expect("the report was written");
    (
        Picture::open(&folder.file("a.png")),
        serde_json::from_str(&report).unwrap(),
    )
}

#[test]
fn same_time_is_the_same_flock_drawn_or_not() {
    let folder = Folder::new("report");
    let mut scene = room();
    add_script(&mut scene, fish_before_the_cube());
    folder.save("data/fish.rgs", scene);
    let (picture, report) = run(&folder, &[]);
    let (without, same) = run(&folder, &["--without-flock"]);

    assert_eq!(report["simulated_seconds"], 1.5);
    assert_eq!(
        (&report["width"], &report["height"]),
        (&320.into(), &200.into())
    );
    let flock = &report["flocks"][0];
    assert_eq!(flock["statistics"]["boids"], 60);
    assert_eq!(flock["statistics"]["steps"], 90);
    assert_eq!(flock["boids"].as_array().unwrap().len(), 60);
    assert_eq!(flock["boids"], same["flocks"][0]["boids"]);
    assert_eq!(report["view_projection"], same["view_projection"]);

    let changed = picture
        .pixels
        .iter()
        .zip(&without.pixels)
        .filter(|(a, b)| a != b)
        .count();
    assert!(changed > 100, "only {changed} pixels show the fish");
}

/// On the best adapter, even if it is a software adapter.
#[test]
fn a_flock_on_a_graphics_card_is_drawn() {
    let folder = Folder::new("card");
    let mut scene = room();
    add_script(&mut scene, fish_before_the_cube());
    folder.save("data/fish.rgs", scene);
    let (picture, report) = run(&folder, &["--backend", "gpu", "--adapter="]);
    let (without, _) = run(&folder, &["--without-flock"]);

    let flock = &report["flocks"][0];
    assert!(flock["adapter"].is_string(), "{}", flock["adapter"]);
    let boids = flock["boids"].as_array().unwrap();
    assert_eq!(boids.len(), 60);
    for boid in boids {
        // Inside the boundary, or not far outside of it.
        let z = boid["position"][2].as_f64().unwrap();
        assert!((-2.2..-0.4).contains(&z), "{boid}");
    }
    // A slow GPU skips steps.
    let steps = flock["statistics"]["steps"].as_u64().unwrap();
    assert!((1..=90).contains(&steps), "{steps}");
    let pixels = picture.pixels.iter().zip(&without.pixels);
    let changed = pixels.filter(|(a, b)| a != b).count();
    assert!(changed > 100, "only {changed} pixels show the fish");
}

#[test]
fn frames_are_counted_and_measured() {
    let folder = Folder::new("frames");
    let mut scene = room();
    add_script(&mut scene, fish_before_the_cube());
    folder.save("data/fish.rgs", scene);
    let options = [
        "--override-scene",
        "data/fish.rgs",
        "--size",
        "160x100",
        "--frames",
        "5",
    ];
    let output = execute_on_screen(folder.path(), &options);
    let text = String::from_utf8(output.stdout).unwrap();
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.expect(name).trim().parse().unwrap()
    };
    assert_eq!(value("frames "), 5.0);
    assert_eq!(value("boids "), 60.0);
    assert!(
        value("frame ms ") > 0.0 && value("draw calls ") >= 2.0,
        "{text}"
    );
}
