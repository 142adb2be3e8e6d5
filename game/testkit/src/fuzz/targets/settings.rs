//! Settings with any values, as a program can set them: NaN, infinite, huge.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_lives, flock, read, small},
};
use flock_sim::{Flock, Placement, Preset, Settings};

pub const TARGET: Target = Target {
    name: "settings",
    form: Form::Text,
    corpus,
    check,
    cases: 2500,
};

fn corpus() -> Vec<Vec<u8>> {
    let settings = Preset::all()
        .map(Preset::settings)
        .chain([Settings::default()]);
    settings
        .map(|settings| settings.to_ron().into_bytes())
        .collect()
}

fn check(input: &[u8]) -> Outcome {
    let settings: Settings = match read(input) {
        Ok(settings) => settings,
        Err(refused) => return refused,
    };
    let corrected = settings.corrected();
    assert_eq!(corrected.validate(), Ok(()), "settings that were corrected");
    let mut flock = flock(small(Settings::default()));
    match settings.validate() {
        Ok(()) => {
            assert_eq!(corrected, settings);
            flock.step();
            flock
                .set_settings(small(settings))
                .expect("valid settings are set");
            assert_lives(&mut flock);
            Outcome::Accepted
        }
        Err(error) => {
            let before = flock.snapshot();
            assert_eq!(flock.set_settings(settings.clone()), Err(error.clone()));
            assert!(
                flock.snapshot() == before,
                "refused settings changed the flock"
            );
            let new = Flock::new(settings, Placement::default(), Default::default());
            assert_eq!(new.err(), Some(error.clone()));
            assert_lives(&mut super::life::flock(small(corrected)));
            Outcome::refused(error)
        }
    }
}
