//! File names that are valid on every system.

/// Longest name in bytes: the smallest limit of the usual file systems.
const LONGEST: usize = 255;

/// Names that Windows reserves for devices, whatever their extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Prefixes of numbered device names, each followed by one digit.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// True if a file can have this name on every system, so that a project can be shared.
///
/// Such a name has 1 to 255 bytes. It contains none of the characters `<>:"/\|?*` and no control
/// character, and does not end with a space or a dot. It is no name that Windows reserves, such as
/// `NUL` or `com1.flock`.
/// ```
/// use flock_sim::files::is_portable_name;
///
/// assert!(is_portable_name("my flock.flock"));
/// assert!(!is_portable_name("nul.flock"));
/// ```
pub fn is_portable_name(name: &str) -> bool {
    let is_allowed = |c: char| !c.is_control() && !r#"<>:"/\|?*"#.contains(c);
    (1..=LONGEST).contains(&name.len())
        && name.chars().all(is_allowed)
        && !name.ends_with([' ', '.'])
        && !is_device(name)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_uppercase();
    let is_numbered = |device: &&str| {
        let number = stem.strip_prefix(*device).unwrap_or_default();
        // Windows treats the superscript digits of Latin-1 as digits.
        let mut digits = number.chars();
        let is_digit = |c: char| c.is_ascii_digit() || "¹²³".contains(c);
        digits.next().is_some_and(is_digit) && digits.next().is_none()
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_system_reserves_are_refused() {
        let long = "a".repeat(256);
        for name in [
            "",
            ".",
            "..",
            "a.",
            "a ",
            "a/b",
            "a\\b",
            "a:b",
            "a?",
            "a\0",
            "a\n",
            &long,
            "CON",
            "con",
            "Nul.flock",
            "nul .flock",
            "aux.tar.gz",
            "COM1",
            "lpt9.flock",
            "com¹",
            "conin$",
        ] {
            assert!(!is_portable_name(name), "{name:?}");
        }
        let long = "a".repeat(255);
        for name in [
            "a",
            "a b",
            ".a",
            "a.b.c",
            "my-flock_1",
            "Fischschwärme",
            "console",
            "com",
            "com10",
            "lpt1a",
            "null",
            &long,
        ] {
            assert!(is_portable_name(name), "{name:?}");
        }
    }
}
