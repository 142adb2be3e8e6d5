//! The part of Rust's and WGSL's grammar that is needed to find paths: tokens without comments and
//! literals, and items that are compiled for tests.

/// A word or a sign with its line. `::` is one sign.
#[derive(Clone, Debug)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }
}

/// The tokens of a text. Comments are left out, and every literal but a number is empty.
pub fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < letters.len() {
        let end = end_of_token(&letters, at);
        let part: String = letters[at..end].iter().collect();
        let is_comment = part.starts_with("//") || part.starts_with("/*");
        if !is_comment && !part.trim().is_empty() {
            let is_literal = part.contains('"') || part.len() > 1 && part.ends_with('\'');
            let text = if is_literal {
                "\"\"".to_string()
            } else {
                part.clone()
            };
            tokens.push(Token { text, line });
        }
        line += part.matches('\n').count();
        at = end;
    }
    tokens
}

/// The end of the word, sign, literal, comment or white space that begins here.
fn end_of_token(letters: &[char], at: usize) -> usize {
    let starts_with = |at: usize, text: &str| {
        let part = letters[at..].iter().take(text.len());
        part.copied().eq(text.chars())
    };
    let end_of_word = |at: usize| {
        let is_part = |letter: &&char| letter.is_alphanumeric() || **letter == '_';
        at + letters[at..].iter().take_while(is_part).count()
    };
    if starts_with(at, "//") {
        let rest = letters[at..].iter();
        return at + rest.take_while(|letter| **letter != '\n').count();
    }
    if starts_with(at, "/*") {
        let (mut depth, mut end) = (1, at + 2);
        while depth > 0 && end < letters.len() {
            let (opens, closes) = (starts_with(end, "/*"), starts_with(end, "*/"));
            depth = depth + usize::from(opens) - usize::from(closes);
            end += if opens || closes { 2 } else { 1 };
        }
        return end;
    }
    if starts_with(at, "::") {
        return at + 2;
    }
    if letters[at] == '"' {
        return end_of_string(letters, at);
    }
    if letters[at] == '\'' {
        return end_of_character(letters, at);
    }
    let end = end_of_word(at);
    if end == at {
        return at + 1;
    }
    // Prefixes of strings: b"", r"", r#""#.
    let prefix: String = letters[at..end].iter().collect();
    let hashes = letters[end..].iter().take_while(|letter| **letter == '#');
    let hashes = hashes.count();
    match (prefix.as_str(), letters.get(end + hashes)) {
        ("r" | "br" | "cr", Some('"')) => {
            let closing = format!("\"{}", "#".repeat(hashes));
            let start = end + hashes + 1;
            let close = (start..letters.len()).find(|end| starts_with(*end, &closing));
            close.map_or(letters.len(), |close| close + closing.len())
        }
        ("b" | "c", Some('"')) if hashes == 0 => end_of_string(letters, end),
        _ => end,
    }
}

fn end_of_string(letters: &[char], at: usize) -> usize {
    let mut end = at + 1;
    while end < letters.len() && letters[end] != '"' {
        end += if letters[end] == '\\' { 2 } else { 1 };
    }
    (end + 1).min(letters.len())
}

/// The end of a character literal; of a lifetime, only of its quotation mark.
fn end_of_character(letters: &[char], at: usize) -> usize {
    match letters.get(at + 1..at + 3) {
        Some(['\\', _]) => {
            let rest = letters[at + 3..].iter();
            (at + 4 + rest.take_while(|letter| **letter != '\'').count()).min(letters.len())
        }
        Some([_, '\'']) => at + 3,
        _ => at + 1,
    }
}

/// The tokens without items under `#[cfg(test)]` or `#[cfg(all(test, ...))]`.
pub fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut rest = &tokens[..];
    while !rest.is_empty() {
        let attribute = attribute(rest);
        let is_for_tests = is_cfg_test(attribute);
        let taken = match attribute.len() {
            0 => 1,
            length if is_for_tests => length + length_of_item(&rest[length..]),
            length => length,
        };
        if !is_for_tests {
            kept.extend_from_slice(&rest[..taken]);
        }
        rest = &rest[taken..];
    }
    kept
}

/// The attribute that begins here, or nothing.
fn attribute(tokens: &[Token]) -> &[Token] {
    match tokens {
        [hash, open, ..] if hash.is("#") && open.is("[") => {
            &tokens[..1 + length_of_group(&tokens[1..])]
        }
        _ => &[],
    }
}

fn is_cfg_test(attribute: &[Token]) -> bool {
    let has = |text: &str| attribute.iter().any(|token| token.is(text));
    has("cfg") && has("test") && !has("not")
}

/// The number of tokens of an item: up to its semicolon or the end of its block, attributes included.
fn length_of_item(tokens: &[Token]) -> usize {
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" => return at + 1,
            // The end of what a field or a statement is in.
            "}" => return at,
            "{" if !is_import(&tokens[..at]) => return at + length_of_group(&tokens[at..]),
            "{" | "(" | "[" => at += length_of_group(&tokens[at..]),
            _ => at += 1,
        }
    }
    at
}

fn is_import(start: &[Token]) -> bool {
    start.iter().any(|token| token.is("use"))
}

/// The number of tokens from an opening bracket to the one that closes it.
pub fn length_of_group(tokens: &[Token]) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}
