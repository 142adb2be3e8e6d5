//! The tables in the handbook's page of figures.

use std::{error::Error, fs};

/// The page of figures.
pub const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/figures.md");

/// The lines around the tables.
const START: &str = "<!-- Written by `others --report`: -->\n";
const END: &str = "<!-- End of what `others --report` wrote. -->\n";

/// Replaces the tables in the page.
pub fn write(tables: &str) -> Result<(), Box<dyn Error>> {
    let page = fs::read_to_string(PAGE)?;
    let (before, _, after) = parts(&page)?;
    fs::write(PAGE, format!("{before}{START}\n{tables}\n{END}{after}"))?;
    Ok(())
}

/// The text before the tables, the tables, and the text after them.
///
/// # Errors
/// If the page does not have each of the two lines around the tables exactly once.
pub fn parts(page: &str) -> Result<(&str, &str, &str), String> {
    for line in [START, END] {
        let count = page.matches(line).count();
        if count != 1 {
            return Err(format!(
                "{PAGE} has {count} times the line {}, instead of once",
                line.trim()
            ));
        }
    }
    let (before, rest) = page.split_once(START).unwrap_or_default();
    let (tables, after) = rest
        .split_once(END)
        .ok_or("the tables end before they start")?;
    Ok((before, tables.trim_matches('\n'), after))
}
