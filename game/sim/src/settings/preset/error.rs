//! Errors of preset files.

use std::{fmt, io, path::PathBuf};

/// A preset was refused, or its file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PresetError {
    /// The file cannot be read. The caller should ask for another file.
    #[error("{} cannot be read: {source}", file.display())]
    Unreadable {
        /// The file, as the caller named it.
        file: PathBuf,
        /// Reason given by the operating system.
        source: io::Error,
    },
    /// The file cannot be written. Its content is unchanged.
    #[error("{} cannot be written: {source}", file.display())]
    Unwritable {
        /// The file, as the caller named it.
        file: PathBuf,
        /// Reason given by the operating system.
        source: io::Error,
    },
    /// The text is not a preset. The caller should show the problems to the author of the text and
    /// keep its settings.
    #[error("{}", listed(file, problems))]
    Refused {
        /// The file; `None` if the text is not from a file.
        file: Option<PathBuf>,
        /// The problems in the order of the text; never empty. All values out of range are reported
        /// together, other problems one at a time.
        problems: Vec<PresetProblem>,
    },
}

/// A problem at one place of a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetProblem {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Path of the field in [`Settings`](crate::Settings), such as `separation.radius`; `None`
    /// outside of all fields.
    pub field: Option<String>,
    /// What is wrong, with field and value, and what to do. Long pieces of the text are cut off.
    pub message: String,
}

impl fmt::Display for PresetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            message,
            ..
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl PresetError {
    /// The problems of the text; empty if the file could not be read or written.
    pub fn problems(&self) -> &[PresetProblem] {
        match self {
            Self::Refused { problems, .. } => problems,
            Self::Unreadable { .. } | Self::Unwritable { .. } => &[],
        }
    }

    /// The same error, with the file that the text is from.
    pub(super) fn in_file(self, file: PathBuf) -> Self {
        match self {
            Self::Refused { problems, .. } => Self::Refused {
                file: Some(file),
                problems,
            },
            other => other,
        }
    }
}

/// One line for each problem. The file stands in front, so that editors and terminals find the
/// place.
fn listed(file: &Option<PathBuf>, problems: &[PresetProblem]) -> String {
    let line = |problem: &PresetProblem| match file {
        Some(file) => format!("{}: {problem}", file.display()),
        None => problem.to_string(),
    };
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}
