//! Presets that the handbook shows can be loaded.

use fyrox_flock::FlockPreset;
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

#[test]
fn presets_in_the_handbook_can_be_loaded() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("handbook.flock");
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    let mut number = 0;
    for page in pages(&book) {
        let text = fs::read_to_string(&page).expect("the page can be read");
        for rest in text.split("```ron\n").skip(1) {
            let (preset, _) = rest.split_once("```").expect("a block of code has an end");
            fs::write(&file, preset).expect("the file can be written");
            let loaded = FlockPreset::load(&file);
            loaded.unwrap_or_else(|error| panic!("{}: {error}", page.display()));
            number += 1;
        }
    }
    assert!(number > 0, "the handbook shows no preset");
}

/// All pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            pages.extend(self::pages(&path));
        } else if path.extension() == Some(OsStr::new("md")) {
            pages.push(path);
        }
    }
    pages
}
