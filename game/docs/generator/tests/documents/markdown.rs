//! Blocks of code, links and headings of a document.

use crate::files::read;
use std::{collections::BTreeSet, ffi::OsStr, path::Path};

/// A block of code in a document.
#[derive(Default)]
pub struct Block {
    pub language: String,
    /// The lines, trimmed.
    pub lines: Vec<String>,
    /// True if a comment before the block names it for the tests that build games.
    pub is_tested: bool,
}

/// The blocks of code of a document.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut block: Option<Block> = None;
    let mut before = "";
    for line in text.lines() {
        let trimmed = line.trim();
        match (&mut block, trimmed.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(block.take()),
            (Some(block), None) => block.lines.push(trimmed.to_owned()),
            (None, Some(language)) => {
                block = Some(Block {
                    language: language.to_owned(),
                    is_tested: before.starts_with("<!-- test: "),
                    ..Block::default()
                });
            }
            (None, None) => {}
        }
        before = trimmed;
    }
    assert!(block.is_none(), "a block of code has no end");
    blocks
}

/// The lines of a document that are not code.
pub fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The targets of the links and pictures of a document that are files.
pub fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        let line = without_code(line);
        for (start, _) in line.match_indices("](") {
            let rest = &line[start + 2..];
            let end = rest
                .find(')')
                .unwrap_or_else(|| panic!("a link has no end: {line}"));
            let link = &rest[..end];
            if !link.contains("://") && !link.starts_with("mailto:") {
                links.push(link.to_owned());
            }
        }
    }
    links
}

/// A line without its parts in backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The anchors of the headings of a document; empty for other files.
pub fn headings_of(document: &Path) -> BTreeSet<String> {
    if document.extension() != Some(OsStr::new("md")) || !document.exists() {
        return BTreeSet::new();
    }
    let text = read(document);
    let headings = prose(&text).filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim());
    let mut anchors = BTreeSet::new();
    for title in titles {
        let anchor = anchor(title);
        // A second heading with the same text would get a number.
        assert!(
            anchors.insert(anchor),
            "{}: {title} is there twice",
            document.display()
        );
    }
    anchors
}

/// The anchor that GitHub and mdBook give to a heading.
fn anchor(title: &str) -> String {
    let letter = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    };
    title.to_lowercase().chars().filter_map(letter).collect()
}

#[test]
fn anchors_are_those_of_github_and_mdbook() {
    assert_eq!(anchor("They clump, and `jitter`"), "they-clump-and-jitter");
    assert_eq!(anchor("2D games"), "2d-games");
}
