//! The imports between the files of a crate, read from the sources.

use crate::tokens::{length_of_group, tokens, without_tests, Token};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Modules by their paths below the root, such as `scenes::cave`; for each, the modules that it
/// imports with the line of the last import.
pub type Imports = BTreeMap<String, BTreeMap<String, usize>>;

/// The full names in a tree such as `a::{b, c::d}` behind a path, and the number of its tokens.
fn leaves(path: &[String], tokens: &[Token]) -> (Vec<Vec<String>>, usize) {
    let mut path = path.to_vec();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token.is("{") {
            let (found, length) = list(&path, &tokens[at..]);
            return (found, at + length);
        }
        if token.text.starts_with(|c: char| c.is_alphabetic()) {
            path.push(token.text.clone());
            at += 1;
        }
        match tokens.get(at) {
            Some(next) if next.is("::") => at += 1,
            _ => break,
        }
    }
    if tokens.get(at).is_some_and(|token| token.is("as")) {
        at += 2;
    }
    (vec![path], at)
}

/// The same for a list in braces.
fn list(path: &[String], tokens: &[Token]) -> (Vec<Vec<String>>, usize) {
    let mut found = Vec::new();
    let mut at = 1;
    while at < tokens.len() && !tokens[at].is("}") {
        let (more, length) = leaves(path, &tokens[at..]);
        if length > 0 {
            found.extend(more);
        }
        at += length.max(1);
    }
    (found, at + 1)
}

/// The path of an import, relative to the root of the crate.
fn from_root(module: &[String], path: &[String]) -> Vec<String> {
    let start = match path[0].as_str() {
        "crate" => 0,
        "self" => module.len(),
        _ => {
            let up = path.iter().take_while(|name| *name == "super").count();
            module.len().saturating_sub(up)
        }
    };
    let names = path
        .iter()
        .filter(|name| !matches!(name.as_str(), "crate" | "self" | "super"));
    module[..start].iter().chain(names).cloned().collect()
}

/// The paths that a module's file imports, including its own submodules, relative to the root, and
/// their lines.
fn named(module: &[String], text: &str) -> Vec<(Vec<String>, usize)> {
    let tokens = without_tests(tokens(text));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let next_is = |sign: &str| tokens.get(at + 1).is_some_and(|next| next.is(sign));
        match tokens[at].text.as_str() {
            // A visibility such as `pub(in crate::scenes)` is not an import.
            "(" if next_is("in") => at += length_of_group(&tokens[at..]) - 1,
            "crate" | "super" | "self" if next_is("::") => {
                let (paths, length) = leaves(&[], &tokens[at..]);
                let line = tokens[at].line;
                found.extend(paths.iter().map(|path| (from_root(module, path), line)));
                at += length.max(1);
                continue;
            }
            "mod" if tokens.get(at + 2).is_some_and(|end| end.is(";")) => {
                let mut path = module.to_vec();
                path.push(tokens[at + 1].text.clone());
                found.push((path, tokens[at].line));
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The paths in a text that begin with the name of one of these crates, with their lines, without
/// those in tests. A tree such as `std::{env, fs::File}` gives one path for each leaf.
pub fn paths_from(crates: &[&str], text: &str) -> Vec<(Vec<String>, usize)> {
    let tokens = without_tests(tokens(text));
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_first = at == 0 || !matches!(tokens[at - 1].text.as_str(), "::" | ".");
        let is_path = tokens.get(at + 1).is_some_and(|next| next.is("::"));
        if is_first && is_path && crates.contains(&token.text.as_str()) {
            let (paths, _) = leaves(&[], &tokens[at..]);
            found.extend(paths.into_iter().map(|path| (path, token.line)));
        }
    }
    found
}

/// The imports between files, which are given by their paths below the root of the crate and their
/// texts. A file imports the modules that it declares. So a module and a file that names something
/// of it make a cycle, even if the module only re-exports the name.
pub fn imports(files: &[(String, String)]) -> Imports {
    let module = |file: &str| -> Vec<String> {
        let file = file.trim_end_matches(".rs").trim_end_matches("/mod");
        file.split('/').map(str::to_string).collect()
    };
    let modules: BTreeSet<String> = files
        .iter()
        .map(|(file, _)| module(file).join("::"))
        .collect();
    // The module whose file declares the last name of a path.
    let home = |path: &[String]| {
        let mut starts = (1..=path.len()).rev().map(|end| path[..end].join("::"));
        starts.find(|start| modules.contains(start))
    };
    let of_file = |(file, text): &(String, String)| {
        let own = module(file);
        let names = named(&own, text);
        let homes = names
            .iter()
            .filter_map(|(path, line)| Some((home(path)?, *line)));
        let own = own.join("::");
        let homes = homes.filter(|(home, _)| *home != own).collect();
        (own.clone(), homes)
    };
    files.iter().map(of_file).collect()
}

/// The modules of a cycle, if there is one.
pub fn circle(imports: &Imports) -> Option<Vec<String>> {
    // Removes modules without imports of the remaining ones, until none is left or all have such
    // imports.
    let mut rest = imports.clone();
    loop {
        let names: BTreeSet<String> = rest.keys().cloned().collect();
        let before = rest.len();
        rest.retain(|_, named| named.keys().any(|name| names.contains(name)));
        if rest.len() == before {
            break;
        }
    }
    let mut path = vec![rest.keys().next()?.clone()];
    loop {
        let next = rest[path.last()?]
            .keys()
            .find(|name| rest.contains_key(*name))?;
        if let Some(start) = path.iter().position(|name| name == next) {
            return Some(path.split_off(start));
        }
        path.push(next.clone());
    }
}

/// The paths below `root` and the texts of all source files in a folder there.
pub fn sources(root: &Path, folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == "rs") {
                let name = path.strip_prefix(root).expect("it lies in the folder");
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                let text = fs::read_to_string(&path).expect("the file can be read");
                found.push((parts.join("/"), text));
            }
        }
    }
    found
}
