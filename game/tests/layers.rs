//! The runtime knows the script of a flock by a trait: it names neither the type of the script nor
//! its module. The scripts that affect flocks do not name the runtime. The imports between the
//! files have no cycle. The sources are read, without their tests.

use flock_testkit::imports::{circle, imports, paths_from, sources};
use std::path::Path;

/// The names in the root of the crate that would lead to the script.
const SCRIPT: [&str; 4] = ["Flock", "flock", "prelude", "*"];

/// The lines of a file with paths that begin with one of these names in the root of the crate.
fn lines_with(roots: &[&str], text: &str) -> Vec<usize> {
    let is_found = |path: &[String]| path.get(1).is_some_and(|name| roots.contains(&&**name));
    let paths = paths_from(&["crate"], text).into_iter();
    let found = paths.filter(|(path, _)| is_found(path));
    let mut lines: Vec<_> = found.map(|(_, line)| line).collect();
    lines.dedup();
    lines
}

/// The paths and texts of the source files in a folder of the crate, except files of tests. The
/// empty name is the whole crate.
fn files_of(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = sources(&root, folder, "rs");
    files.retain(|(path, _)| !path.ends_with("tests.rs"));
    assert!(files.len() > 15, "{folder} has {} files", files.len());
    files
}

#[track_caller]
fn assert_does_not_name(folder: &str, roots: &[&str]) {
    for (path, text) in files_of(folder) {
        let lines = lines_with(roots, &text);
        assert!(lines.is_empty(), "{path}, lines {lines:?}");
    }
}

#[test]
fn the_runtime_does_not_name_the_script() {
    assert_does_not_name("runtime", &SCRIPT);
}

#[test]
fn the_scripts_that_affect_flocks_do_not_name_the_runtime() {
    assert_does_not_name("effects", &["runtime", "saving", "FlockHost", "Flock", "*"]);
}

#[test]
fn the_imports_between_files_have_no_cycle() {
    assert_eq!(circle(&imports(&files_of(""))), None);
}

#[test]
fn each_way_to_name_the_script_is_found() {
    for text in [
        "use crate::Flock;",
        "use crate::flock::Flock as Script;",
        "use crate::{render::{self, BodyShape}, Flock, FlockEvents};",
        "use crate::*;",
        "use crate::prelude::Flock;",
        "fn script(it: &crate::Flock) {}",
    ] {
        assert_eq!(lines_with(&SCRIPT, text), [1], "{text}");
    }
    for text in [
        "use crate::{flock_script::Flock, FlockFollower};",
        "use flock_sim::Flock;",
        "// crate::Flock",
        "#[cfg(test)] mod tests { use crate::Flock; }",
    ] {
        assert_eq!(lines_with(&SCRIPT, text), [0; 0], "{text}");
    }
}
