//! The runtime knows the script of a flock by a trait: it names neither the type of the script nor
//! its module. The sources are read, without their tests.

use flock_testkit::tokens::{length_of_group, tokens, without_tests, Token};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The names in the root of the crate that would lead to the script.
const SCRIPT: [&str; 4] = ["Flock", "flock", "prelude", "*"];

/// The lines of a file that name the script.
fn lines_with_script(text: &str) -> Vec<usize> {
    let tokens = without_tests(tokens(text));
    let from_root = |at: &usize| tokens[*at].is("crate") && tokens[at + 1].is("::");
    let paths = (0..tokens.len().saturating_sub(2)).filter(from_root);
    let names = paths.flat_map(|at| first_names(&tokens[at + 2..]));
    let script = names.filter(|name| SCRIPT.contains(&name.text.as_str()));
    script.map(|name| name.line).collect()
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

/// The source files below a folder but those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") && !stem.ends_with("tests") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_runtime_does_not_name_the_script() {
    let files = sources(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/runtime"
    )));
    assert!(files.len() > 20, "{} files", files.len());
    for file in files {
        let lines = lines_with_script(&fs::read_to_string(&file).unwrap());
        assert!(lines.is_empty(), "{}, lines {lines:?}", file.display());
    }
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
        assert_eq!(lines_with_script(text), [1], "{text}");
    }
    for text in [
        "use crate::{flock_script::Flock, FlockFollower};",
        "use flock_sim::Flock;",
        "// crate::Flock",
        "#[cfg(test)] mod tests { use crate::Flock; }",
    ] {
        assert_eq!(lines_with_script(text), [0; 0], "{text}");
    }
}
