//! The runtime knows the script of a flock by a trait: it names neither the type of the script nor
//! its module. The scripts that affect flocks do not name the runtime. The imports between the
//! files have no cycle. The sources are read, without their tests.

use flock_testkit::{
    imports::{circle, imports, sources},
    tokens::{length_of_group, tokens, without_tests, Token},
};
use std::path::Path;

/// The names in the root of the crate that would lead to the script.
const SCRIPT: [&str; 4] = ["Flock", "flock", "prelude", "*"];

/// The lines of a file with paths that begin with one of these names in the root of the crate.
fn lines_with(roots: &[&str], text: &str) -> Vec<usize> {
    let tokens = without_tests(tokens(text));
    let from_root = |at: &usize| tokens[*at].is("crate") && tokens[at + 1].is("::");
    let paths = (0..tokens.len().saturating_sub(2)).filter(from_root);
    let names = paths.flat_map(|at| first_names(&tokens[at + 2..]));
    let found = names.filter(|name| roots.contains(&name.text.as_str()));
    found.map(|name| name.line).collect()
}

/// The first name of a path, or of each path in a list in braces.
fn first_names(path: &[Token]) -> Vec<&Token> {
    if !path[0].is("{") {
        return vec![&path[0]];
    }
    let (mut names, mut depth) = (Vec::new(), 0);
    for pair in path[..length_of_group(path)].windows(2) {
        match pair[0].text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 1 && (pair[0].is("{") || pair[0].is(",")) {
            names.push(&pair[1]);
        }
    }
    names
}

/// The paths and texts of the source files in a folder of the crate, except files of tests. The
/// empty name is the whole crate.
fn files_of(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = sources(&root, folder);
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
