//! The trees of names in imports and paths, such as `a::{b, c::d as e}`.

use crate::tokens::Token;

/// One name of a tree.
#[derive(Debug)]
pub struct Leaf<'a> {
    /// All names from the beginning of the tree; never empty.
    pub path: Vec<&'a Token>,
    /// The name that it is known by; `None` for `self` in braces.
    pub known_as: Option<&'a str>,
}

/// The leaves of the tree that begins here, and the number of its tokens.
pub fn leaves(tokens: &[Token]) -> (Vec<Leaf<'_>>, usize) {
    let mut path = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token.is("{") {
            let (leaves, length) = list(&path, &tokens[at..]);
            return (leaves, at + length);
        }
        let is_letter = |c: char| c.is_alphabetic() || c == '_';
        if !token.is("*") && !token.text.starts_with(is_letter) {
            break;
        }
        path.push(token);
        at += 1;
        match tokens.get(at) {
            Some(next) if next.is("::") => at += 1,
            _ => break,
        }
    }
    if path.is_empty() {
        return (Vec::new(), at);
    }
    let known_as = match &tokens[at..] {
        [word, alias, ..] if word.is("as") => {
            at += 2;
            Some(alias)
        }
        _ => path.iter().rev().copied().find(|name| !name.is("self")),
    };
    let known_as = known_as.map(|name| name.text.as_str());
    (vec![Leaf { path, known_as }], at)
}

/// The leaves of a list in braces behind a path.
fn list<'a>(path: &[&'a Token], tokens: &'a [Token]) -> (Vec<Leaf<'a>>, usize) {
    let mut found = Vec::new();
    let mut at = 1;
    while at < tokens.len() && !tokens[at].is("}") {
        let (leaves, length) = leaves(&tokens[at..]);
        found.extend(leaves.into_iter().map(|leaf| Leaf {
            path: path.iter().copied().chain(leaf.path).collect(),
            ..leaf
        }));
        at += length.max(1);
    }
    (found, at + 1)
}
