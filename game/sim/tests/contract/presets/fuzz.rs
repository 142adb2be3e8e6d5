//! Any text as a preset gives settings or an error with its place: never a panic, a stack overflow
//! or a reader that does not end.

use flock_sim::{Preset, Settings};
use proptest::{collection::vec, prelude::*, sample::select};

/// Tokens of presets, and some others.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "-",
    "+",
    "/",
    "//",
    "/*",
    "*/",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\"",
    "'",
    "\\",
    "r\"",
    "r#\"",
    "\"#",
    "b\"",
    "r#radius",
    "#",
    "#![enable(implicit_some)]",
    "#![enable(unwrap_newtypes)]",
    "#![enable(unwrap_variant_newtypes)]",
    "#![enable(explicit_struct_names)]",
    "#![type = \"a]b(\"]",
    "Some",
    "None",
    "Settings",
    "Rule",
    "spawn",
    "cohesion",
    "separation",
    "boundary",
    "region",
    "shape",
    "normalization",
    "mode",
    "radius",
    "weight",
    "enabled",
    "count",
    "min",
    "max",
    "center",
    "margin",
    "Box",
    "Sphere",
    "SoftTurn",
    "Wrap",
    "Sum",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "1.5",
    "1e9",
    "1e999",
    "1e-999",
    "0x1F",
    "0b1",
    "1_000",
    "1_0.5",
    "99999999999999999999",
    "inf",
    "NaN",
    "-inf",
    "1u8",
    "1.0f32",
    "..",
    "1..2",
    "'a'",
    "\u{feff}",
    "\u{0}",
    "\u{1f41f}",
    "ß",
    "(0, 0, 0)",
    "cohesion: (",
    "radius: 1",
    "shape: Box(min: ",
];

/// Checks that the text gives settings, or an error whose problems lie in the text.
fn check(text: &str) -> Result<(), TestCaseError> {
    match Settings::from_ron(text) {
        Ok(settings) => prop_assert!(settings.validate().is_ok()),
        Err(error) => {
            prop_assert!(!error.problems().is_empty());
            for problem in error.problems() {
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                let line = text.split('\n').nth(problem.line - 1);
                prop_assert!(line.is_some(), "{problem} in {text:?}");
                let columns = line.unwrap_or_default().chars().count() + 1;
                prop_assert!(
                    (1..=columns).contains(&problem.column),
                    "{problem} in {text:?}"
                );
                prop_assert!(!problem.message.is_empty());
            }
        }
    }
    Ok(())
}

/// A change of a text: the place as a share of its length, the number of letters to remove, and the
/// text to insert.
type Change = (f64, usize, String);

fn change() -> impl Strategy<Value = Change> {
    let inserted = vec(select(TOKENS), 0..4).prop_map(|tokens| tokens.concat());
    (0.0..1.0, 0_usize..12, inserted)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, length, inserted) in changes {
        let start = (place * letters.len() as f64) as usize;
        let end = (start + length).min(letters.len());
        letters.splice(start..end, inserted.chars());
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(2000))]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..400)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        check(&text)?;
    }

    #[test]
    fn any_tokens(tokens in vec(select(TOKENS), 0..60), spaced: bool) {
        check(&tokens.join(if spaced { " " } else { "" }))?;
    }

    #[test]
    fn mutated_presets(index in 0..Preset::all().len(), full: bool, changes in vec(change(), 1..5)) {
        let preset = Preset::all().nth(index).unwrap_or(Preset::Sardines);
        let text = if full { preset.settings().to_ron() } else { preset.text().to_string() };
        check(&changed(&text, &changes))?;
    }

    #[test]
    fn numbers_of_any_size(value: f32, count: u64, field in select(&["cohesion: (weight", "motion: (drive", "spawn: (speed"][..])) {
        check(&format!("({field}: {value}))"))?;
        check(&format!("({field}: {value:e}))"))?;
        check(&format!("(spawn: (count: {count}))"))?;
    }
}

/// A reader whose work grows with the square of the length would not end: each text has a million letters.
#[test]
fn deep_and_large_texts_are_read_to_their_end() {
    let openings = [
        "(",
        "[",
        "{",
        "Some(",
        "a:(",
        "(cohesion:",
        "(cohesion: (radius: (",
        "(spawn: (region: Box(min: ",
        "/*",
        "//",
        "\"",
        "r#",
        "#![enable(",
        "((((,",
        "-",
        "1",
        ".",
        "0x",
        "a",
        "\u{1f41f}",
        "\\",
        "'",
        "\n",
        " ",
    ];
    for opening in openings {
        let many = opening.repeat((1 << 20) / opening.len());
        let texts = [
            many.clone(),
            format!(
                "(cohesion: (radius: {}",
                &many[..many.len() / 2 / opening.len() * opening.len()]
            ),
            format!("({} cohesion: 3)", "/* */".repeat(100_000)),
        ];
        for text in texts {
            check(&text).unwrap_or_else(|error| panic!("{opening}: {error}"));
        }
    }
}
