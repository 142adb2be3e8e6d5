//! Texts of presets: settings, or an error with its place in the text.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_lives, flock, small},
};
use flock_sim::{settings::PresetError, Preset, Settings};

pub const TARGET: Target = Target {
    name: "presets",
    form: Form::Text,
    corpus,
    check,
    cases: 4000,
};

fn corpus() -> Vec<Vec<u8>> {
    let texts = |preset: Preset| [preset.text().to_string(), preset.settings().to_ron()];
    Preset::all()
        .flat_map(texts)
        .map(String::into_bytes)
        .collect()
}

fn check(input: &[u8]) -> Outcome {
    let text = String::from_utf8_lossy(input);
    match Settings::from_ron(&text) {
        Ok(settings) => {
            check_accepted(settings);
            Outcome::Accepted
        }
        Err(error) => {
            check_refused(&text, &error);
            Outcome::refused(error)
        }
    }
}

fn check_accepted(settings: Settings) {
    assert_eq!(settings.validate(), Ok(()));
    let text = settings.to_ron();
    let again = Settings::from_ron(&text).expect("a written preset is read");
    assert_eq!(again, settings);
    assert_eq!(again.to_ron(), text);
    assert_eq!(settings.corrected(), settings);
    let mut flock = flock(small(settings));
    flock.advice();
    assert_lives(&mut flock);
}

/// Each problem has a message and a place in the text.
fn check_refused(text: &str, error: &PresetError) {
    assert!(!error.problems().is_empty());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for problem in error.problems() {
        let line = text.split('\n').nth(problem.line - 1);
        let line = line.unwrap_or_else(|| panic!("{problem}: there is no such line"));
        let columns = line.chars().count() + 1;
        assert!(
            (1..=columns).contains(&problem.column),
            "{problem}: there is no such column"
        );
        assert!(!problem.message.is_empty());
    }
}
