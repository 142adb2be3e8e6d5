//! What the command line asks for, checked before the editor opens a window.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// The scene that opens when none is named, relative to the project.
pub const DEFAULT_SCENE: &str = "data/aquarium.rgs";

/// How the program is called.
pub const USAGE: &str = "\
Usage: editor [SCENE]

Opens the scene (a .rgs or .ui file), or data/aquarium.rgs of the project in the current directory.
A project is the nearest folder, upwards, that has a folder `data` in it.

  -h, --help     prints this
  -V, --version  prints the version";

/// What the program was asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Print the usage and end.
    Help,
    /// Print the version and end.
    Version,
    /// Open a scene.
    Open(Startup),
}

/// Where the editor works and what it opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Startup {
    /// The project's folder. The editor reads `data`, keeps `settings.ron` and runs cargo in it.
    pub project: PathBuf,
    /// The scene, relative to the project.
    pub scene: PathBuf,
}

/// Why the editor does not open.
#[derive(Debug, thiserror::Error)]
pub enum StartupError {
    /// An argument starts with `-` but is no option.
    #[error("unknown option {0}; see editor --help")]
    UnknownOption(String),
    /// More than one scene was named.
    #[error("only one scene can be named, but {0} came after the first; see editor --help")]
    ExtraArgument(String),
    /// The scene's file does not exist or cannot be reached.
    #[error("cannot open the scene {path}: {reason}", path = path.display())]
    Scene {
        /// The scene as it was named.
        path: PathBuf,
        /// What the operating system said.
        reason: std::io::Error,
    },
    /// The scene is not of a kind that the editor can open.
    #[error("{path} is not a scene: scenes are files whose names end in .rgs or .ui", path = .0.display())]
    NotAScene(PathBuf),
    /// Neither the folder nor one above it is a project.
    #[error("{path} is in no project: neither it nor a folder above it has a folder `data`", path = .0.display())]
    NoProject(PathBuf),
}

/// Reads the arguments (without the program's name). Paths are relative to `current`, which must be absolute.
pub fn read_arguments(
    arguments: impl IntoIterator<Item = OsString>,
    current: &Path,
) -> Result<Request, StartupError> {
    let mut scene = None;
    for argument in arguments {
        let text = argument.to_string_lossy();
        match text.as_ref() {
            "-h" | "--help" => return Ok(Request::Help),
            "-V" | "--version" => return Ok(Request::Version),
            option if option.starts_with('-') => {
                return Err(StartupError::UnknownOption(option.to_owned()))
            }
            extra if scene.is_some() => return Err(StartupError::ExtraArgument(extra.to_owned())),
            _ => scene = Some(PathBuf::from(&argument)),
        }
    }
    let scene = match scene {
        Some(scene) => current.join(scene),
        None => project_of(current)?.join(DEFAULT_SCENE),
    };
    open(&scene).map(Request::Open)
}

/// The scene brings its own project, so that it opens from wherever the program is called. The path is made
/// canonical because the editor only opens scenes that lie below its working directory once links are resolved.
fn open(scene: &Path) -> Result<Startup, StartupError> {
    let path = scene.canonicalize().map_err(|reason| StartupError::Scene {
        path: scene.to_owned(),
        reason,
    })?;
    let is_scene = |extension: &OsStr| extension == "rgs" || extension == "ui";
    if !path.is_file() || !path.extension().is_some_and(is_scene) {
        return Err(StartupError::NotAScene(scene.to_owned()));
    }
    let project = project_of(&path)?;
    let scene = path.strip_prefix(project).unwrap_or(&path);
    Ok(Startup {
        project: project.to_owned(),
        scene: scene.to_owned(),
    })
}

fn project_of(path: &Path) -> Result<&Path, StartupError> {
    path.ancestors()
        .find(|folder| folder.join("data").is_dir())
        .ok_or_else(|| StartupError::NoProject(path.to_owned()))
}
