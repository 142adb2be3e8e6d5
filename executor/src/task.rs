//! The task of the program, and its outcome.

use crate::{
    arguments::{Arguments, Size},
    measure::Measure,
};
use fyrox_flock::sim::files;
use std::path::{absolute, Path, PathBuf};

/// The task of the program.
#[derive(Clone, Debug)]
pub enum Task {
    /// Run until the window is closed.
    Play,
    /// Run for a number of frames.
    Frames(u32),
    /// Take a picture.
    Picture(Picture),
}

/// A picture to take.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The PNG file.
    pub file: PathBuf,
    /// The JSON file for the contents of the picture.
    pub report: Option<PathBuf>,
    /// Simulated time before the picture, in seconds.
    pub after: f32,
    /// Size in pixels.
    pub size: Size,
}

impl Task {
    /// The task of a command line. A file that cannot be written is an error at once, not after the
    /// simulation.
    pub fn new(arguments: &Arguments) -> Result<Self, String> {
        if let Some(count) = arguments.frames {
            return Ok(Self::Frames(count));
        }
        let Some(file) = &arguments.picture else {
            return Ok(Self::Play);
        };
        Ok(Self::Picture(Picture {
            file: writable(file)?,
            report: arguments.report.as_deref().map(writable).transpose()?,
            after: arguments.after.unwrap_or(5.0),
            size: arguments.size,
        }))
    }

    /// True if the scene runs in real time until the user closes the window.
    pub fn is_play(&self) -> bool {
        matches!(self, Self::Play)
    }
}

/// The absolute path of a file, checked to be writable. The content of an existing file is kept
/// until the picture is written.
fn writable(file: &Path) -> Result<PathBuf, String> {
    let explain = |error: std::io::Error| {
        format!(
            "{} cannot be written: {error}. Name a file in a folder that exists and that you may write to",
            file.display()
        )
    };
    let path = absolute(file).map_err(explain)?;
    files::check_replaceable(&path).map_err(explain)?;
    Ok(path)
}

/// The outcome of the run.
#[derive(Debug, Default)]
pub struct Record {
    /// The first error.
    pub failure: Option<String>,
    /// True once the picture was written or the frames were counted.
    pub done: bool,
    /// Times and counts of the frames.
    pub measure: Measure,
}

impl Record {
    /// The result of the task, once the window is closed.
    pub fn result(&self, task: &Task) -> Result<(), String> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        match task {
            Task::Picture(picture) if !self.done => Err(format!(
                "the window was closed before {} could be written",
                picture.file.display()
            )),
            Task::Frames(count) if !self.done => Err(format!(
                "the window was closed before {count} frames were drawn"
            )),
            _ => Ok(()),
        }
    }
}
