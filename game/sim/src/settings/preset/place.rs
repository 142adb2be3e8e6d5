//! Places of fields in a preset's text.
//!
//! The parser reports places only for its own errors. To find the place of a value that is refused
//! later, the parser runs again and is made to stop at the field.

use ron::{error::Error, value::RawValue, Deserializer};
use serde::{
    de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor},
    Deserialize,
};
use std::{collections::HashMap, fmt};

/// Message of the error that stops the parser.
const FOUND: &str = "found";

/// The places of many fields of a text. Each struct is parsed once, however many of its fields are
/// looked up.
pub(super) struct Places<'a> {
    text: &'a str,
    /// The fields of each struct that was parsed, by the byte at which the struct begins.
    read: HashMap<usize, HashMap<String, usize>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            read: HashMap::new(),
        }
    }

    /// Byte at which the value of a field begins. If the text does not have the field, the nearest
    /// enclosing field that it has is taken; `None` if it has none of them.
    pub(super) fn nearest_value(&mut self, path: &[&str]) -> Option<usize> {
        let mut found = None;
        for name in path {
            match self.fields(found.unwrap_or(0)).get(*name) {
                Some(start) => found = Some(*start),
                None => break,
            }
        }
        found
    }

    /// The fields of the struct that begins at a byte: each name with the byte at which its value
    /// begins.
    fn fields(&mut self, at: usize) -> &HashMap<String, usize> {
        let text = &self.text[at..];
        let read = || {
            let mut parser = Deserializer::from_str(text).ok()?;
            let Fields(values) = Fields::deserialize(&mut parser).ok()?;
            let start = |value: &str| {
                let begin = value.as_ptr() as usize - text.as_ptr() as usize;
                // The parser counts comments before a value as part of the value.
                at + begin + value_start(value, &[]).unwrap_or(0)
            };
            let values = values.into_iter();
            Some(values.map(|(name, value)| (name, start(value))).collect())
        };
        let fields = self.read.entry(at);
        fields.or_insert_with(|| read().unwrap_or_default())
    }
}

/// The fields of a struct, each with the piece of the text that is its value.
struct Fields<'a>(Vec<(String, &'a str)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(parser: D) -> Result<Self, D::Error> {
        parser.deserialize_any(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while let Some((name, value)) = fields.next_entry::<String, &RawValue>()? {
            values.push((name, value.get_ron()));
        }
        Ok(Fields(values))
    }
}

/// Byte at which the value of the field with this path begins; `None` if the parser does not reach
/// the field.
pub(crate) fn value_start(text: &str, path: &[&str]) -> Option<usize> {
    let mut parser = Deserializer::from_str(text).ok()?;
    let error = StopAt(path).deserialize(&mut parser).err()?;
    let is_found = matches!(&error, Error::Message(message) if message == FOUND);
    let end = parser.span_error(error).span.end;
    is_found.then(|| offset(text, end.line, end.col))
}

/// The value that begins at a byte, together with characters that follow it without a space. Empty
/// if there is no value.
pub(crate) fn value_at(text: &str, start: usize) -> &str {
    let text = &text[start..];
    let read = |mut parser| <&RawValue>::deserialize(&mut parser).ok();
    let value = Deserializer::from_str(text).ok().and_then(read);
    let len = value.map_or(0, |value| value.get_ron().trim_end().len());
    let glued = text[len..].find(|c: char| c.is_whitespace() || ",)]}".contains(c));
    &text[..len + glued.unwrap_or(text.len() - len)]
}

/// Replaces the value of the field with this path, such as `motion.max_speed`. `None` if the text
/// does not have the field.
pub(crate) fn replace_value(text: &mut String, path: &str, value: &str) -> Option<()> {
    let path: Vec<&str> = path.split('.').collect();
    let start = value_start(text, &path)?;
    let end = start + value_at(text, start).len();
    text.replace_range(start..end, value);
    Some(())
}

/// Line and column of the end of a text. Both count from 1, the column in characters.
pub(super) fn position(text: &str) -> (usize, usize) {
    let line = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    (line, text[start..].chars().count() + 1)
}

/// The byte at a line and column, as [`position`] counts them; the length of the text if it has no
/// such place.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start = before.map(str::len).sum();
    let mut characters = text[start..].char_indices();
    let found = characters.nth(column.saturating_sub(1));
    found.map_or(text.len(), |(index, _)| start + index)
}

/// Stops the parser at the value of the field with this path. The path contains no names of structs
/// and variants.
struct StopAt<'a>(&'a [&'a str]);

impl<'de> DeserializeSeed<'de> for StopAt<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, parser: D) -> Result<(), D::Error> {
        match self.0 {
            [] => Err(D::Error::custom(FOUND)),
            _ => parser.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for StopAt<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            if name == self.0[0] {
                fields.next_value_seed(StopAt(&self.0[1..]))?;
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value<'a>(text: &'a str, path: &str) -> Option<&'a str> {
        let path: Vec<&str> = path.split('.').collect();
        value_start(text, &path).map(|start| value_at(text, start))
    }

    #[test]
    fn values_are_found_in_any_writing() {
        let text = r####"#![enable(implicit_some)]
        // (a: 1, "b: 2
        Settings( /* a: 3 /* b: 4 */ a: 5 */
            a : (b: 1, c: ("x, b: 9", 'x', ',', '\'', '(', r#"d: ")"#), r#d: -1.5e-3),
            e: Box(min: (1, 2, 3), max: (4, 5, 6),),
            f: Sphere(), g: [{"k": (b: 2)}], h: // h
                true /* h */ ,
            straße: 8,
        )"####;
        for (path, found) in [
            ("a.b", Some("1")),
            (
                "a.c",
                Some(r####"("x, b: 9", 'x', ',', '\'', '(', r#"d: ")"#)"####),
            ),
            ("a.d", Some("-1.5e-3")),
            ("b", None),
            ("d", None),
            ("e", Some("Box(min: (1, 2, 3), max: (4, 5, 6),)")),
            ("e.min", Some("(1, 2, 3)")),
            ("e.max", Some("(4, 5, 6)")),
            ("f", Some("Sphere()")),
            ("f.min", None),
            ("g", Some(r#"[{"k": (b: 2)}]"#)),
            ("h", Some("true")),
            ("straße", Some("8")),
            ("i", None),
        ] {
            let names: Vec<&str> = path.split('.').collect();
            let start = value_start(text, &names);
            if start.is_some() {
                assert_eq!(Places::new(text).nearest_value(&names), start, "{path}");
            }
            let found = found.map(str::to_string);
            let value = value(text, path).map(|value| value.split(" /*").next().unwrap_or(value));
            assert_eq!(value.map(str::to_string), found, "{path}");
        }
    }

    #[test]
    fn values_are_found_before_an_error() {
        assert_eq!(value("(a: (b: 1, c: ), d", "a.b"), Some("1"));
        assert_eq!(value("(a: (b: 1, c: ), d", "a.c"), Some(""));
        assert_eq!(value("(a: (b: \"x", "a.b"), Some("\"x"));
        assert_eq!(value("(a: 1.5x, b: 2)", "a"), Some("1.5x"));
    }

    #[test]
    fn the_nearest_field_stands_in_for_one_that_is_not_there() {
        let text = "(a: (b: 1), b: (c: 2))";
        let nearest = |path: &[&str]| Places::new(text).nearest_value(path);
        let found = |path: &[&str]| nearest(path).map(|start| value_at(text, start));
        assert_eq!(found(&["a", "c"]), Some("(b: 1)"));
        assert_eq!(found(&["b", "c", "d"]), Some("2"));
        assert_eq!(found(&["c"]), None);
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn a_text_is_read_once_for_all_of_its_fields() {
        let group = |name: usize| {
            let fields = (0..50).map(|field| format!("f{field}: 1e30"));
            format!("g{name}: ({})", fields.collect::<Vec<_>>().join(", "))
        };
        let groups: Vec<String> = (0..20).map(group).collect();
        let text = format!("({})", groups.join(", "));
        let mut places = Places::new(&text);
        for path in (0..1000).map(|it| [format!("g{}", it / 50), format!("f{}", it % 50)]) {
            let path = path.each_ref().map(String::as_str);
            let start = places.nearest_value(&path).unwrap();
            assert!(text[..start].ends_with(&format!("{}: ", path[1])));
        }
        // The outer struct and each of its groups.
        assert_eq!(places.read.len(), 21);
    }

    #[test]
    fn positions_count_lines_and_characters() {
        let text = "a\nstraße: 1\r\n\nb";
        for (part, line, column) in [
            ("a", 1, 1),
            ("\n", 1, 2),
            ("ße", 2, 5),
            ("e: 1", 2, 6),
            ("b", 4, 1),
        ] {
            let at = text.find(part).unwrap();
            assert_eq!(position(&text[..at]), (line, column), "{part}");
            assert_eq!(offset(text, line, column), at, "{part}");
        }
        assert_eq!(position(text), (4, 2));
        assert_eq!(offset(text, 9, 1), text.len());
        assert_eq!(offset(text, 4, 9), text.len());
        assert_eq!(offset("", 0, 0), 0);
    }
}
