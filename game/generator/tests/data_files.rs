//! The files in `data` are the output of the generator.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

const REMEDY: &str = "run `cargo run -p flock-data` in the repository's root, look \
    at what changed, and commit it";

/// All files below a folder, by their path in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it lies in the folder");
                found.insert(
                    name.to_owned(),
                    fs::read(&path).expect("the file can be read"),
                );
            }
        }
    }
    found
}

#[test]
fn the_repository_holds_what_the_generator_writes() {
    let temporary = tempfile::tempdir().expect("a temporary folder can be made");
    // The engine reads the files of models only below the working directory.
    env::set_current_dir(temporary.path()).expect("the folder exists");
    flock_data::generate(Path::new("data")).expect("the files can be made");
    let made = files(Path::new("data"));
    let stored = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data"));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&made), names(&stored), "{REMEDY}");
    for (name, bytes) in &made {
        // Not assert_eq, which would print whole images.
        assert!(
            *bytes == stored[name],
            "{} differs; {REMEDY}",
            name.display()
        );
    }
}

#[test]
fn the_data_stays_small() {
    let stored = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data"));
    let bytes: usize = stored.values().map(Vec::len).sum();
    // All scenes share about three megabytes, and each has up to two of its own: the labyrinth, the
    // last one, has a third.
    assert!(bytes < 17_000_000, "{bytes} bytes");
}
