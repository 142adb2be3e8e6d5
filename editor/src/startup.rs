//! The project and the scene to open, checked before the window opens.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// The default scene, relative to the project.
pub const DEFAULT_SCENE: &str = "data/aquarium.rgs";

/// The project and the scene to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Startup {
    /// The project's folder, in which the editor reads `data`, writes `settings.ron` and runs
    /// cargo.
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
        /// The given path of the scene.
        path: PathBuf,
        /// The error of the operating system.
        reason: std::io::Error,
    },
    /// The file is not a scene or a user interface.
    #[error("{path} is not a scene: scenes are files whose names end in .rgs or .ui", path = .0.display())]
    NotAScene(PathBuf),
    /// The scene is in no project, so its resources cannot be found.
    #[error("the scene {path} is in no project: scenes lie below a project's folder `data`", path = .0.display())]
    NoProject(PathBuf),
    /// No scene was given, and there is no default scene.
    #[error("there is no {DEFAULT_SCENE} in {path} or a folder above it; name a scene", path = .0.display())]
    NoDefault(PathBuf),
}

impl Startup {
    /// Finds a scene and its project. The path of the scene may be relative to the folder
    /// `current`. The default is [`DEFAULT_SCENE`] in `current` or in its nearest ancestor.
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

    /// The path is made canonical, because the editor only opens scenes below its working directory
    /// with links resolved.
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

/// The nearest folder whose `data` folder contains the file.
fn project_of(file: &Path) -> Option<&Path> {
    let data = file
        .ancestors()
        .skip(1)
        .find(|folder| folder.file_name().is_some_and(|name| name == "data"))?;
    data.parent()
}
