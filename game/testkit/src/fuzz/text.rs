//! A text as a tree of elements: what is between brackets and commas, or between blanks of lines.

use std::ops::Range;

/// A part of a text between commas, with the elements in its brackets.
#[derive(Debug, Default)]
pub struct Element {
    pub range: Range<usize>,
    pub inner: Vec<Element>,
}

impl Element {
    /// The tree of a text. Brackets that are not closed end with the text.
    pub fn of(text: &[u8]) -> Self {
        let mut open = vec![Self::default()];
        let mut starts = vec![0];
        for (index, byte) in text.iter().enumerate() {
            match byte {
                b'(' | b'[' | b'{' if open.len() < MOST_DEPTH => {
                    open.push(Self::default());
                    starts.push(index + 1);
                }
                b',' | b'\n' => end_element(text, &mut open, &mut starts, index..index + 1),
                b')' | b']' | b'}' if starts.len() > 1 => {
                    close(text, &mut open, &mut starts, index)
                }
                _ => (),
            }
        }
        while starts.len() > 1 {
            close(text, &mut open, &mut starts, text.len());
        }
        end_element(text, &mut open, &mut starts, text.len()..text.len());
        let mut root = open.remove(0);
        root.range = 0..text.len();
        root
    }

    /// All elements in this one, at any depth.
    pub fn all(&self) -> Vec<&Self> {
        let mut all: Vec<&Self> = self.inner.iter().collect();
        let mut index = 0;
        while let Some(element) = all.get(index) {
            all.extend(&element.inner);
            index += 1;
        }
        all
    }
}

/// Deeper brackets are left in their element.
const MOST_DEPTH: usize = 64;

/// Ends the current element of the innermost bracket at a separator, unless it is blank. The
/// elements of the brackets in it are at the end of the list of the innermost bracket.
fn end_element(text: &[u8], open: &mut [Element], starts: &mut [usize], at: Range<usize>) {
    let (Some(list), Some(start)) = (open.last_mut(), starts.last_mut()) else {
        return;
    };
    let first = list.inner.partition_point(|it| it.range.start < *start);
    let inner = list.inner.split_off(first);
    let range = *start..at.start;
    if !text[range.clone()].trim_ascii().is_empty() {
        list.inner.push(Element { range, inner });
    }
    *start = at.end;
}

/// Closes the innermost bracket: its elements go to the element that holds the bracket.
fn close(text: &[u8], open: &mut Vec<Element>, starts: &mut Vec<usize>, end: usize) {
    end_element(text, open, starts, end..end);
    starts.pop();
    if let (Some(closed), Some(list)) = (open.pop(), open.last_mut()) {
        list.inner.extend(closed.inner);
    }
}

/// The numbers in a part of a text.
pub fn numbers(text: &[u8], within: &Range<usize>) -> Vec<Range<usize>> {
    words(text, within, |word| {
        word[0].is_ascii_digit() || is_named_number(word)
    })
}

/// The names in a part of a text that are values, not fields: those that no colon follows.
pub fn names(text: &[u8], within: &Range<usize>) -> Vec<Range<usize>> {
    let mut names = words(text, within, |word| {
        !word[0].is_ascii_digit() && !is_named_number(word)
    });
    names.retain(|name| text.get(name.end) != Some(&b':'));
    names
}

/// The field that an element names, with its colon; empty if it names none.
pub fn field<'a>(text: &'a [u8], element: &Element) -> &'a [u8] {
    let part = &text[element.range.clone()];
    let is_name = |byte: &u8| is_in_word(*byte) || byte.is_ascii_whitespace();
    let end = part.iter().position(|byte| !is_name(byte));
    end.filter(|end| part[*end] == b':')
        .map_or(&[], |end| &part[..=end])
}

fn is_named_number(word: &[u8]) -> bool {
    matches!(word, b"inf" | b"NaN")
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.'
}

/// The words in a part of a text that are of a kind. The sign belongs to a number, as well as that
/// of its exponent.
fn words(
    text: &[u8],
    within: &Range<usize>,
    is_of_kind: impl Fn(&[u8]) -> bool,
) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut index = within.start;
    while index < within.end {
        let start = index;
        while index < within.end && continues(text, start, index) {
            index += 1;
        }
        if start == index {
            index += 1;
        } else if is_of_kind(&text[start..index]) {
            let sign = start > within.start && text[start - 1] == b'-';
            words.push(start - usize::from(sign)..index);
        }
    }
    words
}

fn continues(text: &[u8], start: usize, index: usize) -> bool {
    let is_exponent = index > start + 1
        && matches!(text[index], b'-' | b'+')
        && text[index - 1] == b'e'
        && text[start].is_ascii_digit();
    is_in_word(text[index]) || is_exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_the_parts_between_brackets_and_commas() {
        let text = b"(a: 1, b: [2, (3)], c: Some(x: 4))";
        let root = Element::of(text);
        let part = |it: &&Element| std::str::from_utf8(&text[it.range.clone()]).unwrap().trim();
        let all: Vec<&str> = root.all().iter().map(part).collect();
        let expected = [
            "(a: 1, b: [2, (3)], c: Some(x: 4))",
            "a: 1",
            "b: [2, (3)]",
            "c: Some(x: 4)",
            "2",
            "(3)",
            "x: 4",
            "3",
        ];
        assert_eq!(all, expected);
        assert_eq!(field(text, root.all()[1]), b"a:");
        assert_eq!(field(text, root.all()[5]), b"");
    }

    #[test]
    fn texts_with_wrong_brackets_have_elements_too() {
        for text in ["", "(((", ")))", "a)b(c", "([)]", ",,,", "(,"] {
            let root = Element::of(text.as_bytes());
            assert!(
                root.all().iter().all(|it| it.range.end <= text.len()),
                "{text}"
            );
        }
        let deep = "(".repeat(100_000);
        assert!(!Element::of(deep.as_bytes()).all().is_empty());
    }

    #[test]
    fn numbers_and_names_are_found() {
        let text = b"(a: -1.5e-7, b: Box, c: inf, d2: true, e: 0x1F)";
        let found = |ranges: Vec<Range<usize>>| -> Vec<String> {
            let text = |range| String::from_utf8_lossy(&text[range]).into_owned();
            ranges.into_iter().map(text).collect()
        };
        let whole = 0..text.len();
        assert_eq!(found(numbers(text, &whole)), ["-1.5e-7", "inf", "0x1F"]);
        assert_eq!(found(names(text, &whole)), ["Box", "true"]);
    }
}
