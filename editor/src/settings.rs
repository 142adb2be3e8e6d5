//! The editor's settings for the demo scenes.

use crate::startup::DEFAULT_SCENE;
use fyrox::core::algebra::Vector3;
use fyroxed_base::settings::Settings;
use std::path::Path;

/// The editor's settings file, in the working directory.
const FILE: &str = "settings.ron";

/// Creates the settings for the first start, and writes the file, because the editor warns if it is
/// missing.
pub fn settings_at_start() -> Settings {
    let mut settings = first_settings();
    if !Path::new(FILE).exists() {
        settings.force_save();
    }
    settings
}

/// The settings for the first start in a project. By default, FyroxEd views a scene from its
/// middle, from where an aquarium is not visible, and draws all bounding boxes. These settings view
/// the aquarium from the front.
pub fn first_settings() -> Settings {
    let mut settings = Settings::default();
    let drawn = &mut settings.debugging;
    drawn.show_physics = false;
    drawn.show_bounds = false;
    drawn.show_light_bounds = false;
    drawn.show_camera_bounds = false;
    // The lights' icons, in metres: small enough to see the fish behind them.
    drawn.pictogram_size = 0.1;
    // The game is not a dynamic library that could be hot-reloaded.
    let profiles = &mut settings.build.profiles;
    profiles.retain(|profile| ["Debug", "Release"].contains(&profile.name.as_str()));
    let scene = settings
        .scene_settings
        .entry(DEFAULT_SCENE.into())
        .or_default();
    scene.camera_settings.position = Vector3::new(0.2, 1.75, 4.6);
    scene.camera_settings.yaw = 183.0_f32.to_radians();
    scene.camera_settings.pitch = 2.5_f32.to_radians();
    settings
}
