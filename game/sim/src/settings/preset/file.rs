//! Settings as RON text and as files.

use super::{
    diagnose::{self, out_of_range},
    place::position,
    PresetError, PresetProblem,
};
use crate::{files, settings::Settings};
use ron::ser::PrettyConfig;
use std::{io, path::Path};

impl Settings {
    /// Largest size of a preset's text, in bytes. All settings written out with comments take a few
    /// thousand.
    pub const LONGEST_TEXT: usize = 1 << 20;

    /// Reads settings from a preset's text in RON.
    ///
    /// Missing fields take their defaults. The field `look`, with which a game says how the boids
    /// are drawn, is ignored.
    ///
    /// # Errors
    /// Says where the text is not RON, or names the field that is unknown, of the wrong type or out
    /// of range, with its line, its column and what is allowed. A text of more than 1 MiB is
    /// refused.
    ///
    /// ```
    /// use flock_sim::Settings;
    ///
    /// let settings = Settings::from_ron("(motion: (min_speed: 0.5, max_speed: 2))")?;
    /// assert_eq!(settings.motion.max_speed, 2.0);
    /// assert_eq!(settings.cohesion, Settings::default().cohesion);
    ///
    /// let error = Settings::from_ron("(motion: (max_sped: 2))").unwrap_err();
    /// assert_eq!((error.problems()[0].line, error.problems()[0].column), (1, 11));
    /// println!("{error}");
    /// # Ok::<(), flock_sim::settings::PresetError>(())
    /// ```
    pub fn from_ron(text: &str) -> Result<Self, PresetError> {
        let refuse = |problems| PresetError::Refused {
            file: None,
            problems,
        };
        if text.len() > Self::LONGEST_TEXT {
            return Err(refuse(vec![too_long()]));
        }
        // Some editors begin a file with this invisible character, the byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let preset = diagnose::read(text).map_err(|stop| refuse(vec![stop.problem(text)]))?;
        let settings = Self::from(preset);
        match settings.validate() {
            Ok(()) => Ok(settings),
            Err(error) => Err(refuse(out_of_range(text, &error))),
        }
    }

    /// Reads settings from a preset file; see [`from_ron`](Self::from_ron).
    ///
    /// # Errors
    /// Names the file if it cannot be read or is not a regular file. If its text is wrong, names
    /// the file, line, column and field.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, PresetError> {
        let path = path.as_ref();
        let refuse = |problem| PresetError::Refused {
            file: None,
            problems: vec![problem],
        };
        let read = match files::read_at_most(path, Self::LONGEST_TEXT as u64) {
            Ok(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => Self::from_ron(text),
                Err(error) => Err(refuse(not_text(&bytes[..error.valid_up_to()]))),
            },
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Err(refuse(too_long())),
            Err(source) => Err(PresetError::Unreadable {
                file: path.to_owned(),
                source,
            }),
        };
        read.map_err(|error| error.in_file(path.to_owned()))
    }

    /// The settings as a preset's text, with every field.
    ///
    /// [`from_ron`](Self::from_ron) reads exactly the same settings from it.
    pub fn to_ron(&self) -> String {
        let config = PrettyConfig::new().new_line("\n");
        let text = ron::ser::to_string_pretty(self, config);
        text.expect(
            "structs, enums and numbers can all be written, and writing into memory does not fail",
        ) + "\n"
    }

    /// Writes the settings to a preset file and replaces a file that exists; see
    /// [`to_ron`](Self::to_ron).
    ///
    /// # Errors
    /// Names the file if it cannot be written. An existing file is then unchanged; see
    /// [`files::replace`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PresetError> {
        let path = path.as_ref();
        let saved = files::write(path, self.to_ron());
        saved.map_err(|source| PresetError::Unwritable {
            file: path.to_owned(),
            source,
        })
    }
}

fn too_long() -> PresetProblem {
    PresetProblem {
        line: 1,
        column: 1,
        field: None,
        message: format!(
            "the text is too long; allowed: up to {} bytes",
            Settings::LONGEST_TEXT
        ),
    }
}

/// The problem of a file that is not UTF-8. `before` are the valid bytes at its start.
fn not_text(before: &[u8]) -> PresetProblem {
    let before = String::from_utf8_lossy(before);
    let (line, column) = position(&before);
    PresetProblem {
        line,
        column,
        field: None,
        message: "the file is not UTF-8 text; save it in UTF-8".to_string(),
    }
}
