//! The page of promises names only tests and programs that exist.

use crate::files::{files, read, workspace};
use flock_handbook::BOOK;
use std::path::{Path, PathBuf};

/// The folders of the packages whose tests and examples the page names.
const PACKAGES: [(&str, &str); 4] = [
    ("flock-sim", "game/sim"),
    ("fyrox-flock", "game"),
    ("executor", "executor"),
    ("editor", "editor"),
];

#[test]
fn the_tests_of_each_promise_exist() {
    let page = read(&workspace().join(BOOK).join("how/promises.md"));
    let mut commands = 0;
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let Some(command) = code.iter().find(|it| it.starts_with("cargo ")) else {
            continue;
        };
        assert_command(command);
        let place = code
            .iter()
            .find(|it| it.contains("/src/") || it.contains("/tests/"));
        let place = place.unwrap_or_else(|| panic!("no file in {line}"));
        assert!(workspace().join(place).exists(), "{place} does not exist");
        commands += 1;
    }
    assert!(commands > 15, "{commands}");
}

/// The file with the `main` of a test or an example of a package.
fn main_file(package: &Path, kind: &str, name: &str) -> PathBuf {
    let file = package.join(kind).join(name).join("main.rs");
    let single = package.join(kind).join(format!("{name}.rs"));
    let main = [file, single].into_iter().find(|file| file.exists());
    main.unwrap_or_else(|| panic!("{} has no {kind}/{name}", package.display()))
}

/// The package, the test or example, and the test's filter exist.
fn assert_command(command: &str) {
    let words: Vec<&str> = command.split(' ').collect();
    let nth_after = |option: &str, distance: usize| {
        let place = words.iter().position(|word| *word == option)?;
        words.get(place + distance).copied()
    };
    let after = |option: &str| nth_after(option, 1);
    let package = after("-p").unwrap_or_else(|| panic!("no package in {command}"));
    let folder = PACKAGES.iter().find(|(name, _)| *name == package);
    let (_, folder) = folder.unwrap_or_else(|| panic!("{command}: where is {package}?"));
    let folder = workspace().join(folder);
    if let Some(example) = after("--example") {
        main_file(&folder, "examples", example);
        return;
    }
    let test = after("--test").unwrap_or_else(|| panic!("no test in {command}"));
    let main = main_file(&folder, "tests", test);
    let filter = nth_after("--test", 2).filter(|filter| *filter != "--");
    let names = |file: &PathBuf, filter: &str| file.with_extension("").ends_with(filter);
    let exists = filter.is_none_or(|filter| {
        let tests = main.parent().expect("it is in a folder");
        tests.join(filter).is_dir() || files(tests).iter().any(|file| names(file, filter))
    });
    assert!(exists, "{command}: no test has this name");
}
