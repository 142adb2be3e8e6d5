//! Figures of speed: only programs write them, with processor, date and commit.

use crate::{
    files::{documents, read, workspace},
    markdown::prose,
};
use flock_handbook::BOOK;

/// The comments around a block.
const START: &str = "<!-- Written by `";
const END: &str = "<!-- End of what `";

/// The name and the lines of each block of the page of figures.
fn written_blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some((name, _)) = line.strip_prefix(START).and_then(|it| it.split_once('`')) {
            let inside = lines.by_ref().take_while(|line| !line.starts_with(END));
            let inside = inside.filter(|line| !line.is_empty()).map(str::to_owned);
            blocks.push((name.to_owned(), inside.collect()));
        }
    }
    blocks
}

#[test]
fn the_script_runs_the_program_of_each_block() {
    let script = read(&workspace().join("executor/figures.sh"));
    let page = read(&workspace().join(BOOK).join("figures.md"));
    let blocks = written_blocks(&page);
    assert!(!blocks.is_empty());
    for (name, lines) in blocks {
        let command = name.split(" --report").next().unwrap_or_default();
        let command = format!("\nmeasure {command}");
        assert!(script.contains(&command), "{name}: no {command:?}");
        if let Some(heading) = lines.first() {
            assert!(heading.contains(", commit "), "{name}: {heading}");
        }
    }
}

#[test]
fn no_document_has_a_time_that_no_program_wrote() {
    for document in documents() {
        if document.ends_with("CHANGELOG.md") {
            continue;
        }
        let text = read(&document);
        let mut is_written = false;
        for line in prose(&text) {
            is_written = (is_written || line.starts_with(START)) && !line.starts_with(END);
            let place = document.display();
            assert!(is_written || !has_time(line), "{place}: {line}");
        }
    }
}

/// Whether there is a number of milliseconds or less.
fn has_time(line: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().collect();
    words.windows(2).any(|pair| {
        let unit = pair[1].trim_end_matches(|c: char| !c.is_alphabetic());
        pair[0].ends_with(|c: char| c.is_ascii_digit()) && ["ms", "µs", "ns"].contains(&unit)
    })
}

#[test]
fn a_time_is_a_number_with_its_unit() {
    assert!(has_time("It takes 0.12 ms, always."));
    assert!(!has_time("The budget is in ms. It has 3 forms."));
}
