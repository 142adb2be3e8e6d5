//! The pieces that a RON text consists of, as far as it takes to find fields.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// White space and comments.
    Space,
    Identifier,
    Colon,
    Comma,
    Open,
    Close,
    /// A number, a string or a character.
    Other,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// In bytes; never 0 and never beyond the text.
    pub(super) len: usize,
}

impl Token {
    /// The token that a text, which must not be empty, begins with.
    pub(super) fn at(text: &str) -> Self {
        let first = text.as_bytes()[0];
        let (kind, len) = match first {
            b':' => (Kind::Colon, 1),
            b',' => (Kind::Comma, 1),
            b'(' | b'[' | b'{' => (Kind::Open, 1),
            b')' | b']' | b'}' => (Kind::Close, 1),
            // What follows in an attribute, `#![enable(...)]`, is like anything else in brackets.
            b'#' | b'!' => (Kind::Space, 1),
            b'/' if text.starts_with("//") => (Kind::Space, until(text, "\n")),
            b'/' if text.starts_with("/*") => (Kind::Space, block_comment(text)),
            b'"' => (Kind::Other, quoted(text, b'"')),
            b'\'' => (Kind::Other, quoted(text, b'\'')),
            b'r' if raw_string(text).is_some() => (Kind::Other, raw_string(text).unwrap_or(1)),
            b'r' if text.starts_with("r#") => (Kind::Identifier, 2 + word(&text[2..])),
            b'0'..=b'9' | b'+' | b'-' | b'.' => (Kind::Other, 1 + number(&text[1..])),
            _ => word_or_character(text),
        };
        Self { kind, len }
    }
}

fn word_or_character(text: &str) -> (Kind, usize) {
    let first = text.chars().next().map_or(1, char::len_utf8);
    match word(text) {
        0 if text.starts_with(char::is_whitespace) => (Kind::Space, first),
        0 => (Kind::Other, first),
        length => (Kind::Identifier, length),
    }
}

/// Length of the letters, digits and underscores at the start.
fn word(text: &str) -> usize {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// Length of what may follow the first character of a number.
fn number(text: &str) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// Length up to the end of the first `end`, or of the text.
fn until(text: &str, end: &str) -> usize {
    text.find(end).map_or(text.len(), |start| start + end.len())
}

/// Comments of this kind stand inside each other.
fn block_comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (2, 1);
    while depth > 0 && at < bytes.len() {
        let (change, length) = match bytes[at..] {
            [b'/', b'*', ..] => (1, 2),
            [b'*', b'/', ..] => (-1, 2),
            _ => (0, 1),
        };
        depth += change;
        at += length;
    }
    at
}

/// A string or a character; a backslash takes the next character's meaning away.
fn quoted(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// `r"..."` or `r#"..."#` with any number of `#`.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    let inside = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(2 + hashes + until(inside, &end))
}
