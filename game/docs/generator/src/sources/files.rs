//! The files of a folder.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// The files of the language at a path, which is a file or a folder: those below it, in the order of their names. None if
/// there is nothing.
pub fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        let is_rust = path.extension() == Some(OsStr::new("rs"));
        return is_rust.then(|| path.to_owned()).into_iter().collect();
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| rust_files(path)).collect()
}
