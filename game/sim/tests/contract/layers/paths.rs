//! Paths from the root of the crate, and the layers of the names there.

use super::rank;
use flock_testkit::{
    tokens::Token,
    use_trees::{leaves, Leaf},
};
use std::collections::HashMap;

/// A path from the root of the crate.
#[derive(Debug)]
pub struct Named {
    /// The names after `crate`, which are one at least.
    pub names: Vec<Token>,
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
                let is_known = |leaf: &&Leaf| leaf.known_as.is_some();
                let paths = leaves.iter().filter(is_known).map(|leaf| &leaf.path);
                found.extend(paths.filter_map(|path| from_root(path, modules, inner.len())));
                at += length;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The whole path of what is named in these modules, and in so many inner ones that the file has itself.
/// None if it stays within these.
fn from_root(path: &[&Token], modules: &[&str], inner: usize) -> Option<Named> {
    let up = path.iter().take_while(|name| name.is("super")).count();
    let (around, named) = if path[0].is("crate") {
        (&[][..], &path[1..])
    } else {
        let left = (modules.len() + inner).checked_sub(up)?;
        (modules.get(..left)?, &path[up..])
    };
    let line = named.first()?.line;
    let around = around.iter().map(|name| Token {
        text: name.to_string(),
        line,
    });
    let named = named.iter().copied().cloned();
    Some(Named {
        names: around.chain(named).collect(),
    })
}

/// The names at the root, from lib.rs.
pub struct Root {
    /// The paths of the names that are re-exported, but for globs.
    exported: HashMap<String, Vec<Token>>,
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
                        let Some(known_as) = leaf.known_as else {
                            continue;
                        };
                        let names = leaf.path.into_iter().cloned();
                        let path: Vec<Token> = names
                            .skip_while(|name| name.is("crate") || name.is("self"))
                            .collect();
                        if path
                            .first()
                            .is_some_and(|layer| rank(&layer.text).is_some())
                        {
                            root.exported.insert(known_as.to_string(), path);
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
        let exported = self.exported.get(name).map(|path| path[0].text.clone());
        exported.or(first)
    }

    /// The path below a layer, of a path that may begin with a name that is re-exported.
    pub fn below(&self, layer: &str, path: &[Token]) -> Option<Vec<Token>> {
        let line = path[0].line;
        let exported = self.exported.get(&path[0].text).map(|path| {
            let names = path.iter().cloned();
            names.map(move |name| Token { line, ..name }).collect()
        });
        let mut whole: Vec<Token> = exported.unwrap_or_else(|| vec![path[0].clone()]);
        whole.extend_from_slice(&path[1..]);
        whole.remove(0).is(layer).then_some(whole)
    }
}
