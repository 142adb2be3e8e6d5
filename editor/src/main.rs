//! FyroxEd with the flock plugin.

use clap::Parser;
use flock_editor::{settings_at_start, startup::Startup};
use fyrox::event_loop::EventLoop;
use fyroxed_base::{Editor, StartupData};
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
    let mut editor = Editor::new_with_settings(Some(startup), settings_at_start());
    flock_editor::add_to(&mut editor);
    editor.run(event_loop);
    Ok(())
}
