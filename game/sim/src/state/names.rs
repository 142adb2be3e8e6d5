//! Names of what a game adds to a flock: numbers in the order in which it was added, none of them used
//! twice.

use crate::settings::validation::{Check, SettingsError};

/// Largest number of things of a kind that are ever added to a flock. One in each frame of 1/60 s takes two
/// years.
pub(crate) const MOST_ADDED: u32 = 4_000_000_000;

/// The number of the next thing, of which so many have been added and so many at most are there at a
/// time.
///
/// # Errors
/// If there are as many already, or if the numbers are used up.
pub(crate) fn next_name(
    what: &str,
    count: usize,
    most: usize,
    added: &mut u32,
) -> Result<u32, SettingsError> {
    let mut check = Check::default();
    check.room(what, count, most);
    let ever = format!("number of {what} ever added");
    check.count(&ever, *added, 0, MOST_ADDED - 1);
    check.finish()?;
    *added += 1;
    Ok(*added - 1)
}

/// Checks the numbers of what was read from a file: things, given in the plural, of which there are at
/// most so many, and of which `added` have been added.
pub(crate) fn check_names(
    what: &str,
    numbers: impl ExactSizeIterator<Item = u32> + Clone,
    most: usize,
    added: u32,
) -> Result<(), String> {
    let count = numbers.len();
    if count > most {
        return Err(format!("there are {count} {what}; allowed: {most}"));
    }
    if added > MOST_ADDED {
        return Err(format!(
            "{added} {what} have been added; allowed: 0 to {MOST_ADDED}"
        ));
    }
    let is_ordered = numbers.clone().is_sorted_by(|a, b| a < b);
    let is_counted = numbers.last().is_none_or(|last| last < added);
    if is_ordered && is_counted {
        Ok(())
    } else {
        Err(format!("the names of {what} are out of order"))
    }
}
