//! Which name was probably meant.

/// The name that takes the fewest changes to get to, if that is less than half of it.
pub(super) fn nearest<'a>(written: &str, names: &[&'a str]) -> Option<&'a str> {
    // No name is so long that one of this length could have been meant.
    if written.len() > 64 {
        return None;
    }
    let nearest = names.iter().min_by_key(|name| changes(written, name))?;
    (2 * changes(written, nearest) < nearest.len().max(3)).then_some(nearest)
}

/// How many letters must be put in, left out or replaced to get from one word to the other, whatever their case.
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.to_lowercase().chars().collect();
    // The changes from what was read of `from` to each beginning of `to`.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for letter in from.to_lowercase().chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (index, wanted) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *wanted);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted() {
        for (from, to, count) in [
            ("", "", 0),
            ("", "radius", 6),
            ("radios", "radius", 1),
            ("raduis", "radius", 2),
            ("Radius", "radius", 0),
            ("radiuss", "radius", 1),
            ("speed", "max_speed", 4),
        ] {
            assert_eq!(changes(from, to), count, "{from} to {to}");
            assert_eq!(changes(to, from), count, "{to} to {from}");
        }
    }

    #[test]
    fn only_near_names_are_meant() {
        let names = ["weight", "radius", "max_speed"];
        assert_eq!(nearest("radios", &names), Some("radius"));
        assert_eq!(nearest("maxSpeed", &names), Some("max_speed"));
        assert_eq!(nearest("colour", &names), None);
        assert_eq!(nearest("radius", &[]), None);
        assert_eq!(nearest(&"radius".repeat(1000), &names), None);
    }
}
