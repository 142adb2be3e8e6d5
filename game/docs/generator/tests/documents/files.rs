//! The documents of the workspace.

use flock_handbook::BOOK;
use std::{
    ffi::OsStr,
    fs,
    path::{Component, Path, PathBuf},
};

pub use flock_handbook::workspace;

/// Documents outside of the handbook, relative to the workspace.
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "game/README.md",
    "game/sim/README.md",
    "game/terrain/README.md",
    "editor/plugin/README.md",
];

/// The file that a link in a document points to; the document itself for an anchor alone.
pub fn target(document: &Path, file: &str) -> PathBuf {
    if file.is_empty() {
        return document.to_owned();
    }
    let folder = document.parent().expect("documents are in a folder");
    let mut path = PathBuf::new();
    for component in folder.join(file).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

pub fn documents() -> Vec<PathBuf> {
    let mut documents: Vec<_> = DOCUMENTS.iter().map(|it| workspace().join(it)).collect();
    documents.extend(pages());
    documents
}

/// The pages of the handbook, and its summary.
pub fn pages() -> Vec<PathBuf> {
    let mut pages = files(&workspace().join(BOOK));
    pages.retain(|file| file.extension() == Some(OsStr::new("md")));
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

/// All files below a folder, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

pub fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
