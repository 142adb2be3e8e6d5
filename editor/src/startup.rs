//! What the editor opens, checked before it has a window.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// The scene that opens when none is named, relative to the project.
pub const DEFAULT_SCENE: &str = "data/aquarium.rgs";

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
    /// The scene's file does not exist or cannot be reached.
    #[error("cannot open the scene {path}: {reason}", path = path.display())]
    Unreachable {
        /// The scene as it was named.
        path: PathBuf,
        /// What the operating system said.
        reason: std::io::Error,
    },
    /// The scene is not of a kind that the editor can open.
    #[error("{path} is not a scene: scenes are files whose names end in .rgs or .ui", path = .0.display())]
    NotAScene(PathBuf),
    /// The scene lies in no project, so that nothing it refers to can be found.
    #[error("the scene {path} is in no project: scenes lie below a project's folder `data`", path = .0.display())]
    NoProject(PathBuf),
    /// No scene was named, and there is none to open by default.
    #[error("there is no {DEFAULT_SCENE} in {path} or a folder above it; name a scene", path = .0.display())]
    NoDefault(PathBuf),
}

impl Startup {
    /// Finds the scene, which may be relative to the folder `current`, and the project that it belongs to. Without a
    /// scene it is [`DEFAULT_SCENE`] in `current` or the nearest folder above it.
    pub fn locate(scene: Option<&Path>, current: &Path) -> Result<Self, StartupError> {
        match scene {
            Some(scene) => Self::of(&current.join(scene)),
            None => current
                .ancestors()
                .map(|folder| folder.join(DEFAULT_SCENE))
                .find(|scene| scene.is_file())
                .ok_or_else(|| StartupError::NoDefault(current.to_owned()))
                .and_then(|scene| Self::of(&scene)),
        }
    }

    /// The scene brings its own project, so that it opens from wherever the program is called. The path is made
    /// canonical because the editor only opens scenes that lie below its working directory once links are resolved.
    fn of(scene: &Path) -> Result<Self, StartupError> {
        let path = scene
            .canonicalize()
            .map_err(|reason| StartupError::Unreachable {
                path: scene.to_owned(),
                reason,
            })?;
        let is_scene = |extension: &OsStr| extension == "rgs" || extension == "ui";
        if !path.is_file() || !path.extension().is_some_and(is_scene) {
            return Err(StartupError::NotAScene(scene.to_owned()));
        }
        let no_project = || StartupError::NoProject(scene.to_owned());
        let project = project_of(&path).ok_or_else(no_project)?;
        Ok(Self {
            project: project.to_owned(),
            scene: path.strip_prefix(project).unwrap_or(&path).to_owned(),
        })
    }
}

/// The folder whose `data` the file lies in.
fn project_of(file: &Path) -> Option<&Path> {
    let data = file
        .ancestors()
        .skip(1)
        .find(|folder| folder.file_name().is_some_and(|name| name == "data"))?;
    data.parent()
}
