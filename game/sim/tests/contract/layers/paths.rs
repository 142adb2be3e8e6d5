//! Paths from the root of the crate, and the layers of the names there.

use super::rank;
use flock_testkit::tokens::Token;
use std::collections::HashMap;

/// A path from the root of the crate.
#[derive(Debug)]
pub struct Named {
    /// The first name after `crate`.
    pub name: String,
    pub line: usize,
}

/// One name of a tree such as `a::{b, c::d as e}`.
struct Leaf<'a> {
    /// All names from the beginning of the tree.
    path: Vec<&'a Token>,
    /// The name that it is known by.
    known_as: &'a str,
}

/// The leaves of the tree that begins here, and the number of its tokens.
fn leaves(tokens: &[Token]) -> (Vec<Leaf<'_>>, usize) {
    let mut path = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token.is("{") {
            let (leaves, length) = list(&path, &tokens[at..]);
            return (leaves, at + length);
        }
        let is_name = token.is("*")
            || token
                .text
                .starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_name {
            break;
        }
        path.push(token);
        at += 1;
        match tokens.get(at) {
            Some(next) if next.is("::") => at += 1,
            _ => break,
        }
    }
    let known_as = match &tokens[at..] {
        [word, alias, ..] if word.is("as") => {
            at += 2;
            Some(alias)
        }
        _ => path.iter().rev().copied().find(|name| !name.is("self")),
    };
    let leaf = known_as.map(|name| Leaf {
        path,
        known_as: &name.text,
    });
    (leaf.into_iter().collect(), at)
}

/// The leaves of a list in braces behind a path.
fn list<'a>(path: &[&'a Token], tokens: &'a [Token]) -> (Vec<Leaf<'a>>, usize) {
    let mut found = Vec::new();
    let mut at = 1;
    while at < tokens.len() && !tokens[at].is("}") {
        if tokens[at].is(",") {
            at += 1;
            continue;
        }
        let (leaves, length) = leaves(&tokens[at..]);
        found.extend(leaves.into_iter().map(|leaf| Leaf {
            path: path.iter().copied().chain(leaf.path).collect(),
            ..leaf
        }));
        at += length.max(1);
    }
    (found, at + 1)
}

/// All paths from the root in a file that lies in these modules.
pub fn named_paths(tokens: &[Token], modules: &[&str]) -> Vec<Named> {
    let mut found = Vec::new();
    // The depths of braces at which modules of the file's own begin.
    let (mut inner, mut depth) = (Vec::new(), 0);
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        match token.text.as_str() {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2].is("mod") {
                    inner.push(depth);
                }
            }
            "}" => {
                if inner.last() == Some(&depth) {
                    inner.pop();
                }
                depth -= 1;
            }
            "crate" | "super" if tokens.get(at + 1).is_some_and(|next| next.is("::")) => {
                let (leaves, length) = leaves(&tokens[at..]);
                let levels = modules.len() + inner.len();
                found.extend(
                    leaves
                        .iter()
                        .filter_map(|leaf| from_root(&leaf.path, levels)),
                );
                at += length;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The path if it begins at the root, from N modules below it.
fn from_root(path: &[&Token], levels: usize) -> Option<Named> {
    let up = path.iter().take_while(|name| name.is("super")).count();
    let start = if path[0].is("crate") {
        1
    } else if up == levels {
        up
    } else {
        return None;
    };
    path.get(start).map(|name| Named {
        name: name.text.clone(),
        line: name.line,
    })
}

/// The names at the root, from lib.rs.
pub struct Root {
    /// The layers of the names that are re-exported, but for globs.
    exported: HashMap<String, String>,
    /// The names that are declared there.
    declared: Vec<String>,
}

impl Root {
    pub fn new(lib: &[Token]) -> Self {
        let mut root = Self {
            exported: HashMap::new(),
            declared: Vec::new(),
        };
        for (at, token) in lib.iter().enumerate() {
            match token.text.as_str() {
                "use" => {
                    for leaf in leaves(&lib[at + 1..]).0 {
                        let first = leaf
                            .path
                            .iter()
                            .find(|name| !name.is("crate") && !name.is("self"));
                        if let Some(layer) = first.filter(|layer| rank(&layer.text).is_some()) {
                            let layer = layer.text.clone();
                            root.exported.insert(leaf.known_as.to_string(), layer);
                        }
                    }
                }
                "type" | "const" | "static" | "fn" | "struct" | "enum" | "trait" => {
                    root.declared
                        .extend(lib.get(at + 1).map(|name| name.text.clone()));
                }
                _ => {}
            }
        }
        root
    }

    /// The layer that a name belongs to. Names that lib.rs declares count as the first layer's.
    pub fn layer_of(&self, name: &str) -> Option<String> {
        if rank(name).is_some() {
            return Some(name.to_string());
        }
        let is_declared = self.declared.iter().any(|other| other == name);
        let first = is_declared.then(|| super::LAYERS[0].to_string());
        self.exported.get(name).cloned().or(first)
    }
}
