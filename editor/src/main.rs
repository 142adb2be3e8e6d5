//! FyroxEd with the flock plugin.

use flock_editor::startup::{read_arguments, Request, Startup, USAGE};
use fyrox::event_loop::EventLoop;
use fyroxed_base::{Editor, StartupData};
use std::{error::Error, process::ExitCode};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("editor: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let current = std::env::current_dir()?;
    match read_arguments(std::env::args_os().skip(1), &current)? {
        Request::Help => println!("{USAGE}"),
        Request::Version => println!("editor {}", env!("CARGO_PKG_VERSION")),
        Request::Open(startup) => open(startup)?,
    }
    Ok(())
}

fn open(startup: Startup) -> Result<(), Box<dyn Error>> {
    // Before the editor exists, which reads its settings from the working directory as soon as it is made.
    std::env::set_current_dir(&startup.project)?;
    let event_loop =
        EventLoop::new().map_err(|error| format!("a window cannot be opened: {error}"))?;
    let mut editor = Editor::new(Some(StartupData {
        working_directory: startup.project,
        scenes: vec![startup.scene],
        named_objects: false,
    }));
    flock_editor::add_to(&mut editor);
    editor.run(event_loop);
    Ok(())
}
