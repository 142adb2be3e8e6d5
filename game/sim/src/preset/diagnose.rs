//! From an error of the parser, or a value out of range, to what a user needs: the place, the field, the value and what
//! to write instead.

use super::{
    nearest::nearest,
    scan::{offset, position, Field, Fields},
    PresetProblem,
};
use crate::SettingsError;
use ron::error::{Error, SpannedError};

/// Longer values are cut off in messages, in characters.
const LONGEST_SHOWN: usize = 40;

/// What the parser stopped at.
pub(super) fn refused(text: &str, error: &SpannedError) -> Vec<PresetProblem> {
    let end = offset(text, error.span.end.line, error.span.end.col);
    // Whatever comes later has no say in what was wrong here.
    let source = Source {
        text,
        fields: Fields::new(text),
        end,
    };
    vec![source.problem(&error.code)]
}

/// The places of values that are out of range.
pub(super) fn out_of_range(text: &str, error: &SettingsError) -> Vec<PresetProblem> {
    let fields = Fields::new(text);
    let problem = |out: &crate::OutOfRange| {
        let start = fields
            .locate(&out.field)
            .map_or(0, |field| field.value.start);
        let (line, column) = position(text, start);
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

/// A text and where the parser stopped in it.
struct Source<'a> {
    text: &'a str,
    fields: Fields<'a>,
    end: usize,
}

impl Source<'_> {
    fn problem(&self, error: &Error) -> PresetProblem {
        match error {
            Error::NoSuchStructField {
                expected, found, ..
            } => self.unknown_field(found, expected),
            Error::DuplicateStructField { field, .. } => self.duplicate_field(field),
            Error::NoSuchEnumVariant {
                expected, found, ..
            } => self.wrong_value(&one_of(found, expected)),
            Error::ExpectedComma if self.within_value() => self.value_too_long(),
            Error::ExpectedIdentifier if self.before_value() => {
                self.wrong_value("one of its names, without quotation marks")
            }
            _ => match wanted(error) {
                Some(wanted) => self.wrong_value(wanted),
                None => self.not_ron(error),
            },
        }
    }

    fn unknown_field(&self, found: &str, known: &[&str]) -> PresetProblem {
        let field = self.fields.last_named(found, self.end);
        let known = one_of(found, known);
        let written = shown(found);
        let message = match field {
            Some(field) => format!(
                "{} is not a setting; allowed here: {known}",
                self.fields.path(field)
            ),
            None => format!("{written} is not a setting; allowed here: {known}"),
        };
        self.at(
            field.map_or(self.end, |field| field.name.start),
            field,
            message,
        )
    }

    fn duplicate_field(&self, name: &str) -> PresetProblem {
        let field = self.fields.last_named(name, self.end);
        let path = field.map_or(name.to_string(), |field| self.fields.path(field));
        let message = format!("{path} is there twice; keep one of the two");
        self.at(
            field.map_or(self.end, |field| field.name.start),
            field,
            message,
        )
    }

    fn wrong_value(&self, wanted: &str) -> PresetProblem {
        let Some(field) = self.fields.around(self.end) else {
            return self.at(
                self.end,
                None,
                format!("not what can stand here; allowed: {wanted}"),
            );
        };
        let path = self.fields.path(field);
        let message = match self.fields.value(field) {
            "" => format!("{path} has no value; allowed: {wanted}"),
            value => format!("{path} is {}; allowed: {wanted}", shown(value)),
        };
        self.at(field.value.start, Some(field), message)
    }

    /// Whether the parser stopped right behind a piece of a value, such as the 1 of 1.5.
    fn within_value(&self) -> bool {
        let field = self.fields.around(self.end);
        let inside = |field: &Field| field.value.start < self.end && self.end < field.value.end;
        let glued = !self.text[..self.end].ends_with(char::is_whitespace);
        field.is_some_and(inside) && glued
    }

    /// Whether the parser stopped where a value begins.
    fn before_value(&self) -> bool {
        let field = self.fields.around(self.end);
        field.is_some_and(|field| field.value.start == self.end)
    }

    fn value_too_long(&self) -> PresetProblem {
        let Some(field) = self.fields.around(self.end) else {
            return self.not_ron(&Error::ExpectedComma);
        };
        let value = shown(self.fields.value(field));
        let good = shown(&self.text[field.value.start..self.end]);
        let path = self.fields.path(field);
        let message = format!("{path} is {value}; allowed: {good}, without what follows it");
        self.at(field.value.start, Some(field), message)
    }

    fn not_ron(&self, error: &Error) -> PresetProblem {
        let reason = error.to_string();
        let mut letters = reason.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        let reason: String = first.into_iter().chain(letters).collect();
        let field = self.fields.around(self.end);
        let place = field.map_or(String::new(), |field| {
            format!(" in {}", self.fields.path(field))
        });
        let message = format!("{}{place}; {}", reason, remedy(error));
        self.at(self.end, field, message)
    }

    fn at(&self, offset: usize, field: Option<&Field>, message: String) -> PresetProblem {
        let (line, column) = position(self.text, offset);
        PresetProblem {
            line,
            column,
            field: field.map(|field| self.fields.path(field)),
            message,
        }
    }
}

/// What can stand where the parser found something else; none if the text is not RON at all.
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
        Error::Eof | Error::ExpectedStructLikeEnd => "close every parenthesis, in its place",
        Error::ExpectedComma => "put a comma between two fields",
        Error::ExpectedMapColon => "write a colon between a field and its value",
        Error::ExpectedIdentifier => "a field begins with its name",
        Error::TrailingCharacters => "nothing but comments may follow the last parenthesis",
        Error::UnclosedBlockComment => "close it with */",
        Error::ExpectedDifferentStructName { .. } => "leave the name away",
        _ => "write a preset as (group: (field: value, ...), ...)",
    }
}

/// The names that are allowed, and the one that was probably meant.
fn one_of(written: &str, names: &[&str]) -> String {
    let all = names.join(", ");
    match nearest(written, names) {
        Some(name) => format!("{all}; did you mean {name}?"),
        None => all,
    }
}

/// A piece of the text, cut off if it is long.
fn shown(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LONGEST_SHOWN + 1)
        .collect();
    match line.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
