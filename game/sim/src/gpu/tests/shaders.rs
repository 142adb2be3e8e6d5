//! Tests of the WGSL files as a whole.

use crate::gpu::{
    constants::HEADER,
    passes::{all_stages, Pass},
    wgsl::compose,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use wgpu::naga::{
    front::wgsl,
    valid::{Capabilities, ValidationFlags, Validator},
};

fn passes() -> impl Iterator<Item = &'static Pass> {
    all_stages().flat_map(|stage| stage.passes)
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files with this extension below a folder.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_pass_is_valid_and_has_the_entry_point_of_its_name() {
    for pass in passes() {
        let name = pass.entry.name;
        let source = compose(&HEADER, &pass.entry);
        let module = wgsl::parse_str(&source)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&source)));
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        validator
            .validate(&module)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&source)));
        let entries: Vec<_> = module.entry_points.iter().map(|it| &it.name).collect();
        assert_eq!(entries, [name]);
    }
}

#[test]
fn every_file_of_a_pass_is_listed() {
    let folder = source_folder().join("gpu/passes");
    let stems = files(&folder, "wgsl").into_iter();
    let found: BTreeSet<_> = stems
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let listed: BTreeSet<_> = passes().map(|pass| pass.entry.name.to_owned()).collect();
    assert_eq!(found, listed);
}

/// A file that no part names is never compiled, so edits of it would have no effect.
#[test]
fn every_other_file_is_a_part_or_a_test() {
    let folder = source_folder();
    let sources = files(&folder, "rs").into_iter();
    let rust: String = sources
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for path in files(&folder, "wgsl") {
        let path = path.strip_prefix(&folder).unwrap();
        let is_pass = path.starts_with("gpu/passes");
        let name = if path.starts_with("gpu/tests") {
            path.file_name().unwrap().to_string_lossy().into_owned()
        } else {
            path.to_string_lossy().replace('\\', "/")
        };
        assert!(is_pass || rust.contains(&format!("\"{name}\"")), "{name}");
    }
}

/// Files whose functions have their twins in a `mod.rs`, or that only shaders need.
const WITHOUT_A_FILE_OF_THEIR_NAME: [&str; 10] = [
    "common_bounds",
    "containment",
    "distance_field",
    "near",
    "swept_move",
    "cell_blocks",
    "place_in_grid",
    "prefix_sum",
    "ray_limit",
    "rows",
];

#[test]
fn every_shared_file_lies_beside_its_twin() {
    let folder = source_folder();
    for path in files(&folder, "wgsl") {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_shared = !path.starts_with(folder.join("gpu"));
        if is_shared && !WITHOUT_A_FILE_OF_THEIR_NAME.contains(&&*stem) {
            let twins = [
                path.with_extension("rs"),
                path.with_extension("").join("mod.rs"),
            ];
            assert!(twins.iter().any(|twin| twin.exists()), "{}", path.display());
        }
    }
}
