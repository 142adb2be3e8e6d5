//! Finds where the fields stand in a RON text.
//!
//! The parser tells where it stopped, but not which field it was in, and values that are refused later have no position at
//! all. This scanner keeps to what is needed for that: which names are followed by a colon, what they are inside of, and
//! from where to where their values reach. It takes any text, reads each byte once and does not recurse, so that neither a
//! large nor a deeply nested text can hurt.

#[cfg(test)]
mod tests;
mod token;

use std::ops::Range;
use token::{Kind, Token};

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
