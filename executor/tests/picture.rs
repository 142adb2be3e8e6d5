//! Pictures: the frame as the player sees it, at the requested simulated time and size.

mod support;

use flock_demo::AquariumHud;
use flock_testkit::picture::{brightness, Picture};
use fyrox::{
    core::{algebra::Vector3, color::Color},
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, Exposure},
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use fyrox_flock::{sim::Settings, Flock};
use support::{add_script, execute_on_screen, room, Folder};

/// Takes a picture of a scene, in a size such as 400x300.
fn take(folder: &Folder, scene: &str, size: &str, after: &str) -> Picture {
    let all = [
        "--override-scene",
        scene,
        "--picture",
        "a.png",
        "--size",
        size,
        "--after",
        after,
    ];
    execute_on_screen(folder.path(), &all);
    Picture::open(&folder.file("a.png"))
}

#[test]
fn room_is_lit_and_upright() {
    let folder = Folder::new("room");
    folder.save("data/room.rgs", room());
    let picture = take(&folder, "data/room.rgs", "400x300", "0");
    assert_eq!((picture.width, picture.height), (400, 300));
    // The engine's own sky is deep blue overhead and pale below the horizon; the cube is in the
    // middle.
    let (sky, ground, cube) = (picture.at(8, 8), picture.at(8, 200), picture.at(200, 150));
    assert!(
        brightness(ground) > brightness(sky) + 20.0,
        "{sky:?} {ground:?}"
    );
    assert!(
        (brightness(ground) - brightness(cube)).abs() > 20.0,
        "{cube:?}"
    );
}

#[test]
fn panel_is_part_of_the_picture() {
    let folder = Folder::new("panel");
    folder.save("data/plain.rgs", room());
    let mut scene = room();
    add_script(&mut scene, AquariumHud::default());
    folder.save("data/panel.rgs", scene);
    let plain = take(&folder, "data/plain.rgs", "800x600", "1");
    let panel = take(&folder, "data/panel.rgs", "800x600", "1");
    let differs = |x, y| (brightness(plain.at(x, y)) - brightness(panel.at(x, y))).abs() > 2.0;
    assert!(differs(24, 24), "no panel in the upper left corner");
    assert!(
        !differs(24, 580) && !differs(780, 24),
        "the panel belongs into the upper left corner"
    );
}

/// A scene without light, and a flock in front of its camera.
fn dark_with_fish(glow: f32) -> Scene {
    let mut scene = Scene::new();
    let options = &mut scene.rendering_options;
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.ambient_lighting_color = Color::BLACK;
    options.clear_color = Some(Color::BLACK);
    let back = TransformBuilder::new().with_local_position(Vector3::new(0.0, 0.0, -4.0));
    let base = BaseBuilder::new().with_local_transform(back.build());
    CameraBuilder::new(base)
        .with_exposure(Exposure::Manual(1.0))
        .build(&mut scene.graph);
    scene.set_skybox(None);
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    let mut flock = Flock::new(settings);
    flock.variety.glow = glow;
    add_script(&mut scene, flock);
    scene
}

#[test]
fn fish_that_shine_are_seen_in_the_dark() {
    let folder = Folder::new("shine");
    let brightness = |glow: f32| {
        folder.save("data/dark.rgs", dark_with_fish(glow));
        let picture = take(&folder, "data/dark.rgs", "400x300", "0.5");
        picture.brightness()
    };
    let [dark, dim, bright] = [0.0, 0.3, 1.0].map(brightness);
    assert!(dark < 0.5, "{dark}");
    assert!(
        dim > dark + 1.0 && bright > 1.3 * dim,
        "{dark} {dim} {bright}"
    );
}
