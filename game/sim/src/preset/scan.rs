//! Finds where the fields stand in a RON text.
//!
//! The parser tells where it stopped, but not which field it was in, and values that are refused later have no position at
//! all. This scanner keeps to what is needed for that: which names are followed by a colon, what they are inside of, and
//! from where to where their values reach. It takes any text, reads each byte once and does not recurse, so that neither a
//! large nor a deeply nested text can hurt.

use std::ops::Range;

/// A field and its value, as byte ranges of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Index of the field whose value this one stands in.
    parent: Option<usize>,
    pub(crate) name: Range<usize>,
    /// Empty if there is none.
    pub(crate) value: Range<usize>,
    /// Where the comma or the bracket behind the value stands.
    end: usize,
}

impl Field {
    fn has_no_value(&self) -> bool {
        self.value.start == self.value.end
    }
}

/// The fields of a text, in the order in which they begin.
pub(crate) struct Fields<'a> {
    text: &'a str,
    fields: Vec<Field>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let fields = Scanner::default().scan(text);
        Self { text, fields }
    }

    /// The field of this path, such as `separation.radius`, or else the nearest one around it. Names of structs and of
    /// variants are no part of a path.
    pub(crate) fn locate(&self, path: &str) -> Option<&Field> {
        let mut found = None;
        let mut from = 0;
        for name in path.split('.') {
            let inside = (from..self.fields.len()).find(|index| {
                let field = &self.fields[*index];
                field.parent == found && self.name(field) == name
            });
            match inside {
                Some(index) => (found, from) = (Some(index), index + 1),
                None => break,
            }
        }
        Some(&self.fields[found?])
    }

    /// The innermost field that the byte at `offset` belongs to, from behind its colon up to what ends it.
    pub(crate) fn around(&self, offset: usize) -> Option<&Field> {
        let fields = self.fields.iter().rev();
        let mut around = fields.filter(|field| field.name.end < offset && offset <= field.end);
        around.next()
    }

    /// The last field of this name that begins no later than at `offset`.
    pub(crate) fn last_named(&self, name: &str, offset: usize) -> Option<&Field> {
        let fields = self.fields.iter().rev();
        fields
            .filter(|field| field.name.start <= offset)
            .find(|field| self.name(field) == name)
    }

    /// The path of a field, such as `separation.radius`.
    pub(crate) fn path(&self, field: &Field) -> String {
        let mut names = vec![self.name(field)];
        let mut parent = field.parent;
        while let Some(index) = parent {
            names.push(self.name(&self.fields[index]));
            parent = self.fields[index].parent;
        }
        names.reverse();
        names.join(".")
    }

    /// The value of a field as it is written.
    pub(crate) fn value(&self, field: &Field) -> &'a str {
        &self.text[field.value.clone()]
    }

    fn name(&self, field: &Field) -> &'a str {
        let name = &self.text[field.name.clone()];
        name.strip_prefix("r#").unwrap_or(name)
    }
}

/// Line and column, both counted from 1 and the column in characters, of a byte of the text.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

/// The byte at a line and column, as [`position`] counts them; the end of the text if there is none.
pub(crate) fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let mut characters = text[start..].char_indices();
    characters
        .nth(column.saturating_sub(1))
        .map_or(text.len(), |(index, _)| start + index)
}

#[derive(Default)]
struct Scanner {
    fields: Vec<Field>,
    /// For each open bracket, the field that was open outside of it.
    brackets: Vec<Option<usize>>,
    /// The field whose value is being read.
    open: Option<usize>,
    /// The identifier just read, if nothing but white space and comments came after it.
    identifier: Option<Range<usize>>,
}

impl Scanner {
    fn scan(mut self, text: &str) -> Vec<Field> {
        let mut at = 0;
        while at < text.len() {
            let token = Token::at(&text[at..]);
            let range = at..at + token.len;
            match token.kind {
                Kind::Space => {}
                Kind::Identifier => {
                    self.extend_value(&range);
                    self.identifier = Some(range.clone());
                }
                Kind::Colon => self.begin_field(range.end),
                Kind::Open => {
                    self.extend_value(&range);
                    self.brackets.push(self.open);
                }
                Kind::Comma => self.end_field(at),
                Kind::Close => {
                    self.end_field(at);
                    self.brackets.pop();
                    self.extend_value(&range);
                }
                Kind::Other => self.extend_value(&range),
            }
            if !matches!(token.kind, Kind::Space | Kind::Identifier) {
                self.identifier = None;
            }
            at = range.end;
        }
        self.leave_open(text.len());
        self.fields
    }

    /// Ends the field next to a comma or a closing bracket, if there is one, and is back at the one around it.
    fn end_field(&mut self, at: usize) {
        let around = self.brackets.last().copied().flatten();
        if let Some(index) = self.open.filter(|_| self.open != around) {
            self.fields[index].end = at;
        }
        self.open = around;
    }

    /// Lets the values whose brackets are not closed reach to the end.
    fn leave_open(&mut self, end: usize) {
        while let Some(index) = self.open {
            let field = &mut self.fields[index];
            field.end = end;
            if !field.has_no_value() {
                field.value.end = end;
            }
            self.open = self.fields[index].parent;
        }
    }

    fn begin_field(&mut self, start: usize) {
        let Some(name) = self.identifier.take() else {
            return;
        };
        let parent = self.brackets.last().copied().flatten();
        // What is next to the name inside the same brackets has taken it for a part of its value.
        if self.open != parent {
            return;
        }
        self.fields.push(Field {
            parent,
            name,
            value: start..start,
            end: start,
        });
        self.open = Some(self.fields.len() - 1);
    }

    /// Takes a token into the value of the innermost field that is open. Those around it are extended by what closes their
    /// brackets.
    fn extend_value(&mut self, token: &Range<usize>) {
        let around = self.brackets.last().copied().flatten();
        let Some(index) = self.open.filter(|_| self.open != around) else {
            return;
        };
        let field = &mut self.fields[index];
        if field.has_no_value() {
            field.value.start = token.start;
        }
        field.value.end = token.end;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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
struct Token {
    kind: Kind,
    /// In bytes; never 0 and never beyond the text.
    len: usize,
}

impl Token {
    /// The token that a text, which must not be empty, begins with.
    fn at(text: &str) -> Self {
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

#[cfg(test)]
mod tests;
