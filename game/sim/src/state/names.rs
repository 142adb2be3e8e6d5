//! Ids of what a game adds to a flock: numbers in the order in which the items were added, never
//! reused.

use crate::settings::validation::{Check, SettingsError};

/// Largest number of items of a kind that can ever be added to a flock. At one item per frame of
/// 1/60 s it lasts two years.
pub(crate) const MOST_ADDED: u32 = 4_000_000_000;

/// Issues the number of the next item and increments `added`. `what` names the items in the plural.
///
/// # Errors
/// Refuses if `count`, the current number of items, has reached `most`, or if all numbers are used
/// up.
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

/// Checks the numbers of items that were read from a file: at most `most` of them, ascending, and
/// below `added`. `what` names the items in the plural.
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
        Err(format!(
            "the ids of {what} are out of order, or larger than any that were given"
        ))
    }
}
