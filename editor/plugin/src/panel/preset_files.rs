//! The presets in the list: the built-in ones and the files of the project.

use fyrox::asset::ResourceData;
use fyrox_flock::{
    presets::{FlockPresetError, PresetLookError},
    sim::{files, Preset},
    FlockPreset,
};
use std::{
    error::Error,
    fs, io,
    path::{Path, PathBuf},
};

/// The project's asset folder.
pub(super) const DATA: &str = "data";

/// A preset of the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Choice {
    Library(Preset),
    File(PathBuf),
}

impl Choice {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Library(preset) => preset.to_string(),
            Self::File(path) => path.display().to_string(),
        }
    }

    pub(super) fn preset(&self) -> Result<FlockPreset, FlockPresetError> {
        match self {
            Self::Library(preset) => Ok(FlockPreset::of(*preset)),
            Self::File(path) => FlockPreset::load(path),
        }
    }
}

/// Why a preset was not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveError {
    #[error("no flock is selected")]
    NoFlock,
    #[error("{0:?} is no name for a file: use letters, digits, spaces, - and _, and no name that a system reserves, such as con")]
    Name(String),
    #[error("{} exists already; choose another name, or delete the file first", .0.display())]
    Exists(PathBuf),
    #[error(transparent)]
    Look(#[from] PresetLookError),
    #[error("{} cannot be made: {}", .0.display(), .1)]
    Folder(PathBuf, io::Error),
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, Box<dyn Error>),
}

/// Writes a new file into the project's asset folder.
pub(super) fn save(mut preset: FlockPreset, name: &str) -> Result<PathBuf, SaveError> {
    let name = name.trim();
    let is_allowed = |c: char| c.is_alphanumeric() || " -_".contains(c);
    let file = format!("{name}.{}", FlockPreset::EXTENSION);
    let is_name = !name.is_empty() && name.chars().all(is_allowed);
    if !is_name || !files::is_portable_name(&file) {
        return Err(SaveError::Name(name.to_owned()));
    }
    let path = Path::new(DATA).join(file);
    if !files::is_free(&path) {
        return Err(SaveError::Exists(path));
    }
    fs::create_dir_all(DATA).map_err(|error| SaveError::Folder(DATA.into(), error))?;
    match preset.save(&path) {
        Ok(()) => Ok(path),
        Err(error) => Err(SaveError::File(path, error)),
    }
}

/// The built-in presets, then the files below a folder, by name.
pub(super) fn choices(folder: &Path) -> Vec<Choice> {
    let mut files = Vec::new();
    find_files(folder, &mut files);
    files.sort();
    let files = files.into_iter().map(Choice::File);
    Preset::all().map(Choice::Library).chain(files).collect()
}

/// True for preset files.
pub(super) fn is_preset(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == FlockPreset::EXTENSION)
}

fn find_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        // Links to folders are not followed, because they could form a cycle.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let path = entry.path();
        if is_folder {
            find_files(&path, found);
        } else if is_preset(&path) {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_project_are_offered_after_the_library() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        for name in ["b.flock", "deep/a.flock", "c.ron"] {
            fs::write(folder.path().join(name), "()").unwrap();
        }
        let choices = choices(folder.path());
        let library = Preset::all().len();
        assert_eq!(choices.len(), library + 2);
        assert_eq!(
            choices[library],
            Choice::File(folder.path().join("b.flock"))
        );
        assert_eq!(choices[library].preset().unwrap(), FlockPreset::default());
    }

    #[test]
    fn names_that_lead_elsewhere_or_are_reserved_are_refused() {
        let long = "a".repeat(250);
        for name in [
            "", "  ", "../x", "a/b", "c.flock", "con", "NUL", " lpt1 ", &long,
        ] {
            let saved = save(FlockPreset::default(), name);
            assert!(matches!(saved, Err(SaveError::Name(_))), "{name}");
        }
    }
}
