//! FyroxEd with the flock plugin.

use clap::Parser;
use flock_editor::startup::{Startup, DEFAULT_SCENE};
use fyrox::{core::algebra::Vector3, event_loop::EventLoop};
use fyroxed_base::{settings::Settings, Editor, StartupData};
use std::{error::Error, path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("editor: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Opens FyroxEd with the flock plugin.
///
/// The editor works in the scene's project: the folder whose `data` the scene lies in.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The scene to open, a .rgs or .ui file [default: data/aquarium.rgs, here or in a folder
    /// above].
    scene: Option<PathBuf>,
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let current = std::env::current_dir()?;
    open(Startup::locate(arguments.scene.as_deref(), &current)?)
}

fn open(startup: Startup) -> Result<(), Box<dyn Error>> {
    // The editor reads its settings from the working directory when it is created.
    std::env::set_current_dir(&startup.project)?;
    let event_loop =
        EventLoop::new().map_err(|error| format!("a window cannot be opened: {error}"))?;
    let startup = StartupData {
        working_directory: startup.project,
        scenes: vec![startup.scene],
        named_objects: false,
    };
    let mut editor = Editor::new_with_settings(Some(startup), first_settings());
    flock_editor::add_to(&mut editor);
    editor.run(event_loop);
    Ok(())
}

/// The settings for the first start in this project. FyroxEd's defaults view a scene from its
/// middle, from where an aquarium is not visible, and draw all bounds over it. These settings view
/// the aquarium from the front.
fn first_settings() -> Settings {
    let mut settings = Settings::default();
    settings.debugging.show_physics = false;
    settings.debugging.show_bounds = false;
    // The game is no dynamic library that could be reloaded while it runs.
    let profiles = &mut settings.build.profiles;
    profiles.retain(|profile| ["Debug", "Release"].contains(&profile.name.as_str()));
    let scene = settings
        .scene_settings
        .entry(DEFAULT_SCENE.into())
        .or_default();
    scene.camera_settings.position = Vector3::new(0.2, 1.75, 4.0);
    scene.camera_settings.yaw = 183.0_f32.to_radians();
    scene.camera_settings.pitch = 2.5_f32.to_radians();
    settings
}
