//! The files of a folder.

use crate::Result;
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// The files of the language below a folder, in the order of their names.
///
/// # Errors
/// Names the folder that cannot be read.
pub fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension() == Some(OsStr::new("rs")) {
            files.push(path);
        }
    }
    Ok(files)
}
