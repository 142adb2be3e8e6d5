//! The blocks of the handbook's pages that programs write.

use super::machine;
use std::{fs, io};

/// A page of the handbook with blocks that programs write.
pub struct Page(&'static str);

/// The page of figures.
pub const FIGURES: Page = Page("figures.md");

/// The page of promises and their tests.
pub const PROMISES: Page = Page("how/promises.md");

impl Page {
    fn file(&self) -> String {
        let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src");
        format!("{book}/{}", self.0)
    }

    /// Replaces the block of the page that a program writes, such as `others --report`.
    ///
    /// # Errors
    /// If the page cannot be read or written, or does not have the lines around the block exactly
    /// once.
    pub fn write(&self, program: &str, block: &str) -> io::Result<()> {
        let page = fs::read_to_string(self.file())?;
        let page = with_block(&page, program, block).map_err(io::Error::other)?;
        fs::write(self.file(), page)
    }

    /// Writes that a program measured nothing, unless its block has a table: that was measured on
    /// another machine. Prints the reason, and whether the table stays.
    ///
    /// # Errors
    /// As [`Page::write`].
    pub fn write_unmeasured(&self, program: &str, what: &str, reason: &str) -> io::Result<()> {
        println!("{program}: {what} ({reason})");
        if has_table(&self.block(program)?) {
            println!("The page keeps the earlier table.");
            return Ok(());
        }
        let heading = machine::heading("not measured");
        self.write(program, &format!("{heading} {what}"))
    }

    /// The block of the page that a program writes, without the lines around it.
    ///
    /// # Errors
    /// As [`Page::write`].
    pub fn block(&self, program: &str) -> io::Result<String> {
        let page = fs::read_to_string(self.file())?;
        let (_, block, _) = parts(&page, program).map_err(io::Error::other)?;
        Ok(block.trim_matches('\n').to_owned())
    }
}

/// Whether a block has a row of dashes, which is below the heads of a table's columns.
fn has_table(block: &str) -> bool {
    block.lines().any(|line| line.starts_with("|---"))
}

fn with_block(page: &str, program: &str, block: &str) -> Result<String, String> {
    let (before, _, after) = parts(page, program)?;
    let block = block.trim_matches('\n');
    Ok(format!("{before}\n{block}\n\n{after}"))
}

/// The text up to the first line of a block, the block, and the text from the line that ends it.
fn parts<'a>(page: &'a str, program: &str) -> Result<(&'a str, &'a str, &'a str), String> {
    let place = |line: &str| match page.match_indices(line).collect::<Vec<_>>()[..] {
        [(place, _)] => Ok(place),
        ref places => Err(format!(
            "the page has {} times the line {}, instead of once",
            places.len(),
            line.trim()
        )),
    };
    let start = format!("<!-- Written by `{program}`: -->\n");
    let end = format!("<!-- End of what `{program}` wrote. -->\n");
    let (start, end) = (place(&start)? + start.len(), place(&end)?);
    if start <= end {
        Ok((&page[..start], &page[start..end], &page[end..]))
    } else {
        Err(format!("the block of {program} ends before it starts"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Page\n\n<!-- Written by `a --report`: -->\n\nold\n\n\
                        <!-- End of what `a --report` wrote. -->\n\nRest.\n";

    #[test]
    fn a_block_is_replaced_and_the_rest_stays() {
        let new = with_block(TEXT, "a --report", "new\n").unwrap();
        assert_eq!(new, TEXT.replace("old", "new"));
        assert_eq!(parts(&new, "a --report").unwrap().1, "\nnew\n\n");
    }

    #[test]
    fn a_reason_is_no_table() {
        assert!(has_table("Two boids.\n\n| boids |\n|---|\n| 2 |"));
        assert!(!has_table("No GPU was found."));
    }

    #[test]
    fn lines_that_are_missing_repeated_or_exchanged_are_refused() {
        let twice = TEXT.repeat(2);
        let (start, end) = TEXT.split_once("\nold\n\n").unwrap();
        let exchanged = format!("{end}{start}");
        for (page, program) in [
            (TEXT, "b"),
            (&twice, "a --report"),
            (&exchanged, "a --report"),
        ] {
            assert!(with_block(page, program, "new").is_err(), "{page}");
        }
    }
}
