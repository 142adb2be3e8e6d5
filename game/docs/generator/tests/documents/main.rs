//! The README and the handbook: links and anchors have targets, every page is in the summary, every picture is shown, and
//! the README is short and shows code that the handbook's tests compile.

mod figures;
mod files;
mod markdown;
mod promises;

use files::{documents, files, pages, read, target, workspace};
use flock_handbook::BOOK;
use markdown::{blocks, headings_of, links};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// Largest number of characters of the README.
const LONGEST_README: usize = 6_000;

#[test]
fn links_and_anchors_lead_somewhere() {
    let mut broken = Vec::new();
    let mut headings = BTreeMap::new();
    for document in documents() {
        for link in links(&read(&document)) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = target(&document, file);
            let is_there = target.exists();
            let headings = headings
                .entry(target.clone())
                .or_insert_with(|| headings_of(&target));
            if !is_there || !(anchor.is_empty() || headings.contains(anchor)) {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links: {broken:#?}");
}

/// The book is built only from the files in its folder.
#[test]
fn pages_link_to_files_of_the_handbook_only() {
    let book = workspace().join(BOOK);
    for page in pages() {
        for link in links(&read(&page)) {
            let file = link.split_once('#').map_or(&*link, |(file, _)| file);
            let inside = target(&page, file).starts_with(&book);
            assert!(inside, "{}: {link} is not in the book", page.display());
        }
    }
}

#[test]
fn every_page_is_in_the_summary_and_every_picture_is_shown() {
    let book = workspace().join(BOOK);
    let summary = book.join("SUMMARY.md");
    let listed: Vec<PathBuf> = links(&read(&summary))
        .iter()
        .map(|link| target(&summary, link))
        .collect();
    let once: BTreeSet<PathBuf> = listed.iter().cloned().collect();
    assert_eq!(once.len(), listed.len(), "a page is listed twice");
    let pages: BTreeSet<PathBuf> = pages()
        .into_iter()
        .filter(|page| *page != summary)
        .collect();
    assert_eq!(once, pages, "the pages listed, and those that there are");

    let shown: BTreeSet<PathBuf> = documents()
        .iter()
        .flat_map(|document| {
            links(&read(document))
                .into_iter()
                .map(|it| target(document, &it))
        })
        .collect();
    for picture in files(&book.join("pictures")) {
        assert!(
            shown.contains(&picture),
            "{} is not shown",
            picture.display()
        );
    }
}

#[test]
fn the_readme_is_short_and_its_code_is_in_the_handbook() {
    let readme = read(&workspace().join("README.md"));
    let length = readme.chars().count();
    assert!(
        length <= LONGEST_README,
        "README.md has {length} characters"
    );

    let mut handbook = Vec::new();
    for page in pages() {
        handbook.extend(blocks(&read(&page)).into_iter().map(|block| block.lines));
    }
    for block in blocks(&readme) {
        if block.language == "sh" {
            continue;
        }
        let holds =
            |lines: &Vec<String>| lines.windows(block.lines.len()).any(|it| it == block.lines);
        let is_compiled = block.is_tested || handbook.iter().any(holds);
        assert!(
            is_compiled,
            "the handbook has no block with these lines: {:#?}",
            block.lines
        );
    }
}

/// By the tests that build games, or as a doc test.
#[test]
fn all_rust_code_of_the_handbook_is_compiled() {
    let book = workspace().join(BOOK);
    let lists = [
        "game/src/handbook_tests.rs",
        "game/sim/src/handbook_tests.rs",
    ];
    let listed = lists.map(|list| read(&workspace().join(list))).concat();
    for page in pages() {
        let name = page.strip_prefix(&book).expect("pages are in the book");
        let name = name.display().to_string().replace('\\', "/");
        let is_listed = listed.contains(&format!("{name}\""));
        for block in blocks(&read(&page)) {
            let is_rust = block.language.starts_with("rust");
            let is_compiled = block.is_tested || is_listed;
            assert!(!is_rust || is_compiled, "{name}: {:#?}", block.lines);
        }
    }
}

#[test]
fn tested_blocks_have_names_of_their_own() {
    let mut names = BTreeSet::new();
    for document in documents() {
        for line in read(&document).lines() {
            if line.starts_with("<!-- test: ") {
                assert!(names.insert(line.to_owned()), "{line} is there twice");
            }
        }
    }
    assert!(names.contains("<!-- test: plugin -->"), "{names:?}");
}
