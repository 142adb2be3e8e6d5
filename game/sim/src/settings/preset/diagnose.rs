//! Problems of a preset: turns an error of the parser, or a value out of range, into a message with
//! line, column, field, value and remedy.

use super::{
    place::{offset, position, value_at, value_start, Places},
    text::PresetText,
    PresetProblem,
};
use crate::settings::{OutOfRange, SettingsError};
use ron::error::{Error, SpannedError};
use serde::Deserialize;
use serde_path_to_error::{Path, Segment, Track};

/// Largest number of characters of the text that a message quotes.
const LONGEST_SHOWN: usize = 40;

/// Largest number of characters of the parser's message that a message quotes.
const LONGEST_REASON: usize = 200;

/// An error of the parser, with the field in which the parser stopped.
pub(super) struct Stop {
    error: SpannedError,
    field: Field,
}

impl Stop {
    /// The problem that this error is in a text.
    pub(super) fn problem(self, text: &str) -> PresetProblem {
        let at = |place: ron::error::Position| offset(text, place.line, place.col);
        let source = Source {
            text,
            start: at(self.error.span.start),
            end: at(self.error.span.end),
            field: self.field,
        };
        source.problem(&self.error.code)
    }
}

/// Reads a preset's text.
///
/// The fields are tracked in every read, not only after an error: a second reader without tracking
/// would add the parser's code again, a tenth of the library.
pub(super) fn read(text: &str) -> Result<PresetText, Box<Stop>> {
    let stop = |error, field| Box::new(Stop { error, field });
    let outside = |error| stop(error, Field::default());
    let mut parser = ron::Deserializer::from_str(text).map_err(outside)?;
    let mut track = Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut parser, &mut track);
    let preset = PresetText::deserialize(tracked)
        .map_err(|error| stop(parser.span_error(error), Field::new(&track.path())))?;
    match parser.end() {
        Ok(()) => Ok(preset),
        Err(error) => Err(outside(parser.span_error(error))),
    }
}

/// The problems of values out of range, in the order in which the values stand in the text.
pub(super) fn out_of_range(text: &str, error: &SettingsError) -> Vec<PresetProblem> {
    let mut places = Places::new(text);
    let problem = |out: &OutOfRange| {
        let path: Vec<&str> = out.field.split('.').collect();
        let start = places.nearest_value(&path).unwrap_or(0);
        let (line, column) = position(&text[..start]);
        PresetProblem {
            line,
            column,
            field: Some(out.field.clone()),
            message: out.to_string(),
        }
    };
    let mut problems: Vec<_> = error.problems().iter().map(problem).collect();
    problems.sort_by_key(|problem| (problem.line, problem.column));
    problems
}

/// The field in which the parser stopped.
#[derive(Default)]
struct Field {
    names: Vec<String>,
    /// True if the parser stopped between the fields of this field.
    is_between: bool,
}

impl Field {
    fn new(path: &Path) -> Self {
        let name = |segment: &Segment| match segment {
            Segment::Map { key } => Some(key.clone()),
            _ => None,
        };
        Self {
            names: path.iter().filter_map(name).collect(),
            is_between: matches!(path.iter().next_back(), Some(Segment::Unknown)),
        }
    }

    /// The field whose value ends at the end of the text.
    ///
    /// The last token of that value is removed and the text is read again: the parser then stops in
    /// this field.
    fn before_comma(text: &str) -> Self {
        let text = text.trim_end();
        let part = |c: char| c.is_alphanumeric() || "._+-".contains(c);
        let mut rest = text.trim_end_matches(part).chars();
        if rest.as_str().len() == text.len() {
            rest.next_back();
        }
        let stop = read(rest.as_str()).err();
        stop.map(|stop| stop.field).unwrap_or_default()
    }

    /// The path of the field; `None` outside of all fields.
    fn path(&self) -> Option<String> {
        let names: Vec<_> = self
            .names
            .iter()
            .map(|name| shown(name, LONGEST_SHOWN))
            .collect();
        (!names.is_empty()).then(|| names.join("."))
    }

    fn value_start(&self, text: &str) -> Option<usize> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        value_start(text, &names)
    }
}

/// A text, the range of its last token that the parser read, and the field in which the parser
/// stopped.
struct Source<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    field: Field,
}

impl Source<'_> {
    fn problem(mut self, error: &Error) -> PresetProblem {
        match error {
            Error::NoSuchStructField {
                expected, found, ..
            } => {
                let path = self.path(found);
                let known = one_of(found, expected);
                let message = format!("{path} is not a setting; allowed here: {known}");
                self.at(self.start, message)
            }
            Error::DuplicateStructField { field, .. } => {
                self.field.names.push(field.to_string());
                let message = format!("{} is given twice; remove one of the two", self.path(field));
                self.at(self.start, message)
            }
            Error::NoSuchEnumVariant {
                expected, found, ..
            } => self.wrong_value(&one_of(found, expected)),
            Error::ExpectedComma => self.expected_comma(),
            Error::ExpectedIdentifier if !self.field.is_between => {
                self.wrong_value("one of its names, without quotation marks")
            }
            _ => match wanted(error) {
                Some(wanted) => self.wrong_value(wanted),
                None => self.not_ron(error),
            },
        }
    }

    fn wrong_value(&self, wanted: &str) -> PresetProblem {
        let Some(path) = self.field.path() else {
            let message = format!("this value cannot stand here; allowed: {wanted}");
            return self.at(self.end, message);
        };
        let start = self.field.value_start(self.text).unwrap_or(self.end);
        let message = match value_at(self.text, start) {
            "" => format!("{path} has no value; allowed: {wanted}"),
            value => format!(
                "{path} is {}; allowed: {wanted}",
                shown(value, LONGEST_SHOWN)
            ),
        };
        self.at(start, message)
    }

    /// The problem of a missing comma, or of a value that goes on after its valid part.
    ///
    /// In the second case the parser took only the first part of a value, such as the 1 of 1.5.
    fn expected_comma(mut self) -> PresetProblem {
        let before = &self.text[..self.end];
        let field = Field::before_comma(before);
        if field.names.len() <= self.field.names.len() {
            return self.not_ron(&Error::ExpectedComma);
        }
        self.field = field;
        let is_glued = !before.ends_with(char::is_whitespace);
        let start = self.field.value_start(self.text).filter(|_| is_glued);
        let (Some(start), Some(path)) = (start, self.field.path()) else {
            return self.not_ron(&Error::ExpectedComma);
        };
        let value = shown(value_at(self.text, start), LONGEST_SHOWN);
        let good = shown(&self.text[start..self.end], LONGEST_SHOWN);
        let message = format!("{path} is {value}; allowed: {good}, without the text after it");
        self.at(start, message)
    }

    fn not_ron(&self, error: &Error) -> PresetProblem {
        let reason = shown(&error.to_string(), LONGEST_REASON);
        let mut letters = reason.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        let reason: String = first.into_iter().chain(letters).collect();
        let place = self
            .field
            .path()
            .map_or(String::new(), |path| format!(" in {path}"));
        self.at(self.end, format!("{reason}{place}; {}", remedy(error)))
    }

    fn path(&self, name: &str) -> String {
        self.field
            .path()
            .unwrap_or_else(|| shown(name, LONGEST_SHOWN))
    }

    fn at(&self, offset: usize, message: String) -> PresetProblem {
        let (line, column) = position(&self.text[..offset]);
        PresetProblem {
            line,
            column,
            field: self.field.path(),
            message,
        }
    }
}

/// What the parser expected, in words; `None` if the text is not RON at all.
fn wanted(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::ExpectedFloat | Error::FloatUnderscore => "a number, such as 1.5",
        Error::ExpectedInteger
        | Error::IntegerOutOfBounds
        | Error::InvalidIntegerDigit { .. }
        | Error::UnderscoreAtBeginning => "a whole number from 0 to 4294967295",
        Error::ExpectedBoolean => "true or false",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            "values in parentheses, such as (enabled: true) or (0, 1.5, 0)"
        }
        Error::ExpectedArray
        | Error::ExpectedArrayEnd
        | Error::ExpectedDifferentLength { .. }
        | Error::InvalidValueForType { .. } => "three numbers in parentheses, such as (0, 1.5, 0)",
        _ => return None,
    })
}

fn remedy(error: &Error) -> &'static str {
    match error {
        Error::Eof | Error::ExpectedStructLikeEnd => "close every parenthesis in the right place",
        Error::ExpectedComma => "put a comma between two fields",
        Error::ExpectedMapColon => "write a colon between a field and its value",
        Error::ExpectedIdentifier => "a field begins with its name",
        Error::TrailingCharacters => "nothing but comments may follow the last parenthesis",
        Error::UnclosedBlockComment => "close it with */",
        Error::ExpectedDifferentStructName { .. } => "leave out the name",
        _ => "write a preset as (group: (field: value, ...), ...)",
    }
}

/// The allowed names, and the one that was probably meant.
///
/// This is the name with the fewest changes (Damerau-Levenshtein distance), if they are less than
/// half of its length.
fn one_of(written: &str, names: &[&str]) -> String {
    let all = names.join(", ");
    let written = written.to_lowercase();
    let changes = |name: &&str| strsim::damerau_levenshtein(&written, &name.to_lowercase());
    // No setting has so long a name that a longer word could mean it.
    let nearest = names
        .iter()
        .filter(|_| written.len() <= 64)
        .min_by_key(|name| changes(name));
    match nearest.filter(|name| 2 * changes(name) < name.len().max(3)) {
        Some(name) => format!("{all}; did you mean {name}?"),
        None => all,
    }
}

/// A text in one line, cut off after this number of characters.
fn shown(text: &str, longest: usize) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(longest + 1)
        .collect();
    match line.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_meant() {
        let names = ["weight", "radius", "max_speed"];
        let meant = |written: &str| {
            let text = one_of(written, &names);
            text.split("mean ").nth(1).map(|name| name.replace('?', ""))
        };
        for (written, name) in [
            ("radios", Some("radius")),
            ("raduis", Some("radius")),
            ("Radius", Some("radius")),
            ("maxSpeed", Some("max_speed")),
            ("speed", Some("max_speed")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(meant(written).as_deref(), name, "{written}");
        }
        assert_eq!(meant(&"radius".repeat(1000)), None);
        assert_eq!(one_of("radius", &[]), "");
    }
}
