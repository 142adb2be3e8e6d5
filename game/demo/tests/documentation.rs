//! The README and the handbook: links and anchors lead somewhere, every page is in the summary, every
//! picture is shown, presets can be loaded, and the README is short and shows code that the handbook's tests compile.

use fyrox_flock::FlockPreset;
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fs,
    path::{Component, Path, PathBuf},
};

/// Largest number of characters of the README.
const LONGEST_README: usize = 6_000;

/// Documents outside of the handbook, in the workspace.
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "game/README.md",
    "game/sim/README.md",
    "game/terrain/README.md",
    "editor/plugin/README.md",
];

/// The handbook's folder, in the workspace.
const BOOK: &str = "game/docs/src";

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

/// The book is built from the files in its folder alone.
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

/// By the tests that build games, or as an example of the documentation.
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
fn presets_in_the_handbook_can_be_loaded() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("handbook.flock");
    let mut number = 0;
    for page in pages() {
        for block in blocks(&read(&page)) {
            if block.language == "ron" {
                fs::write(&file, block.lines.join("\n")).expect("the file can be written");
                let loaded = FlockPreset::load(&file);
                loaded.unwrap_or_else(|error| panic!("{}: {error}", page.display()));
                number += 1;
            }
        }
    }
    assert!(number > 0, "the handbook shows no preset");
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

/// A block of code in a document.
#[derive(Default)]
struct Block {
    language: String,
    /// Without the spaces around each of them.
    lines: Vec<String>,
    /// A comment before it names it for the tests that build games.
    is_tested: bool,
}

/// The blocks of code of a document.
fn blocks(text: &str) -> Vec<Block> {
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
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The targets of the links and pictures of a document that lead to files.
fn links(text: &str) -> Vec<String> {
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

/// A line with its pieces in backticks left out.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The anchors of the headings of a document; none of another file.
fn headings_of(document: &Path) -> BTreeSet<String> {
    if document.extension() != Some(OsStr::new("md")) || !document.exists() {
        return BTreeSet::new();
    }
    let text = read(document);
    let headings = prose(&text).filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim());
    let mut anchors = BTreeSet::new();
    for title in titles {
        let anchor = anchor(title);
        // A second heading of the same name would get a number.
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

/// The file that a link in a document leads to; the document itself for an anchor alone.
fn target(document: &Path, file: &str) -> PathBuf {
    if file.is_empty() {
        return document.to_owned();
    }
    let folder = document.parent().expect("documents are in a folder");
    let mut path = PathBuf::new();
    for component in folder.join(file).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

fn documents() -> Vec<PathBuf> {
    let mut documents: Vec<_> = DOCUMENTS.iter().map(|it| workspace().join(it)).collect();
    documents.extend(pages());
    documents
}

/// The pages of the handbook, and its summary.
fn pages() -> Vec<PathBuf> {
    let mut pages = files(&workspace().join(BOOK));
    pages.retain(|file| file.extension() == Some(OsStr::new("md")));
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

/// All files below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.ancestors().nth(2);
    workspace
        .expect("the package lies in the workspace")
        .to_owned()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
