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

impl Startup {
    /// Finds the scene, which may be relative to the folder `current`, and the project that it belongs to. Without a
    /// scene it is [`DEFAULT_SCENE`] of the project that `current` belongs to.
    ///
    /// A project is the nearest folder, upwards, that has a folder `data` in it.
    pub fn locate(scene: Option<&Path>, current: &Path) -> Result<Self, StartupError> {
        match scene {
            Some(scene) => Self::of(&current.join(scene)),
            None => Self::of(&project_of(current)?.join(DEFAULT_SCENE)),
        }
    }

    /// The scene brings its own project, so that it opens from wherever the program is called. The path is made
    /// canonical because the editor only opens scenes that lie below its working directory once links are resolved.
    fn of(scene: &Path) -> Result<Self, StartupError> {
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
        Ok(Self {
            project: project.to_owned(),
            scene: scene.to_owned(),
        })
    }
}

fn project_of(path: &Path) -> Result<&Path, StartupError> {
    path.ancestors()
        .find(|folder| folder.join("data").is_dir())
        .ok_or_else(|| StartupError::NoProject(path.to_owned()))
}
