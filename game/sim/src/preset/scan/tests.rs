use super::*;

/// What the scanner finds at a path.
fn value<'a>(text: &'a str, path: &str) -> Option<&'a str> {
    let fields = Fields::new(text);
    let field = fields.locate(path)?;
    (fields.path(field) == path).then(|| fields.value(field))
}

#[test]
fn values_are_found_in_any_writing() {
    let text = r####"#![enable(implicit_some)]
        // (a: 1, "b: 2
        Settings( /* a: 3 /* b: 4 */ a: 5 */
            a : (b: 1, c: ("x, b: 9", 'x', ',', '\'', '(', r#"d: ")"#, "\", d: 7"), r#d: -1.5e-3),
            e: Box(min: (1, 2, 3), max: (4, 5, 6),),
            f: Sphere(), g: [{"k": (b: 2)}], h: // h
                true /* h */ ,
            straße: 8,
        )"####;
    for (path, found) in [
        (
            "a",
            Some(
                r####"(b: 1, c: ("x, b: 9", 'x', ',', '\'', '(', r#"d: ")"#, "\", d: 7"), r#d: -1.5e-3)"####,
            ),
        ),
        ("a.b", Some("1")),
        (
            "a.c",
            Some(r####"("x, b: 9", 'x', ',', '\'', '(', r#"d: ")"#, "\", d: 7")"####),
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
        ("g.b", Some("2")),
        ("h", Some("true")),
        ("straße", Some("8")),
        ("i", None),
    ] {
        assert_eq!(value(text, path), found, "{path}");
    }
}

#[test]
fn the_nearest_field_stands_in_for_one_that_is_not_there() {
    let text = "(a: (b: 1), b: (c: 2))";
    let fields = Fields::new(text);
    let path = |path| fields.locate(path).map(|field| fields.path(field));
    assert_eq!(path("a.c").as_deref(), Some("a"));
    assert_eq!(path("b.c.d").as_deref(), Some("b.c"));
    assert_eq!(path("c"), None);
    assert_eq!(path(""), None);
}

#[test]
fn the_innermost_field_is_around_an_offset() {
    let text = "(a: (b: 12, c: ), d";
    for (start, path) in [
        ("(a", None),
        (": (b", None),
        ("(b", Some("a")),
        ("12", Some("a.b")),
        ("2,", Some("a.b")),
        (" c:", Some("a")),
        (")", Some("a.c")),
        (", d", Some("a")),
        ("d", None),
    ] {
        let fields = Fields::new(text);
        let offset = text.find(start).unwrap();
        let around = fields.around(offset).map(|field| fields.path(field));
        assert_eq!(around.as_deref(), path, "{start}");
    }
}

#[test]
fn the_last_of_a_name_is_found() {
    let text = "(a: (b: 1), c: (b: 2), b: 3)";
    let fields = Fields::new(text);
    let second = text.find("b: 2").unwrap();
    let found = fields.last_named("b", second).unwrap();
    assert_eq!(
        (fields.path(found).as_str(), fields.value(found)),
        ("c.b", "2")
    );
    assert!(fields.last_named("d", text.len()).is_none());
    assert!(fields.last_named("c", 3).is_none());
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
        assert_eq!(position(text, at), (line, column), "{part}");
        assert_eq!(offset(text, line, column), at, "{part}");
    }
    assert_eq!(position(text, 1000), (4, 2));
    assert_eq!(position("ß", 1), (1, 1));
    assert_eq!(offset(text, 9, 1), text.len());
    assert_eq!(offset(text, 4, 9), text.len());
    assert_eq!(offset("", 0, 0), 0);
}

#[test]
fn texts_without_end_are_survived() {
    for piece in [
        "(",
        "a:",
        "(a:",
        "[",
        ")",
        "/*",
        "\"",
        "r#",
        "r###\"",
        "'",
        "\\",
        "#",
        "-",
        "\u{1f41f}",
    ] {
        let text = piece.repeat(100_000);
        let fields = Fields::new(&text);
        for offset in [0, 1, text.len() / 2, text.len()] {
            if let Some(field) = fields.around(offset) {
                assert!(fields.path(field).len() <= text.len());
            }
        }
    }
}
