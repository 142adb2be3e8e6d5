//! Search for file names that are not taken.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Number of names that the search tries.
const MOST: u32 = 10_000;

/// True if nothing has this name, not even a dangling link.
///
/// False if something has it, or if that cannot be determined.
pub fn is_free(path: impl AsRef<Path>) -> bool {
    check_free(path.as_ref()).unwrap_or(false)
}

/// The first free name in a folder among `NAME_1.EXTENSION`, `NAME_2.EXTENSION` and so on.
///
/// # Errors
/// Returns the error of the system if it cannot be determined whether a name is free, and
/// [`io::ErrorKind::AlreadyExists`] if none of the first 10,000 names is. A folder that does not
/// exist is no error.
pub fn first_free(folder: impl AsRef<Path>, name: &str, extension: &str) -> io::Result<PathBuf> {
    for number in 1..=MOST {
        let path = folder.as_ref().join(format!("{name}_{number}.{extension}"));
        if check_free(&path)? {
            return Ok(path);
        }
    }
    let reason =
        format!("all names from {name}_1.{extension} to {name}_{MOST}.{extension} are taken");
    Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
}

fn check_free(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_for_a_free_name_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = |number: u32| folder.path().join(format!("a_{number}.csv"));
        let search = || first_free(folder.path(), "a", "csv");
        assert_eq!(search().unwrap(), file(1));
        for number in (1..=MOST).filter(|number| *number != 7) {
            fs::write(file(number), "").unwrap();
        }
        assert_eq!(search().unwrap(), file(7));
        fs::write(file(7), "").unwrap();
        let error = search().unwrap_err();
        assert!(error.to_string().contains("a_10000.csv"), "{error}");
        // The system cannot look up names below a file.
        assert!(first_free(file(1), "a", "csv").is_err());
    }
}
