//! The rooms of the flock, its folders and the files beside them: what is in one names, and calls,
//! only what is in it or above it in [`ROOMS`].

use super::{
    modules,
    paths::{named_paths, Root},
    source_folder, sources,
};
use flock_testkit::tokens::{length_of_group, tokens, without_tests, Token};
use std::collections::HashMap;

/// The rooms, from the one that names no other to the one that may name all.
const ROOMS: [&str; 11] = [
    "instance",
    "configuration",
    "inputs",
    "reports",
    "population",
    "clock",
    "log",
    "backend",
    "saving",
    "stepping",
    "api",
];

fn rank(room: &str) -> Option<usize> {
    ROOMS.iter().position(|other| *other == room)
}

fn is_below(room: &str, other: &str) -> bool {
    rank(other) > rank(room)
}

/// A file of the flock.
struct Source {
    /// From src on.
    file: String,
    tokens: Vec<Token>,
}

impl Source {
    fn new(file: &str, text: &str) -> Self {
        Self {
            file: file.into(),
            tokens: without_tests(tokens(text)),
        }
    }

    /// None for the file that all rooms are in.
    fn room(&self) -> Option<&str> {
        modules(&self.file).get(1).copied()
    }
}

/// What a file names in rooms below its own, and what it names that is in no room, each with file
/// and line.
fn wrong_imports(source: &Source, root: &Root) -> Vec<String> {
    let Some(room) = source.room() else {
        return Vec::new();
    };
    let file = &source.file;
    if rank(room).is_none() {
        return vec![format!("{file}: in no room; allowed: {}", ROOMS.join(", "))];
    }
    let named = named_paths(&source.tokens, &modules(file)).into_iter();
    let in_flock = named.filter_map(|path| root.below("flock", &path.names));
    let wrong = in_flock.filter_map(|path| {
        let first = path.first()?;
        let Token { text: name, line } = first;
        match rank(name) {
            Some(_) if is_below(room, name) => Some(format!(
                "{file}:{line}: {room} names {name}, which lies below it"
            )),
            None if name != "Flock" => Some(format!("{file}:{line}: flock::{name} is in no room")),
            _ => None,
        }
    });
    wrong.collect()
}

/// The insides of the blocks `impl Flock { ... }`.
fn blocks_of_flock(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let starts = tokens.windows(3).enumerate().filter(|(_, words)| {
        let [first, second, third] = words else {
            return false;
        };
        first.is("impl") && second.is("Flock") && third.is("{")
    });
    starts.map(|(start, _)| {
        let block = &tokens[start + 2..];
        &block[1..length_of_group(block) - 1]
    })
}

/// The methods of the flock in a file.
fn methods(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for block in blocks_of_flock(&source.tokens) {
        let mut at = 0;
        while at < block.len() {
            if block[at].is("{") {
                at += length_of_group(&block[at..]);
                continue;
            }
            if block[at].is("fn") {
                found.push(block[at + 1].text.clone());
            }
            at += 1;
        }
    }
    found
}

/// The methods that the flock's own methods in a file call.
fn calls(source: &Source) -> Vec<&Token> {
    let words = blocks_of_flock(&source.tokens).flat_map(|block| block.windows(4));
    let calls = words.filter(|words| {
        let of_self = words[0].is("self") && words[1].is(".");
        let of_type = ["Self", "Flock"].iter().any(|name| words[0].is(name)) && words[1].is("::");
        (of_self || of_type) && words[3].is("(")
    });
    calls.map(|words| &words[2]).collect()
}

/// The calls of methods in rooms below that of the caller, each with file and line.
fn wrong_calls(all: &[Source]) -> Vec<String> {
    let mut rooms = HashMap::new();
    for source in all {
        for method in methods(source) {
            rooms.extend(source.room().map(|room| (method, room)));
        }
    }
    let mut found = Vec::new();
    for source in all {
        let Some(room) = source.room() else {
            continue;
        };
        for Token { text: method, line } in calls(source) {
            if let Some(other) = rooms.get(method).filter(|other| is_below(room, other)) {
                let file = &source.file;
                found.push(format!(
                    "{file}:{line}: {room} calls {method} of {other}, which lies below it"
                ));
            }
        }
    }
    found
}

fn flock_sources() -> Vec<Source> {
    let all = sources(&source_folder().join("flock"), "rs").into_iter();
    all.map(|(file, text)| Source::new(&format!("flock/{file}"), &text))
        .collect()
}

#[test]
fn rooms_of_the_flock_name_those_above_them_only() {
    let lib = std::fs::read_to_string(source_folder().join("lib.rs")).unwrap();
    let root = Root::new(&without_tests(tokens(&lib)));
    let sources = flock_sources();
    let found: Vec<String> = sources
        .iter()
        .flat_map(|source| wrong_imports(source, &root))
        .collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn rooms_of_the_flock_call_those_above_them_only() {
    let sources = flock_sources();
    let methods: usize = sources.iter().map(|source| methods(source).len()).sum();
    let calls: usize = sources.iter().map(|source| calls(source).len()).sum();
    assert!(methods > 100 && calls > 100, "{methods} {calls}");
    let found = wrong_calls(&sources);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

mod the_parser {
    use super::*;

    fn found(file: &str, text: &str) -> Vec<String> {
        let lib = "pub use flock::{api::hits::Hit, Flock};";
        wrong_imports(&Source::new(file, text), &Root::new(&tokens(lib)))
    }

    #[test]
    fn imports_of_lower_rooms_are_found_with_file_and_line() {
        let text = "use crate::{\n    flock::{\n        inputs::tags::Tags, stepping::Pace, \n},\n    math::Vec3,\n};";
        assert_eq!(
            found("flock/backend/choice.rs", text),
            ["flock/backend/choice.rs:3: backend names stepping, which lies below it"]
        );
        assert_eq!(found("flock/api/boids.rs", text), [""; 0]);
        assert_eq!(found("flock/mod.rs", text), [""; 0]);
    }

    #[test]
    fn relative_imports_and_names_of_the_root_are_found() {
        for text in [
            "use super::super::api::hits;",
            "use crate::Hit;",
            "fn a() { super::super::api::hits::b() }",
        ] {
            assert_eq!(
                found("flock/clock/budget.rs", text),
                ["flock/clock/budget.rs:1: clock names api, which lies below it"]
            );
        }
        let others = "use super::Clock;\nuse super::super::inputs;\nuse crate::Flock;";
        assert_eq!(found("flock/clock/budget.rs", others), [""; 0]);
    }

    #[test]
    fn what_is_in_no_room_is_found() {
        assert_eq!(
            found("flock/clock/mod.rs", "use crate::flock::helper;"),
            ["flock/clock/mod.rs:1: flock::helper is in no room"]
        );
        let in_none = format!("flock/pace.rs: in no room; allowed: {}", ROOMS.join(", "));
        assert_eq!(found("flock/pace.rs", ""), [in_none]);
    }

    #[test]
    fn calls_of_lower_rooms_are_found_with_file_and_line() {
        let api = "impl Flock {\n    pub fn spawn(&self) { fn inner() {} }\n}\nimpl Other { fn other(&self) {} }";
        let backend = "impl Flock {\n    fn choose(&self) {\n        self.spawn();\n        Self::spawn();\n        \
                       self.spawn.other(); self.other(); inner();\n    }\n}\n\
                       impl Other { fn no(&self) { self.spawn() } }";
        let sources = [
            Source::new("flock/api/a.rs", api),
            Source::new("flock/backend/b.rs", backend),
        ];
        let expected = [3, 4].map(|line| {
            format!("flock/backend/b.rs:{line}: backend calls spawn of api, which lies below it")
        });
        assert_eq!(wrong_calls(&sources), expected);
        let upwards = [
            Source::new("flock/backend/a.rs", api),
            Source::new("flock/api/b.rs", backend),
        ];
        assert_eq!(wrong_calls(&upwards), [""; 0]);
    }
}
