//! Random changes of a text that keep most of its brackets.

use super::{
    choice::Choice,
    text::{field, names, numbers, Element},
};
use std::ops::Range;

/// Numbers at the limits of their types, and others that are special for a reader.
const WHOLE: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "63",
    "64",
    "65",
    "255",
    "256",
    "-1",
    "65535",
    "2147483647",
    "2147483648",
    "4294967294",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999",
];
const FRACTIONS: &[&str] = &[
    "0.0",
    "-0.0",
    "1.0",
    "-1.0",
    "0.5",
    "1e-45",
    "1e-38",
    "-1e-30",
    "1e-7",
    "0.001",
    "0.99999994",
    "1.0000001",
    "100.0",
    "1000.0",
    "-10000.0",
    "10000.0",
    "1e6",
    "-1e6",
    "1e9",
    "1e12",
    "-1e12",
    "1e15",
    "1e20",
    "3.4028235e38",
    "-3.4028235e38",
    "3.5e38",
    "1e308",
    "1e999",
    "inf",
    "-inf",
    "NaN",
];

/// What readers treat in a special way.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "//",
    "/*",
    "*/",
    "None",
    "Some(",
    "()",
    "-",
    "\\",
    "\0",
    "\u{feff}",
    "r#\"",
    "#![enable(implicit_some)]",
    "=",
    "--",
    "\u{1f41f}",
];

/// Longest text that a change makes, in bytes.
const LONGEST: usize = 1 << 20;

/// The text with one change. Parts of `donor` may be put into it.
pub fn changed(text: &[u8], donor: &[u8], choice: &mut Choice) -> Vec<u8> {
    let root = Element::of(text);
    let element = descend(&root, choice);
    let change = match choice.below(100) {
        0..40 => other_number(text, element, choice),
        40..50 => moved_number(text, element, donor, choice),
        50..58 => other_name(text, element, donor, choice),
        58..64 => Some((with_separator(text, &element.range), Vec::new())),
        64..70 => repeated(text, element, choice),
        70..86 => replaced(text, element, donor, choice),
        86..88 => Some((choice.place(text.len())..text.len(), Vec::new())),
        _ => None,
    };
    let (range, inserted) = change.unwrap_or_else(|| other_bytes(text, choice));
    let mut changed = [&text[..range.start], &inserted, &text[range.end..]].concat();
    changed.truncate(LONGEST);
    changed
}

/// An element, each level with the same chance for each of its elements: so a field counts as much
/// as a list of a thousand numbers.
fn descend<'a>(root: &'a Element, choice: &mut Choice) -> &'a Element {
    let mut element = root;
    while let Some(inner) = choice.of(&element.inner) {
        element = inner;
        if choice.percent(20) {
            break;
        }
    }
    element
}

type Replacement = (Range<usize>, Vec<u8>);

fn other_number(text: &[u8], element: &Element, choice: &mut Choice) -> Option<Replacement> {
    let range = choice.of(&numbers(text, &element.range))?.clone();
    let before = String::from_utf8_lossy(&text[range.clone()]).into_owned();
    let is_whole = before.bytes().all(|byte| byte.is_ascii_digit());
    let number = match before.parse::<f64>() {
        Ok(value) if choice.percent(30) => {
            let factors = [0.5, 2.0, 10.0, -1.0, 0.999];
            let value = value * choice.of(&factors).copied().unwrap_or(1.0);
            if is_whole {
                format!("{value:.0}")
            } else {
                format!("{value:?}")
            }
        }
        _ => {
            let usual = if is_whole == choice.percent(90) {
                WHOLE
            } else {
                FRACTIONS
            };
            choice.of(usual)?.to_string()
        }
    };
    Some((range, number.into_bytes()))
}

/// A number that stands elsewhere.
fn moved_number(
    text: &[u8],
    element: &Element,
    donor: &[u8],
    choice: &mut Choice,
) -> Option<Replacement> {
    let range = choice.of(&numbers(text, &element.range))?.clone();
    let from = choice.of(&numbers(donor, &(0..donor.len())))?.clone();
    Some((range, donor[from].to_vec()))
}

fn other_name(
    text: &[u8],
    element: &Element,
    donor: &[u8],
    choice: &mut Choice,
) -> Option<Replacement> {
    let range = choice.of(&names(text, &element.range))?.clone();
    let name = match &text[range.clone()] {
        b"true" => b"false".to_vec(),
        b"false" => b"true".to_vec(),
        _ => donor[choice.of(&names(donor, &(0..donor.len())))?.clone()].to_vec(),
    };
    Some((range, name))
}

fn repeated(text: &[u8], element: &Element, choice: &mut Choice) -> Option<Replacement> {
    let part = &text[element.range.clone()];
    let most = [2, 3, 70, 300][choice.below(4)].min(LONGEST / part.len().max(1));
    let parts: Vec<&[u8]> = vec![part; most];
    let separator = if is_line(text, &element.range) {
        b'\n'
    } else {
        b','
    };
    Some((element.range.clone(), parts.join(&separator))).filter(|it| !it.1.is_empty())
}

/// The element with the value of another one, of the same field if the donor has it.
fn replaced(
    text: &[u8],
    element: &Element,
    donor: &[u8],
    choice: &mut Choice,
) -> Option<Replacement> {
    let source = Element::of(donor);
    let all = source.all();
    let name = field(text, element);
    let alike: Vec<&&Element> = all
        .iter()
        .filter(|it| field(donor, it).trim_ascii() == name.trim_ascii())
        .collect();
    let from = choice.of(&alike).copied().or_else(|| choice.of(&all))?;
    let value = &donor[from.range.start + field(donor, from).len()..from.range.end];
    Some((element.range.clone(), [name, value].concat()))
}

fn other_bytes(text: &[u8], choice: &mut Choice) -> Replacement {
    let at = choice.place(text.len());
    let next = (at + 1).min(text.len());
    match choice.below(4) {
        0 => (
            at..next,
            text[at..next]
                .iter()
                .map(|byte| byte ^ (1 << choice.below(8)))
                .collect(),
        ),
        1 => (at..next, Vec::new()),
        2 => (at..at, vec![choice.below(256) as u8]),
        _ => (
            at..at,
            PIECES[choice.below(PIECES.len())].as_bytes().to_vec(),
        ),
    }
}

/// The range of an element with the comma after it, or the end of its line.
fn with_separator(text: &[u8], range: &Range<usize>) -> Range<usize> {
    let is_followed = text.get(range.end) == Some(&b',') || is_line(text, range);
    range.start..range.end + usize::from(is_followed)
}

fn is_line(text: &[u8], range: &Range<usize>) -> bool {
    text.get(range.end) == Some(&b'\n')
}
