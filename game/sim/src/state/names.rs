//! Names of what a game adds to a flock: numbers in the order in which it was added, none of them used
//! twice.

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
    let is_ordered = numbers.clone().is_sorted_by(|a, b| a < b);
    let is_counted = numbers.last().is_none_or(|last| last < added);
    match is_ordered && is_counted {
        true => Ok(()),
        false => Err(format!("the names of {what} are out of order")),
    }
}
