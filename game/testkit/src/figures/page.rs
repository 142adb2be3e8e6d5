//! The blocks of the handbook's pages that programs write.

use std::{error::Error, fs};

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
    pub fn write(&self, program: &str, block: &str) -> Result<(), Box<dyn Error>> {
        let page = fs::read_to_string(self.file())?;
        fs::write(self.file(), with_block(&page, program, block)?)?;
        Ok(())
    }

    /// The block of the page that a program writes, without the lines around it.
    ///
    /// # Errors
    /// As [`Page::write`].
    pub fn block(&self, program: &str) -> Result<String, Box<dyn Error>> {
        let page = fs::read_to_string(self.file())?;
        let (_, block, _) = parts(&page, program)?;
        Ok(block.trim_matches('\n').to_owned())
    }
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
